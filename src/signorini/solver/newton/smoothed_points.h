#pragma once

#include <algorithm>
#include <optional>

#include "signorini/solver/newton/smoothed_newton.h"
#include "signorini/solver/progress.h"

namespace signorini::newton {

struct SmoothedPointsOptions {
  /// The outer proximal term a, in units of the Delassus diagonal. It falls when Newton's method finds a point in
  /// `little_effort` steps and grows when it fails. From `largest` on a point is no better than a sweep.
  double first = 1e-2, smallest = 1e-12, largest = 1;
  double fall = 0.3, growth = 4;
  int little_effort = 2;
  /// How far Newton's method reduces what the anchor misses. More is lost when the anchor moves.
  double share = 0.3;
  /// It has failed after so many steps, or when after a few it misses more than so many times what the anchor does.
  int steps = 12, settling_steps = 3;
  double astray = 3;
  /// It ends after so many points in which the certificate has not fallen by a tenth.
  int patience = 12;
  double good_share = 0.9;
  SmoothedNewtonOptions newton = {};
};

/// Proximal points by smoothed Newton steps: from the impulses of the last time step to those of this one, under exact
/// friction. Each point is the answer with the compliance a about the last point, which has one even where many
/// contacts share few bodies; the first steps towards it see rounded corners and find out what opens, sticks and
/// slides.
template <int D, typename Matrix = GeneralNormalMatrix>
class SmoothedPoints {
 public:
  SmoothedPoints(Workbench<D, Matrix>& bench, Law law, const SmoothedPointsOptions& options = {})
      : bench_(bench), options_(options), newton_(bench, law, options.newton) {}

  /// From scaled impulses. The bench keeps the best.
  void run(Vector anchor) {
    Progress progress(options_.good_share);
    progress.add(bench_.best_value);
    for (double a = options_.first; a <= options_.largest && progress.idle() < options_.patience;) {
      const std::optional<int> effort = solve(anchor, a);
      if (bench_.monitor.stopped()) return;
      if (!effort) {
        a *= options_.growth;
        continue;
      }
      progress.add(bench_.judge(newton_.impulses()));
      if (bench_.monitor.stopped()) return;
      anchor = newton_.impulses();
      if (*effort <= options_.little_effort) a = std::max(options_.smallest, options_.fall * a);
    }
  }

 private:
  /// Newton's method for the next point; how many steps it took, nothing when it failed.
  std::optional<int> solve(const Vector& anchor, double a) {
    newton_.start(anchor, a);
    const double before = newton_.residual();
    int k = 0;
    for (double now = before; !(now <= options_.share * before); ++k, now = newton_.residual()) {
      if (k == options_.steps || (k >= options_.settling_steps && !(now <= options_.astray * before))) return {};
      if (!bench_.monitor.running() || !newton_.step()) return {};
      if (bench_.monitor.ending()) bench_.judge(newton_.impulses());
    }
    return k;
  }

  Workbench<D, Matrix>& bench_;
  const SmoothedPointsOptions options_;
  SmoothedNewton<D, Matrix> newton_;
};

}  // namespace signorini::newton
