#pragma once

#include <functional>

#include "signorini/solver/coulomb/options.h"
#include "signorini/solver/monitor.h"

namespace signorini::coulomb {

/// Solves the problem under law convex in place of its own, and is judged by that.
using Relaxation = std::function<Report(const StopRule& rule, Solution& solution)>;

/// Exact Coulomb friction by several methods in turn until the monitor stops them: what one leaves is where the next
/// starts. README.md of the solvers tells the story.
struct Portfolio {
  Relaxation relaxation;
  /// Gauss-Seidel sweeps and Newton steps from the guess before anything else.
  bool sweeps_first = true;
  /// The guess comes from sweeps: more of them would not improve it.
  bool swept = false;
  /// Newton steps of full length from a guess: newton/warm_newton.h.
  bool newton_first = true;
  PortfolioOptions options = {};

  /// `name`: of the solver, for the report.
  Report solve(const std::string& name, const ContactProblem& problem, const StopRule& rule, Solution& solution) const;
};

}  // namespace signorini::coulomb
