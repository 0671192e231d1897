#include "signorini/solver/monitor.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "signorini/base/memory.h"
#include "signorini/base/number_text.h"

namespace signorini {
namespace {

/// Judging costs about as much as a sweep: every tenth iteration keeps its share below 10 %.
constexpr int checks_per_decade = 10;
constexpr int longest_interval = 50;

}  // namespace

Monitor::Monitor(std::string solver, const ContactProblem& problem, const StopRule& rule, int default_max_iterations)
    : rule_(rule),
      judge_(problem),
      max_iterations_(rule.max_iterations > 0 ? rule.max_iterations : default_max_iterations) {
  report_.solver = std::move(solver);
  report_.certificate.natural = INFINITY;
  best_ = Solution::zero(problem);  // when no candidate is finite, the answer has at least the right sizes
}

void Monitor::stop(Status status, std::string message) {
  stop_ = true;
  report_.status = status;
  report_.message = std::move(message);
}

void Monitor::give_up_stalled(const std::string& why) {
  stop(Status::inaccurate, fmt::format("stalled at certificate {:.2e}{}", best(), why));
}

void Monitor::stop_solved() {
  stop(Status::solved, fmt::format("certificate {:.2e} <= {}", best(), tolerance_text(rule_.tolerance)));
}

bool Monitor::running() {
  if (!stop_ && report_.iterations >= max_iterations_)
    stop(Status::iteration_limit,
         fmt::format("{} iterations did not reach {}", report_.iterations, tolerance_text(rule_.tolerance)));
  if (stop_) return false;
  ++report_.iterations;
  cancelled_ = rule_.cancelled && rule_.cancelled();
  return true;
}

bool Monitor::due() { return report_.iterations >= next_check_ || ending(); }

void Monitor::record_figures(std::vector<std::string> names, const std::vector<double>& figures) {
  report_.columns = std::move(names);
  figures_ = &figures;
}

Certificate Monitor::check(const Solution& candidate) {
  HistoryEntry entry{report_.iterations, clock_.seconds(), judge_.judge(candidate)};
  if (figures_ != nullptr) entry.figures = *figures_;
  next_check_ = report_.iterations + std::clamp(report_.iterations / checks_per_decade, 1, longest_interval);
  if (!std::isfinite(entry.certificate.value())) {
    stop(Status::numerical_failure, fmt::format("the iterate is not finite at iteration {}", report_.iterations));
  } else {
    record(entry, candidate);
    decide(entry);
  }
  return entry.certificate;
}

void Monitor::record(const HistoryEntry& entry, const Solution& candidate) {
  std::vector<HistoryEntry>& history = report_.history;
  const bool again = !history.empty() && history.back().iteration == entry.iteration;
  if (!again)
    history.push_back(entry);
  else if (entry.certificate.value() < history.back().certificate.value())
    history.back() = entry;
  if (rule_.observer) rule_.observer(entry);
  if (entry.certificate.value() >= report_.certificate.value()) return;
  report_.certificate = entry.certificate;
  report_.objective = judge_.objective();
  best_ = candidate;
  best_.u = judge_.u();
}

void Monitor::decide(const HistoryEntry& entry) {
  const double value = entry.certificate.value();
  const bool guess = report_.iterations == 0;
  if (value <= (guess ? rule_.guess_share : 1) * rule_.tolerance)
    stop_solved();
  else if (cancelled_)
    stop(Status::interrupted, "stopped on request");
  else if (out_of_time())
    stop(Status::time_limit, fmt::format("{:.3g} s did not reach {}", entry.seconds, tolerance_text(rule_.tolerance)));
}

Report Monitor::finish(Solution& solution) {
  if (best() <= rule_.tolerance) stop_solved();
  solution = std::move(best_);
  report_.timings.total = clock_.seconds();
  report_.timings.solve =
      report_.timings.total - report_.timings.setup - report_.timings.analyze - report_.timings.factorize;
  report_.peak_memory_bytes = peak_memory_bytes();
  return std::move(report_);
}

Vector usable_guess(const ContactProblem& problem, const Solution& solution) {
  const bool usable = solution.r.size() == problem.rows() && solution.r.allFinite();
  return usable ? solution.r : Vector::Zero(problem.rows());
}

}  // namespace signorini
