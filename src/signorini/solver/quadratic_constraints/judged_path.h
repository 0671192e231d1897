#pragma once

#include <algorithm>
#include <cmath>

#include "signorini/solver/newton/workbench.h"
#include "signorini/solver/progress.h"
#include "signorini/solver/quadratic_constraints/formulations.h"
#include "signorini/solver/quadratic_constraints/interior_path.h"

namespace signorini::quadratic_constraints {

/// The speed that makes the free velocities of a contact one.
template <int D>
double speed_unit(const newton::Workbench<D>& bench) {
  return bench.free_speed / std::sqrt(std::max(1, bench.p.degree()));
}

/// The interior point method on a formulation of a contact problem, every iterate judged.
template <int D>
class JudgedPath {
 public:
  JudgedPath(newton::Workbench<D>& bench, const Formulation& formulation, Centering centering, LineSearch search)
      : bench_(bench), formulation_(formulation) {
    const Stopwatch clock;
    path_.emplace(formulation.problem, centering, search);
    bench.monitor.count_analysis(clock.seconds());
  }

  /// From the start until the root of the gap is below the goal, if there is one, the monitor stops it, or there is no
  /// progress. (The root: on degenerate contacts the certificate follows it.)
  void run(double goal, double regularisation) {
    path_->start(regularisation);
    Progress gap(good_share), certificate(good_share);
    for (int idle = 0; idle < patience && bench_.monitor.running(); ++idle) {
      const bool moved = iterate();
      const bool better = certificate.add(bench_.judge(impulses()));
      if (!moved || std::sqrt(path_->gap()) < goal) return;
      const bool closing = gap.add(path_->gap()) && path_->gap() > smallest_gap;
      if (closing || better) idle = 0;
    }
  }

  /// Scaled.
  Vector impulses() const { return formulation_.impulses(path_->x(), bench_.p); }

 private:
  static constexpr int patience = 20;
  static constexpr double good_share = 0.9, smallest_gap = 1e-30;

  bool iterate() {
    if (!bench_.monitor.may_factorize(path_->factorization())) return false;
    const Stopwatch clock;
    const bool factored = path_->factorize();
    bench_.monitor.count_factorization(clock.seconds());
    return factored && path_->step();
  }

  newton::Workbench<D>& bench_;
  const Formulation& formulation_;
  std::optional<InteriorPath> path_;
};

}  // namespace signorini::quadratic_constraints
