#pragma once

#include <algorithm>
#include <cmath>

#include "signorini/solver/coulomb/options.h"
#include "signorini/solver/coulomb/sliding_equation.h"
#include "signorini/solver/path/predictor_corrector.h"
#include "signorini/solver/progress.h"

namespace signorini::coulomb {

/// The interior point method for exact friction: follows the central path of the SlidingEquation, stretch by stretch.
template <int D>
class CentralPath {
 public:
  CentralPath(Workbench<D>& bench, const PathOptions& options)
      : bench_(bench),
        options_(options),
        p_(bench.p),
        equation_(bench),
        unit_(std::pow(bench.free_speed, 2) / std::max(1, bench.p.degree())) {}

  /// All contacts on the axes of their cones, r and y of this size relative to the free velocities.
  void start_on_axes(double size) {
    equation_.point.r.setZero();
    equation_.point.u.setZero();
    equation_.point.set_on_axes(size * std::sqrt(unit_));
    equation_.v = Vector::Zero(p_.original.dof());
  }
  /// From impulses that nearly solve the problem: r∘y = gap · e with r - y kept. `gap` is relative to the square of the
  /// free velocities.
  void start_from(const Vector& r, double gap) {
    Vector& y = equation_.point.u;
    equation_.point.r = r;
    bench_.motion.velocities(r, y);
    for (int k = p_.first_cone(); k < p_.rows(); k += D) y[k] += y.template segment<D - 1>(k + 1).norm();
    y.head(p_.free).setZero();
    recentre(gap * unit_);
    equation_.v = bench_.motion.body_velocities(equation_.point.r);
  }

  /// Follows the path until it leads no further: too many short steps in a row, a low certificate that no longer falls,
  /// the gap closed, the monitor.
  void follow() {
    Progress stretch(good_share);
    for (int short_steps = 0; short_steps < options_.short_steps && bench_.monitor.running();) {
      equation_.look_around();
      if (exhausted() || (stretch.idle() >= options_.patience && stretch.least() < options_.low)) return;
      if (!equation_.factorize()) return;
      path_.find_direction(equation_, {.smallest = options_.smallest_sigma}, options_.correctors);
      const auto& direction = path_.direction;
      if (!(direction.reach.both() >= 0) || !direction.r.allFinite()) return;  // rounding
      const auto steps = equation_.steps(direction.reach, options_.step_fraction);
      equation_.advance(direction, steps);
      short_steps = steps.r < options_.short_step ? short_steps + 1 : 0;
      const double certificate = bench_.judge(equation_.point.r);
      progress_.add(certificate);
      stretch.add(certificate);
    }
  }
  /// There is nothing left of the gap, or nothing to be hoped for.
  bool exhausted() const {
    return !(equation_.mu() > options_.smallest_gap * unit_) || progress_.idle() >= options_.most_since_best;
  }
  /// Back onto the path, with a gap this many times as wide.
  void retreat(double factor) { recentre(std::min(factor * equation_.mu(), unit_)); }

 private:
  void recentre(double mu) { equation_.point.set_on_path(equation_.point.r - equation_.point.u, mu); }

  Workbench<D>& bench_;
  const PathOptions options_;
  const ScaledProblem& p_;
  SlidingEquation<D> equation_;
  interior_point::PredictorCorrector<typename SlidingEquation<D>::Direction> path_;
  const double unit_;
  Progress progress_{good_share};
};

}  // namespace signorini::coulomb
