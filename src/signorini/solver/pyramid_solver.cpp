#include "signorini/solver/pyramid_solver.h"

#include <fmt/format.h>

#include "signorini/problem/pyramid.h"
#include "signorini/solver/monitor.h"

namespace signorini {
namespace {

/// The converted rows are judged one by one, the original ones by contact: when the two certificates straddle the
/// tolerance, the inner one is asked for more.
constexpr double tightening = 0.1;
constexpr int attempts = 5;

}  // namespace

Report PyramidSolver::solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  if (problem.law != Law::pyramid) return inner_->solve(problem, rule, solution);
  const Pyramid pyramid(problem, problem.pyramid_sides);
  Judge judge(problem);
  Solution converted = pyramid.forward({{}, usable_guess(problem, solution), {}});
  StopRule inner_rule = rule;
  Report report;
  for (int attempt = 0; attempt < attempts; ++attempt, inner_rule.tolerance *= tightening) {
    const int iterations = report.iterations;
    report = inner_->solve(pyramid.problem(), inner_rule, converted);
    report.iterations += iterations;
    solution = pyramid.back(converted);
    // Afresh: tangential impulses cancel between the directions, and v has to match what the sum leaves, to rounding.
    solution.v = velocities_from_impulses(problem, solution.r);
    report.certificate = judge.judge(solution);
    solution.u = judge.u();
    if (report.status != Status::solved || report.certificate.value() <= rule.tolerance) return report;
  }
  report.status = Status::inaccurate;
  report.message = fmt::format("the pyramid rows are solved, the contacts only to {:.2e}", report.certificate.value());
  return report;
}

}  // namespace signorini
