#pragma once

#include "signorini/solver/options.h"
#include "signorini/solver/solver.h"

namespace signorini {

struct InteriorPointOptions {
  /// Share of the way to the boundary that a step takes, in (0,1), dimensionless. Fractions that tend to 1 lose
  /// problems.
  double step_fraction = 0.99;
  /// Gondzio's centrality correctors tried after Mehrotra's, each worth one more solve with the same factor. QP study
  /// §3.1.
  int correctors = 2;
  /// Refinement steps of the corrector's linear solves.
  int refinements = 1;

  OptionFields fields();
};

/// Primal-dual path-following method for the laws frictionless and convex: Mehrotra's predictor-corrector with
/// Nesterov-Todd scaling (thesis ch. 4), on one sparse Cholesky factorisation an iteration. Free, positive and friction
/// rows together, global and local form.
class InteriorPoint : public Solver {
 public:
  explicit InteriorPoint(InteriorPointOptions options = {});
  Report solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;

 private:
  InteriorPointOptions options_;
};

}  // namespace signorini
