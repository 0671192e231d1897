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
/// Of the iterations that the trend of the last two judgements asks for: methods get slower, so that the trend promises
/// too much, and what is done beyond the tolerance is wasted.
constexpr double trusted_share = 0.6;

/// The iterations from one judgement to the next. Where solves are short that is what the trend says, so that a solve
/// of 30 sweeps is judged some eight times.
int interval(const std::vector<HistoryEntry>& history, double tolerance) {
  const HistoryEntry& now = history.back();
  const int usual = std::clamp(now.iteration / checks_per_decade, 1, longest_interval);
  if (history.size() < 2) return usual;
  const HistoryEntry& before = history[history.size() - 2];
  const double digits = std::log(before.certificate.value() / now.certificate.value());
  const double wanted = std::log(now.certificate.value() / tolerance);
  if (!(digits > 0 && wanted > 0)) return usual;
  const double needed = wanted / digits * (now.iteration - before.iteration);
  return std::clamp(static_cast<int>(std::min(trusted_share * needed, 1.0 * longest_interval)), usual,
                    std::max(usual, now.iteration));
}

struct Cost {
  double passes;  ///< over the entries of the problem's matrices
  const char* name;
};
/// Half as much again as a packing of 104,000 spheres (315,000 contacts) takes, or of 10,000 for the largest systems.
/// Smaller ones take fewer.
Cost cost(Preparation preparation) {
  switch (preparation) {
    case Preparation::operators:
      return {250, "setting up"};
    case Preparation::norm_estimate:
      return {80, "estimating a norm"};
    case Preparation::system:
      return {900, "the analysis before the first factorisation"};
    case Preparation::large_system:
      return {4500, "the analysis before the first factorisation"};
    case Preparation::doubled_system:
      return {18'000, "the analysis before the first factorisation"};
  }
  return {};
}

double time_one_pass(const ContactProblem& problem) {
  const Stopwatch clock;
  volatile double sum = 0;  // so that the sums are computed
  for (const SparseMatrix* matrix : {&problem.M, &problem.H, &problem.W}) {
    double total = 0;
    for (Eigen::Index k = 0; k < matrix->outerSize(); ++k)
      for (SparseMatrix::InnerIterator it(*matrix, k); it; ++it) total += std::abs(it.value());
    sum = sum + total;
  }
  return clock.seconds();
}

/// How long reading every entry of the problem takes. The shortest of a few: one may be interrupted by other work.
double measure_pass(const ContactProblem& problem) {
  const double first = time_one_pass(problem), second = time_one_pass(problem);
  return std::min({first, second, time_one_pass(problem)});
}

std::optional<MassFactor> mass_factor(const ContactProblem& problem) {
  if (problem.form == Form::local) return {};
  return std::optional<MassFactor>(std::in_place, problem.M);
}

}  // namespace

Monitor::Monitor(std::string solver, const ContactProblem& problem, const StopRule& rule, int default_max_iterations,
                 Law law)
    : problem_(problem),
      rule_(rule),
      mass_(mass_factor(problem)),
      judge_(mass_ ? Judge(problem, law, mass_->solve(problem.f)) : Judge(problem, law)),
      max_iterations_(rule.max_iterations > 0 ? rule.max_iterations : default_max_iterations) {
  report_.solver = std::move(solver);
  report_.certificate.natural = INFINITY;
  best_ = Solution::zero(problem);  // when no candidate is finite, the answer has at least the right sizes
  if (limited()) seconds_of_a_pass_ = measure_pass(problem);
}

std::optional<MassFactor> Monitor::take_mass_factor() {
  std::optional<MassFactor> mass = std::move(mass_);
  mass_.reset();
  return mass;
}

void Monitor::stop(Status status, std::string message) {
  stop_ = true;
  report_.status = status;
  report_.message = std::move(message);
}

void Monitor::give_up_stalled(const std::string& why) {
  stop(Status::inaccurate, fmt::format("stalled at certificate {:.2e}{}", best(), why));
}

void Monitor::stop_out_of_time() {
  stop(Status::time_limit, fmt::format("{:.3g} s did not reach {}", clock_.seconds(), tolerance_text(rule_.tolerance)));
}

