#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "signorini/solver/coulomb/newton_equation.h"

namespace signorini::coulomb {

/// The proximal point method. Each step solves the problem with the compliance α about an anchor,
///
///     F(r, u(r) + α (r - anchor)) = 0,
///
/// by Newton steps of full length, and moves the anchor there.
///
/// Where many contacts share few bodies, the solution may lie far away through impulses that hardly change the
/// velocities: ‖F‖ is nearly the same all the way, and rises for a moment whenever a contact turns or reaches the
/// boundary of its cone. Line searches on ‖F‖ refuse that way. Here ‖F‖ may do as it likes between two anchors.
template <int D>
class ProximalPoint {
 public:
  explicit ProximalPoint(Workbench<D>& bench) : bench_(bench), equation_(bench) {}

  /// Improves r, whose residual must be below `nearby` for it to be worth trying, until the monitor stops it, progress
  /// ends, or the steps are used up.
  void run(Vector& r, int steps, double nearby = INFINITY) {
    double norm = residual(r), halved = norm, alpha = first_alpha;
    if (norm > nearby) return;
    int since_halved = 0;
    for (int k = 0; k < steps && since_halved < patience(halved) && norm > 0 && bench_.monitor.running(); ++k) {
      const std::optional<int> effort = solve(r, alpha, norm);
      if (!effort) {
        alpha *= 4;
        if (alpha > largest_alpha) return;
        continue;
      }
      if (*effort <= little_effort) alpha = std::max(smallest_alpha, 0.3 * alpha);
      r = next_;
      bench_.judge(r);
      norm = residual(r);
      ++since_halved;
      if (norm < 0.5 * halved) {
        halved = norm;
        since_halved = 0;
      }
    }
  }

 private:
  static constexpr double first_alpha = 1e-3, smallest_alpha = 1e-12, largest_alpha = 1;
  static constexpr int most_newton_steps = 12, little_effort = 4;
  static constexpr double progress = 0.9;
  /// How far Newton's method reduces the residual of the anchor. More is lost when the anchor moves.
  static constexpr double inner_share = 0.1;
  /// A residual beyond both is the end of Newton's method: this one, and this many times that of the anchor.
  static constexpr double astray = 0.1, far_astray = 10;
  /// Newton steps that are given to settle which contacts stick, slide and open before they must get nearer each time.
  static constexpr int settling_steps = 5;

  /// Steps until the residual must have halved: the way through impulses that hardly matter is worth going from nearby.
  static int patience(double residual) { return residual < 1e-5 ? 20 : 5; }

  double residual(const Vector& r) {
    bench_.velocities(r, u_);
    return equation_.residual(r, u_);
  }

  /// Newton's method for the next anchor, in next_; how many steps it took, nothing when it failed. `norm` is the
  /// residual of the anchor.
  std::optional<int> solve(const Vector& anchor, double alpha, double norm) {
    next_ = anchor;
    residual(anchor);
    double before = norm;
    for (int k = 1; k <= most_newton_steps && bench_.monitor.running(); ++k) {
      if (!equation_.step(next_, u_, alpha, step_)) return {};
      next_ += step_;
      bench_.velocities(next_, u_);
      u_ += alpha * (next_ - anchor);
      const double now = equation_.residual(next_, u_);
      if (now <= inner_share * norm) return k;
      if (!(now < std::max(astray, far_astray * norm))) return {};
      if (k > settling_steps && now > progress * before) return {};
      before = now;
    }
    return {};
  }

  Workbench<D>& bench_;
  NewtonEquation<D> equation_;
  Vector u_, next_, step_;
};

}  // namespace signorini::coulomb
