#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct NopOptions {
  /// ρ of Friedlander and Orban, > 0, in units of the Delassus diagonal. Far more than the convex methods need: of 200
  /// random problems 1e-8 solves 144 in the first run, this 194.
  double regularisation = 0.04;
  /// Runs with other ρ, ≥ 1, until one ends at an answer. 1 is the thesis's.
  int runs = 8;

  OptionFields fields();
};

/// The friction thesis's NOP (1.9): exact Coulomb friction as the smooth problem min r·u + Σ μ r_N s over r in K,
/// u_N ≥ 0, |u_T| ≤ s, by algorithm 4. Its minimum 0 is the answer, but it has other stationary points; what ends
/// above the tolerance is `inaccurate`.
class Nop : public SolverWith<NopOptions> {
 public:
  explicit Nop(NopOptions options = {}) : SolverWith("nop", {Law::coulomb}, options) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