bool Monitor::may_spend(double seconds, const char* work) {
  if (stop_) return false;
  if (rule_.cancelled && rule_.cancelled()) {
    stop_interrupted();
    return false;
  }
  const double left = seconds_left();
  if (seconds <= left && left > 0) return true;
  stop(Status::time_limit,
       fmt::format("{:.3g} s did not reach {}: {} takes about {:.2g} s, {:.2g} s are left", clock_.seconds(),
                   tolerance_text(rule_.tolerance), work, seconds, std::max(0.0, left)));
  return false;
}

bool Monitor::may_prepare(Preparation preparation) {
  const auto [passes, name] = cost(preparation);
  return may_spend(passes * seconds_of_a_pass_, name);
}

bool Monitor::fits(Preparation preparation) const {
  return !limited() || cost(preparation).passes * seconds_of_a_pass_ <= seconds_left();
}

bool Monitor::may_factorize(const Factorization& factorization) {
  return may_spend(limited() ? factorization.expected_seconds() : 0, "a factorisation");
}

void Monitor::give_up_out_of_memory() {
  stop(Status::numerical_failure,
       fmt::format("out of memory: {:.3g} GB are available; a matrix-free solver needs less, "
                   "such as gauss-seidel",
                   1e-9 * static_cast<double>(available_memory_bytes())));
}

void Monitor::stop_solved() {
  stop(Status::solved, fmt::format("certificate {:.2e} <= {}", best(), tolerance_text(rule_.tolerance)));
}

bool Monitor::running() {
  if (!stop_ && report_.iterations >= max_iterations_)
    stop(Status::iteration_limit,
         fmt::format("{} iterations did not reach {}", report_.iterations, tolerance_text(rule_.tolerance)));
  if (!stop_ && last_iteration_) cancelled_ ? stop_interrupted() : stop_out_of_time();
  if (stop_) return false;
  mass_.reset();
  ++report_.iterations;
  cancelled_ = rule_.cancelled && rule_.cancelled();
  last_iteration_ = cancelled_ || seconds_left() <= 0;
  return true;
}

StopRule Monitor::inner_rule(double tolerance) const {
  constexpr double shortest = 1e-3;  // 0 would be no limit
  StopRule rule;
  rule.tolerance = tolerance;
  rule.cancelled = rule_.cancelled;
  if (limited()) rule.time_limit = std::max(shortest, seconds_left());
  return rule;
}

bool Monitor::due() { return report_.iterations >= next_check_ || ending(); }

void Monitor::record_figures(std::vector<std::string> names, const std::vector<double>& figures) {
  report_.columns = std::move(names);
  figures_ = &figures;
}

Certificate Monitor::check(const Solution& candidate) {
  HistoryEntry entry{report_.iterations, clock_.seconds(), judge_.judge(candidate)};
  if (figures_ != nullptr) entry.figures = *figures_;
  if (!std::isfinite(entry.certificate.value())) {
    stop(Status::numerical_failure, fmt::format("the iterate is not finite at iteration {}", report_.iterations));
  } else {
    record(entry, candidate);
    decide(entry);
    next_check_ = report_.iterations + interval(report_.history, rule_.tolerance);
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
    stop_interrupted();
  else if (seconds_left() <= 0)
    stop_out_of_time();
}

Report Monitor::finish(Solution& solution) {
  if (report_.history.empty() && (status() == Status::time_limit || status() == Status::interrupted)) {
    Solution guess{{}, guess_or_zero(problem_, solution), {}};
    guess.v = velocities_from_impulses(problem_, guess.r);
    record({report_.iterations, clock_.seconds(), judge_.judge(guess)}, guess);
  }
  if (best() <= rule_.tolerance) stop_solved();
  solution = std::move(best_);
  report_.timings.total = clock_.seconds();
  report_.timings.solve =
      report_.timings.total - report_.timings.setup - report_.timings.analyze - report_.timings.factorize;
  report_.peak_memory_bytes = peak_memory_bytes();
  return std::move(report_);
}

Vector guess_or_zero(const ContactProblem& problem, const Solution& solution) {
  return solution.r.size() == 0 ? Vector::Zero(problem.rows()) : solution.r;
}

}  // namespace signorini
