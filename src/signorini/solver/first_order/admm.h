#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct AdmmOptions {
  /// Penalty ρ at the start, > 0, in units of the Delassus diagonal.
  double rho = 0.1;
  /// Change ρ when the two residuals drift apart; each change costs a factorisation.
  bool adaptive = true;
  /// Over-relaxation in [1,2), dimensionless. Boyd et al., Distributed optimization, §3.4.3: 1.5 to 1.8.
  double relaxation = 1.6;
  /// Units of the impulses: one factor a row kind (`rows`), one a contact (`contact`), or none.
  std::string scaling = "rows";
  /// Threads of the passes over the contacts; 0: as many as the machine has. The answer does not depend on it.
  int threads = 1;

  OptionFields fields();
};

/// Alternating direction method of multipliers with one cached factorisation. Laws frictionless, convex and coulomb.
class Admm : public SolverWith<AdmmOptions> {
 public:
  explicit Admm(AdmmOptions options = {}) : SolverWith("admm", every_law(), std::move(options)) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
