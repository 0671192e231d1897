#pragma once

#include "signorini/solver/options.h"

namespace signorini::distributed {

struct KrylovOptions {
  /// Proximal term δ at the start and at least, relative to the Delassus diagonal of each contact. A large one makes
  /// the linear systems easy, a small one the steps long: it falls when the certificate does not.
  double largest_delta = 1e-4, smallest_delta = 1e-5;
  /// Residual of the linear systems over certificate · ‖f‖, in whitened velocities.
  double residual_share = 0.1;
  /// Share of the way to the boundary that a step takes.
  double step_fraction = 0.99;
  /// Gondzio's correctors, each one more linear system.
  int correctors = 0;
  /// Whether the conjugate gradients are preconditioned by a factor of the whole matrix, by the parallel MUMPS, in
  /// place of the diagonal blocks of the bodies. That takes few iterations, and memory that grows faster
  /// than the problem. MUMPS adds in the order in which messages come: on several processes the bits may differ from
  /// run to run.
  bool factor = false;

  OptionFields fields() {
    return {{"largest_delta", &largest_delta, "proximal term at the start, of the Delassus diagonal", 1e-12, 1},
            {"smallest_delta", &smallest_delta, "smallest proximal term", 1e-12, 1},
            {"residual_share", &residual_share, "residual of linear systems over the certificate", 1e-8, 1},
            {"step_fraction", &step_fraction, "share of the way to the boundary that a step takes", 0.1, 0.9999},
            {"correctors", &correctors, "Gondzio's centrality correctors", 0, 10},
            {"factor", &factor, "precondition with a factor by the parallel MUMPS, not with blocks"}};
  }
};

}  // namespace signorini::distributed
