#include "view_convergence.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "interrupt.h"
#include "problem_file.h"
#include "signorini/base/error.h"
#include "signorini/io/run_folder_inputs.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

/// Longer nobody waits for a plot, s.
constexpr double patience = 30;
constexpr std::string_view before = "step_", after = ".hdf5";

fs::path file_of(const fs::path& run, std::int64_t step) {
  return run / "problems" / fmt::format("{}{:06d}{}", before, step, after);
}

}  // namespace

std::vector<std::int64_t> saved_problems(const fs::path& run) {
  std::vector<std::int64_t> steps;
  std::error_code error;
  for (fs::directory_iterator at(run / "problems", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(before) || !name.ends_with(after)) continue;
    std::int64_t step = 0;
    std::from_chars(name.data() + before.size(), name.data() + name.size() - after.size(), step);
    if (step > 0 && name == file_of(run, step).filename()) steps.push_back(step);
  }
  std::ranges::sort(steps);
  return steps;
}

std::optional<SavedProblem> saved_problem(const fs::path& run, std::int64_t step) {
  const fs::path file = file_of(run, step);
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  if (fs::canonical(file).parent_path() != fs::canonical(run) / "problems")
    throw InputError(fmt::format("{}: is a link out of the folder", file.string()));
  Settings settings = read_run_inputs(run).settings;
  FclibFile problem = load_problem(file.string(), std::string(to_string(settings.law)));
  return SavedProblem{std::move(problem), std::move(settings)};
}

std::string convergence_of(const SavedProblem& saved) {
  const ContactProblem& problem = saved.file.problem;
  const Settings& settings = saved.settings;
  const std::string name = settings.solver.empty() ? default_solver(problem.law) : settings.solver;
  Solution solution;
  const StopRule rule{.tolerance = settings.tolerance, .time_limit = patience, .cancelled = interrupted};
  const Report report = make_solver(name, settings.solver_options)->solve(problem, rule, solution);
  Json lists{{"iteration", Json::array()},
             {"certificate", Json::array()},
             {"natural", Json::array()},
             {"dynamics", Json::array()}};
  for (const HistoryEntry& entry : report.history) {
    lists["iteration"].push_back(entry.iteration);
    lists["certificate"].push_back(entry.certificate.value());
    lists["natural"].push_back(entry.certificate.natural);
    lists["dynamics"].push_back(entry.certificate.dynamics);
  }
  Json all{
      {"solver", report.solver},         {"status", to_string(report.status)},   {"message", report.message},
      {"iterations", report.iterations}, {"contacts", problem.cones.contacts()}, {"tolerance", settings.tolerance}};
  all.update(lists);
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace signorini::cli
