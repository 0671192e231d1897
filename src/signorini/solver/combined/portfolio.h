#pragma once

#include "signorini/solver/options.h"
#include "signorini/solver/solver.h"

namespace signorini {

class Monitor;

namespace coulomb {

/// Exact Coulomb friction by several methods in turn until the monitor stops them: what one leaves is where the next
/// starts. README.md of the solvers tells the story.
struct Portfolio {
  /// Gauss-Seidel sweeps and Newton steps from the guess before anything else.
  bool sweeps_first = true;
  /// Passes of the interior point method, each with its polish.
  int passes = 36;

  void run(const ContactProblem& problem, const StopRule& rule, Monitor& monitor, const Vector& guess) const;
};

}  // namespace coulomb

}  // namespace signorini
