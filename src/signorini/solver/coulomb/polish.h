#pragma once

#include "signorini/solver/coulomb/semismooth_newton.h"
#include "signorini/solver/gauss_seidel_sweep.h"
#include "signorini/solver/sweep_state.h"

namespace signorini::coulomb {

/// Gauss-Seidel sweeps, which find out most of the contacts that stick, slide or open, and Newton steps, which take it
/// from there. On degenerate contacts the certificate of an interior point follows the root of its gap; this goes on where
/// that ends.
template <int D>
class Polish {
 public:
  Polish(const ContactProblem& problem, Workbench<D>& bench)
      : bench_(bench), delassus_(problem), sweep_(problem, delassus_, 1, 1), state_(delassus_, {}), newton_(bench) {}

  /// From scaled impulses.
  void run(const Vector& r, int sweeps, int newton_steps) {
    Vector improved = r;
    if (sweeps > 0) {
      state_.r = bench_.p.impulses(r);
      delassus_.state(state_.r, state_.x);
      for (int k = 0; k < sweeps; ++k) {
        if (!bench_.monitor.running()) return;
        sweep_.run(state_.r, state_.x);
        if (bench_.monitor.due()) judge();
      }
      if (bench_.monitor.stopped()) return;
      improved = bench_.p.scaled_impulses(state_.r);
    }
    newton_.run(improved, newton_steps);
  }

 private:
  void judge() {
    bench_.judge(bench_.p.scaled_impulses(state_.r));
    delassus_.state(state_.r, state_.x);  // afresh, so that rounding does not build up
  }

  Workbench<D>& bench_;
  const Delassus delassus_;
  const GaussSeidelSweep sweep_;
  SweepState state_;
  SemismoothNewton<D> newton_;
};

}  // namespace signorini::coulomb
