#include <utility>

#include <fmt/format.h>

#include "signorini/base/number_text.h"
#include "signorini/base/stopwatch.h"
#include "signorini/problem/infeasibility.h"
#include "signorini/problem/pyramid.h"
#include "signorini/solver/monitor.h"
#include "signorini/solver/solver.h"

namespace signorini {
namespace {

/// The converted rows are judged one by one, the original ones by contact: when the two certificates straddle the
/// tolerance, the inner one is asked for more.
constexpr double tightening = 0.1;
constexpr int attempts = 5;
/// A time limit of 0 would be none.
constexpr double shortest_limit = 1e-6;

/// Takes what was spent off the limits; false when nothing is left.
bool reduce_limits(StopRule& rule, int iterations, double seconds) {
  if (rule.max_iterations > 0 && (rule.max_iterations -= iterations) <= 0) return false;
  if (rule.time_limit > 0 && (rule.time_limit -= seconds) <= 0) return false;
  return true;
}

}  // namespace

Report Solver::solve_in_pyramid_rows(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Stopwatch clock;
  const Pyramid pyramid(problem, problem.pyramid_sides);
  Judge judge(problem);
  Solution converted = pyramid.forward({{}, guess_or_zero(problem, solution), {}});
  StopRule inner_rule = rule;
  // No time left for a solve: its guess comes back.
  if (!reduce_limits(inner_rule, 0, std::exchange(clock, {}).seconds())) inner_rule.time_limit = shortest_limit;
  Report report;
  for (int attempt = 0; attempt < attempts; ++attempt, inner_rule.tolerance *= tightening) {
    Report inner = do_solve(pyramid.problem(), inner_rule, converted);
    const bool within_limits = reduce_limits(inner_rule, inner.iterations, std::exchange(clock, {}).seconds());
    if (attempt > 0) inner.add_earlier(report);
    report = std::move(inner);
    solution = pyramid.back(converted);
    // Afresh: tangential impulses cancel between the directions, and v has to match what the sum leaves, to rounding.
    solution.v = velocities_from_impulses(problem, solution.r);
    report.certificate = judge.judge(solution);
    report.objective = judge.objective();
    solution.u = judge.u();
    if (report.status == Status::infeasible) {
      report.proof = pyramid.back({{}, report.proof, {}}).r;
      report.message = contradiction_message(problem, report.proof);
    }
    if (report.status != Status::solved) return report;
    if (report.certificate.value() <= rule.tolerance) {
      report.message =
          fmt::format("certificate {:.2e} <= {}", report.certificate.value(), tolerance_text(rule.tolerance));
      return report;
    }
    if (!within_limits) break;
  }
  report.status = Status::inaccurate;
  report.message = fmt::format("the pyramid rows are solved, the contacts only to {:.2e}", report.certificate.value());
  return report;
}

}  // namespace signorini
