#include <utility>

#include <fmt/format.h>

#include "signorini/base/number_text.h"
#include "signorini/base/stopwatch.h"
#include "signorini/problem/condensation.h"
#include "signorini/problem/infeasibility.h"
#include "signorini/problem/pyramid.h"
#include "signorini/solver/monitor.h"
#include "signorini/solver/solver.h"

namespace signorini {
namespace {

/// Converted rows are judged one by one, the original ones by contact; condensed masses scale the contacts otherwise:
/// when the two certificates straddle the tolerance, the inner solve goes on.
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

/// The answer of a converted problem: `solve(rule, converted)` finds it, `back(converted)` makes it one of the
/// original, which the judge judges. `clock` runs since the conversion began.
template <typename Solve, typename Back>
Report solve_converted(Judge& judge, const StopRule& rule, Stopwatch clock, Solution converted, Solution& solution,
                       Solve&& solve, Back&& back) {
  StopRule inner_rule = rule;
  // No time left for a solve: its guess comes back.
  if (!reduce_limits(inner_rule, 0, std::exchange(clock, {}).seconds())) inner_rule.time_limit = shortest_limit;
  Report report;
  for (int attempt = 0; attempt < attempts; ++attempt, inner_rule.tolerance *= tightening) {
    Report inner = solve(inner_rule, converted);
    const bool within_limits = reduce_limits(inner_rule, inner.iterations, std::exchange(clock, {}).seconds());
    if (attempt > 0) inner.add_earlier(report);
    report = std::move(inner);
    solution = back(converted);
    report.certificate = judge.judge(solution);
    report.objective = judge.objective();
    solution.u = judge.u();
    if (report.certificate.value() <= rule.tolerance) {
      report.status = Status::solved;
      report.message =
          fmt::format("certificate {:.2e} <= {}", report.certificate.value(), tolerance_text(rule.tolerance));
    }
    if (report.status != Status::solved || report.certificate.value() <= rule.tolerance) return report;
    if (!within_limits) break;
  }
  report.status = Status::inaccurate;
  report.message =
      fmt::format("the converted problem is solved, the original one only to {:.2e}", report.certificate.value());
  return report;
}

}  // namespace

Report Solver::solve_in_pyramid_rows(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  const Stopwatch clock;
  const Pyramid pyramid(problem, problem.pyramid_sides);
  Judge judge(problem);
  const auto solve = [&](const StopRule& inner, Solution& converted) {
    return solve_condensed(pyramid.problem(), inner, converted);
  };
  // v afresh: tangential impulses cancel between the directions, and v has to match what the sum leaves, to rounding.
  const auto back = [&](const Solution& converted) {
    Solution answer = pyramid.back(converted);
    answer.v = velocities_from_impulses(problem, answer.r);
    return answer;
  };
  Report report = solve_converted(judge, rule, clock, pyramid.forward({{}, guess_or_zero(problem, solution), {}}),
                                  solution, solve, back);
  if (report.status == Status::infeasible) {
    report.proof = pyramid.back({{}, report.proof, {}}).r;
    report.message = contradiction_message(problem, report.proof);
  }
  return report;
}

Report Solver::solve_condensed(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  const Stopwatch clock;
  if (!condensation_->apply(problem)) return do_solve(problem, rule, solution);
  Judge judge(problem, problem.law, condensation_->free_velocities(problem));
  const double seconds = clock.seconds();
  const auto solve = [&](const StopRule& inner, Solution& converted) {
    return do_solve(condensation_->problem(), inner, converted);
  };
  const auto back = [&](const Solution& converted) { return condensation_->back(problem, converted); };
  Report report = solve_converted(judge, rule, clock, condensation_->forward(solution), solution, solve, back);
  ++report.factorizations;
  report.timings.setup += seconds;
  report.timings.total += seconds;
  return report;
}

}  // namespace signorini
