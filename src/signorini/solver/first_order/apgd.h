#pragma once

#include "signorini/solver/options.h"
#include "signorini/solver/solver.h"

namespace signorini {

struct ApgdOptions {
  /// Factor on the step's curvature bound L after an accepted step, in [0.5,1]; below 1 the steps adapt to the
  /// curvature met.
  double relaxation = 0.98;
  /// Units of the impulses: one factor a row kind (`rows`), one a contact (`contact`), or none.
  std::string scaling = "rows";

  OptionFields fields();
};

/// Accelerated projected gradient with adaptive step and restart, matrix-free. Laws frictionless and convex.
class Apgd : public Solver {
 public:
  explicit Apgd(ApgdOptions options = {});
  Report solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;

 private:
  ApgdOptions options_;
};

}  // namespace signorini
