#pragma once

#include "signorini/solver/options.h"

namespace signorini::distributed {

struct KrylovOptions {
  /// Largest and smallest proximal term δ, relative to the Delassus diagonal of each contact.
  double largest_delta = 1e-4, smallest_delta = 1e-7;
  /// δ over the certificate.
  double delta_share = 1;
  /// Residual of the linear systems over certificate · ‖f‖, in whitened velocities.
  double residual_share = 0.03;
  /// Share of the way to the boundary that a step takes.
  double step_fraction = 0.99;
  /// Gondzio's correctors, each one more linear system.
  int correctors = 0;

  OptionFields fields() {
    return {{"largest_delta", &largest_delta, "largest proximal term, of the Delassus diagonal", 1e-12, 1},
            {"smallest_delta", &smallest_delta, "smallest proximal term", 1e-12, 1},
            {"delta_share", &delta_share, "proximal term over the certificate", 1e-6, 1e6},
            {"residual_share", &residual_share, "residual of linear systems over the certificate", 1e-8, 1},
            {"step_fraction", &step_fraction, "share of the way to the boundary that a step takes", 0.1, 0.9999},
            {"correctors", &correctors, "Gondzio's centrality correctors", 0, 10}};
  }
};

}  // namespace signorini::distributed
