#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "signorini/solver/coulomb/options.h"
#include "signorini/solver/newton/newton_equation.h"
#include "signorini/solver/progress.h"

namespace signorini::coulomb {

using newton::NewtonEquation;
using newton::Workbench;

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
  explicit ProximalPoint(Workbench<D>& bench, const ProximalOptions& options = {})
      : bench_(bench), options_(options), equation_(bench) {}

  /// Improves r, whose residual must be below `nearby` for it to be worth trying, until the monitor stops it, progress
  /// ends, or the steps are used up.
  void run(Vector& r, int steps, double nearby = INFINITY) {
    double norm = residual(r), halved = norm, alpha = options_.first_alpha;
    if (norm > nearby) return;
    int since_halved = 0, cautious = 0;
    for (int k = 0; k < steps && since_halved < patience(halved) && norm > 0 && bench_.monitor.running(); ++k) {
      const std::optional<int> effort = solve(r, alpha, norm);
      if (!effort) {
        alpha *= options_.growth;
        cautious = options_.cautious_points;
        if (alpha > options_.largest_alpha) return;
        continue;
      }
      if (*effort <= options_.little_effort && cautious-- <= 0) alpha = std::max(smallest_alpha, options_.fall * alpha);
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
  /// Steps until the residual must have halved: the way through impulses that hardly matter is worth going from nearby.
  int patience(double residual) const {
    return residual < options_.nearby ? options_.patience_nearby : options_.patience;
  }

  double residual(const Vector& r) {
    bench_.motion.velocities(r, u_);
    return equation_.residual(r, u_);
  }

  /// Newton's method for the next anchor, in next_; how many steps it took, nothing when it failed. `norm` is the
  /// residual of the anchor.
  std::optional<int> solve(const Vector& anchor, double alpha, double norm) {
    next_ = anchor;
    residual(anchor);
    const double astray = std::max(options_.astray, options_.far_astray * norm);
    double after_first = INFINITY;
    Progress progress(good_share);
    for (int k = 1; k <= options_.newton_steps && bench_.monitor.running(); ++k) {
      if (!equation_.step(next_, u_, alpha, step_)) return {};
      next_ += step_;
      bench_.motion.velocities(next_, u_);
      u_ += alpha * (next_ - anchor);
      const double now = equation_.residual(next_, u_);
      if (now <= options_.inner_share * norm) return k;
      if (!(now < astray) || now > options_.far_astray * after_first) return {};
      if (k == 1) after_first = now;
      progress.add(now);
      if (progress.idle() >= options_.idle_steps) return {};
    }
    return {};
  }

  Workbench<D>& bench_;
  const ProximalOptions options_;
  NewtonEquation<D> equation_;
  Vector u_, next_, step_;
};

}  // namespace signorini::coulomb
