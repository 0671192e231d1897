#pragma once

#include <functional>

#include "signorini/problem/contact_problem.h"
#include "signorini/solver/report.h"
#include "signorini/solver/stop_rule.h"

namespace signorini {

using Solve = std::function<Report(const ContactProblem&, const StopRule&, Solution&)>;

/// Law `pyramid` with any method for convex problems: converts the friction cones to positive rows, has them solved,
/// converts back, and has the answer judged in the original rows.
Report solve_in_pyramid_rows(const ContactProblem& problem, const StopRule& rule, Solution& solution,
                             const Solve& solve);

}  // namespace signorini
