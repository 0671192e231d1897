#include "bench_run.h"

#include <fmt/format.h>

#include "bench_outcome.h"
#include "signorini/base/number_text.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

constexpr double bytes_per_gigabyte = 1e9;

/// A solver looks at the clock between iterations, and reading the file comes on top: a run is ended from outside only
/// when it is far beyond its limit.
double patience(double time_limit) { return 2 * time_limit + 20; }

std::vector<std::string> words(const BenchPlan& plan, const fs::path& history, const BenchProblem& problem,
                               const std::string& solver, double tolerance) {
  std::vector<std::string> words = {"solve",        fs::absolute(problem.file),         "--solver",  solver,
                                    "--tolerance",  fmt::format("{}", tolerance),       "--history", history,
                                    "--time-limit", fmt::format("{}", plan.time_limit), "--json"};
  if (plan.law) words.insert(words.end(), {"--law", *plan.law});
  if (const auto settings = plan.settings.find(solver); settings != plan.settings.end())
    for (const auto& setting : settings->second) words.insert(words.end(), {"--set", setting});
  return words;
}

}  // namespace

fs::path history_file(const fs::path& out, const BenchProblem& problem, const std::string& solver, double tolerance) {
  return out / "history" / fmt::format("{}_{}_{}.csv", problem.slug, solver, tolerance_text(tolerance));
}

BenchRun::BenchRun(const BenchPlan& plan, const fs::path& out, const BenchProblem& problem, const std::string& solver,
                   double tolerance)
    : blank_{.problem = problem.name,
             .law = plan.law.value_or(""),
             .solver = solver,
             .tolerance = tolerance,
             .status = "",
             .message = ""},
      child_(words(plan, history_file(out, problem, solver, tolerance), problem, solver, tolerance),
             static_cast<std::uint64_t>(plan.memory_limit * bytes_per_gigabyte), patience(plan.time_limit)) {}

std::optional<BenchRow> BenchRun::poll() {
  const auto end = child_.poll();
  return end ? std::optional(to_row(blank_, *end)) : std::nullopt;
}

}  // namespace signorini::cli
