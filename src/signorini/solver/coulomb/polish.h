#pragma once

#include <cmath>

#include "signorini/solver/coulomb/options.h"
#include "signorini/solver/coulomb/proximal_point.h"
#include "signorini/solver/sweeps/gauss_seidel_sweep.h"
#include "signorini/solver/sweeps/momentum.h"
#include "signorini/solver/sweeps/sweep_state.h"

namespace signorini::coulomb {

/// Gauss-Seidel sweeps, which find out most of the contacts that stick, slide or open, and the proximal point method,
/// which takes it from there. On degenerate contacts the certificate of an interior point follows the root of its gap;
/// this goes on where that ends.
template <int D>
class Polish {
 public:
  Polish(Workbench<D>& bench, const PortfolioOptions& options)
      : bench_(bench),
        options_(options),
        delassus_(bench.p.original),
        sweep_(bench.p.original, delassus_, 1, 1),
        state_(delassus_, {}),
        proximal_point_(bench, options.proximal) {}

  /// Improves scaled impulses.
  void run(Vector& r) {
    sweep(r, options_.polish_sweeps);
    finish(r);
  }

  void sweep(Vector& r, int sweeps) {
    start(r);
    for (int k = 0; k < sweeps && bench_.monitor.running(); ++k) {
      sweep_.run(state_.r, state_.x);
      if (bench_.monitor.due()) judge();
    }
    r = bench_.p.scaled_impulses(state_.r);
  }

  /// Extrapolated sweeps, as long as each doubling of their number lowers the certificate by a good factor, at a pace
  /// that reaches the goal within the time. Leaves r as the best of them.
  void sweep_towards(double goal, double seconds, Vector& r) {
    const Stopwatch clock;
    extrapolated_sweeps(r, [&](double before, double now) {
      const double doublings = std::log(now / goal) / std::log(before / now);
      return clock.seconds() * std::exp2(doublings) <= seconds;
    });
  }
  void sweep_while_worthwhile(Vector& r) {
    extrapolated_sweeps(r, [](double, double) { return true; });
  }

  /// For as long as the monitor allows.
  void sweep_to_the_end(Vector& r) {
    while (!bench_.monitor.stopped()) sweep_while_worthwhile(r);
  }

  /// The proximal point method where it is likely to end well.
  void finish(Vector& r) {
    if (!bench_.monitor.stopped()) proximal_point_.run(r, options_.polish_points, options_.polish_nearby);
  }

 private:
  /// on_course(certificate at half as many sweeps, certificate now) says whether to go on.
  template <typename OnCourse>
  void extrapolated_sweeps(Vector& r, OnCourse&& on_course) {
    start(r);
    Momentum momentum(delassus_.diagonal(), state_.r, state_.x);
    bench_.best_value = INFINITY;
    double before = INFINITY;
    for (int k = 1, check = options_.sweeps.first_look; bench_.monitor.running(); ++k) {
      sweep_.run(state_.r, state_.x);
      if (bench_.monitor.due() || k == check) judge();
      momentum.extrapolate(state_.r, state_.x);
      if (k < check) continue;
      const double now = bench_.best_value;
      if (now > options_.sweeps.good_factor * before || !on_course(before, now)) break;
      before = now;
      check *= 2;
    }
    if (bench_.best_value < INFINITY) r = bench_.best;
  }

  void start(const Vector& r) {
    state_.r = bench_.p.impulses(r);
    delassus_.state(state_.r, state_.x);
  }
  void judge() {
    delassus_.state(state_.r, state_.x);  // afresh, so that rounding does not build up
    bench_.judge(bench_.p.scaled_impulses(state_.r));
  }

  Workbench<D>& bench_;
  const PortfolioOptions& options_;
  const Delassus delassus_;
  const GaussSeidelSweep sweep_;
  SweepState state_;
  ProximalPoint<D> proximal_point_;
};

}  // namespace signorini::coulomb
