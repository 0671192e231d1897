#pragma once

#include "signorini/solver/quadratic_constraints/interior_path.h"
#include "signorini/solver/solver.h"

namespace signorini {

struct FrictionThesisOptions {
  /// ρ of Friedlander and Orban, ≥ 0, in units of the Delassus diagonal.
  double regularisation = 1e-8;
  /// Share of the way from the old sliding speeds to the new ones at first, in (0,1], dimensionless. 1 is the thesis's;
  /// where s cycles it shrinks.
  double relaxation = 1;

  OptionFields fields();
};

/// T. T. Tran's master thesis, Numerical optimization for frictional contact problems: interior point on the cones as
/// quadratic constraints (1.7) with the sliding speeds s fixed, algorithms 1 to 4, and around it the loop on s,
/// algorithm 5. The convex laws are its relaxed run s = 0.
class FrictionThesisMethod : public SolverWith<FrictionThesisOptions> {
 public:
  FrictionThesisMethod(quadratic_constraints::Centering centering, quadratic_constraints::LineSearch search,
                       FrictionThesisOptions options);

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;

  quadratic_constraints::Centering centering_;
  quadratic_constraints::LineSearch search_;
};

/// The four of them, by their two choices.
template <quadratic_constraints::Centering centering, quadratic_constraints::LineSearch search>
struct FrictionThesis : FrictionThesisMethod {
  explicit FrictionThesis(FrictionThesisOptions options = {}) : FrictionThesisMethod(centering, search, options) {}
};

}  // namespace signorini
