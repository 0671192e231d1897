#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct CoulombFixedPointOptions {
  /// Share of the way from the old s to the new one, in (0,1], dimensionless. 1 is the paper's; less calms the cycles
  /// of high friction.
  double relaxation = 0.7;

  OptionFields fields();
};

/// Exact Coulomb friction by an outer loop on s = |u_T| over the convex law (friction thesis, algorithm 5): with s held
/// fixed, μ s adds to the normal velocities and the problem is convex. Each inner solve is warm-started and only as
/// accurate as the outer residual asks for.
class CoulombFixedPoint : public SolverWith<CoulombFixedPointOptions> {
 public:
  explicit CoulombFixedPoint(CoulombFixedPointOptions options = {})
      : SolverWith("coulomb-fixed-point", {Law::coulomb}, options) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
