#pragma once

#include <cmath>
#include <optional>

#include "signorini/linalg/mass_factor.h"
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
      : bench_(bench), options_(options), proximal_point_(bench, options.proximal) {}

  /// Whether there are sweeps: not where the operator they work with takes longer to make than a factorisation.
  bool sweeps_pay() {
    if (!sweeps_pay_) {
      const MassFactor* mass = bench_.motion.mass();
      const int rows = bench_.p.rows();
      sweeps_pay_ = !whitening_is_dear(mass, rows, 0) || !bench_.system_fits() ||
                    !whitening_is_dear(mass, rows, bench_.system().factorization().flops());
    }
    return *sweeps_pay_;
  }

  /// Improves scaled impulses.
  void run(Vector& r) {
    sweep(r, options_.polish_sweeps);
    finish(r);
  }

  void sweep(Vector& r, int sweeps) {
    if (!sweeps_pay()) return;
    start(r);
    for (int k = 0; k < sweeps && bench_.monitor.running(); ++k) {
      sweeping_->run();
      if (bench_.monitor.due()) judge();
    }
    r = bench_.p.scaled_impulses(sweeping_->state.r);
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
    while (sweeps_pay() && !bench_.monitor.stopped()) sweep_while_worthwhile(r);
  }

  /// The proximal point method where it is likely to end well.
  void finish(Vector& r) {
    if (!bench_.monitor.stopped()) proximal_point_.run(r, options_.polish_points, options_.polish_nearby);
  }

 private:
  struct Sweeping {
    explicit Sweeping(const ContactProblem& problem)
        : delassus(problem), sweep(problem, delassus, 1, 1), state(delassus, {}) {}
    void run() { sweep.run(state.r, state.x); }
    /// The state that belongs to the impulses.
    void refresh() { delassus.state(state.r, state.x); }

    const Delassus delassus;
    const GaussSeidelSweep sweep;
    SweepState state;
  };

  /// on_course(certificate at half as many sweeps, certificate now) says whether to go on.
  template <typename OnCourse>
  void extrapolated_sweeps(Vector& r, OnCourse&& on_course) {
    if (!sweeps_pay()) return;
    start(r);
    SweepState& state = sweeping_->state;
    Momentum momentum(sweeping_->delassus.diagonal(), state.r, state.x);
    bench_.best_value = INFINITY;
    double before = INFINITY;
    for (int k = 1, check = options_.sweeps.first_look; bench_.monitor.running(); ++k) {
      sweeping_->run();
      if (bench_.monitor.due() || k == check) judge();
      momentum.extrapolate(state.r, state.x);
      if (k < check) continue;
      const double now = bench_.best_value;
      if (now > options_.sweeps.good_factor * before || !on_course(before, now)) break;
      before = now;
      check *= 2;
    }
    if (bench_.best_value < INFINITY) r = bench_.best;
  }

  void start(const Vector& r) {
    if (!sweeping_) sweeping_.emplace(bench_.p.original);
    sweeping_->state.r = bench_.p.impulses(r);
    sweeping_->refresh();
  }
  void judge() {
    sweeping_->refresh();  // so that rounding does not build up
    bench_.judge(bench_.p.scaled_impulses(sweeping_->state.r));
  }

  Workbench<D>& bench_;
  const PortfolioOptions& options_;
  std::optional<Sweeping> sweeping_;  ///< from the first sweep on
  std::optional<bool> sweeps_pay_;
  ProximalPoint<D> proximal_point_;
};

}  // namespace signorini::coulomb
