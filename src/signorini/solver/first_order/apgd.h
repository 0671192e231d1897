#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct ApgdOptions {
  /// How points are extrapolated. `greedy`: by the whole last move until it turns against the gradient, with steps
  /// of 1.3/L (Liang, Luo and Schönlieb, Improving FISTA). `nesterov`: by Nesterov's growing share of it, with steps of
  /// 1/L.
  std::string momentum = "greedy";
  /// Units of the impulses: one factor a row kind (`rows`), one a contact (`contact`), or none.
  std::string scaling = "rows";
  /// Threads of the passes over the contacts; 0: as many as the machine has. The answer does not depend on it.
  int threads = 1;

  OptionFields fields();
};

/// Accelerated projected gradient with adaptive step and restart, matrix-free. Laws frictionless, convex and
/// coulomb.
class Apgd : public SolverWith<ApgdOptions> {
 public:
  explicit Apgd(ApgdOptions options = {}) : SolverWith("apgd", every_law(), std::move(options)) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
