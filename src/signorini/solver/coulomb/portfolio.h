#pragma once

#include <functional>

#include "signorini/problem/contact_problem.h"
#include "signorini/solver/coulomb/options.h"
#include "signorini/solver/report.h"
#include "signorini/solver/stop_rule.h"

namespace signorini {

class Monitor;

namespace coulomb {

/// Solves the problem under law convex in place of its own, and is judged by that.
using Relaxation = std::function<Report(const StopRule& rule, Solution& solution)>;

/// Exact Coulomb friction by several methods in turn until the monitor stops them: what one leaves is where the next
/// starts. README.md of the solvers tells the story.
struct Portfolio {
  Relaxation relaxation;
  /// Gauss-Seidel sweeps and Newton steps from the guess before anything else.
  bool sweeps_first = true;
  PortfolioOptions options = {};

  void run(const ContactProblem& problem, const StopRule& rule, Monitor& monitor, const Vector& guess) const;
};

}  // namespace coulomb

}  // namespace signorini
