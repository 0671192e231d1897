#include "view_runs.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "signorini/base/error.h"
#include "view_convergence.h"
#include "view_page.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* binary = "application/octet-stream";
/// Runs that are kept open; others are closed and opened again when somebody looks at them.
constexpr std::size_t most_open = 6;
/// A gallery lists no more.
constexpr std::size_t most_runs = 500;
constexpr std::size_t most_steps = 1'000'000'000'000;

/// When a file of the trajectory was last replaced: a run that goes on does so.
std::string version_of(const fs::path& folder) {
  std::string version;
  const auto note = [&](const fs::path& path) {
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    if (!error) version += fmt::format("{} {}\n", path.filename().string(), time.time_since_epoch().count());
  };
  for (const char* name : {"trajectory.h5", "trajectory.parts", "summary.json"}) note(folder / name);
  return version;
}

bool holds_run(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "trajectory.h5", error) || fs::exists(folder / "trajectory.parts", error);
}

/// Folders in a folder that are runs, in order of their names. Links are not followed.
std::vector<fs::path> runs_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && at != end && found.size() < most_runs; at.increment(error)) {
    if (!at->is_directory(error) || at->is_symlink(error)) continue;
    constexpr int deepest = 3;
    if (holds_run(at->path())) found.push_back(at->path());
    if (holds_run(at->path()) || at.depth() >= deepest) at.disable_recursion_pending();
  }
  std::ranges::sort(found);
  return found;
}

/// The number at the start of `text`, which loses it; none where there is none.
std::optional<std::size_t> take_number(std::string_view& text) {
  std::size_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return number;
}

}  // namespace

ServedRuns::ServedRuns(const std::vector<std::string>& folders) : together_(folders.size() > 1) {
  for (const std::string& folder : folders) {
    const std::vector<fs::path> inside = holds_run(folder) ? std::vector<fs::path>{} : runs_in(folder);
    for (const fs::path& each : inside) add(each, each.lexically_relative(folder).string());
    if (inside.empty()) add(folder, folder);
  }
  if (folders.size() == runs_.size()) opened(0, false);  // a folder without a run is told now
}

void ServedRuns::add(const fs::path& folder, const std::string& name) {
  runs_.emplace_back();
  runs_.back().folder = folder;
  runs_.back().name = name;
}

view::RunView& ServedRuns::opened(std::size_t number, bool refresh) {
  Run& run = runs_[number];
  open_.remove(number);
  if (refresh && run.view && version_of(run.folder) != run.version) run.view.reset();
  if (!run.view) {
    run.version = version_of(run.folder);
    run.view.emplace(run.folder);
  }
  open_.push_back(number);
  if (open_.size() > most_open) {
    runs_[open_.front()].view.reset();
    open_.pop_front();
  }
  return *run.view;
}

std::string ServedRuns::list() const {
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  for (const Run& run : runs_) names.push_back(run.name);
  const nlohmann::ordered_json all{{"runs", names}, {"together", together_}};
  return all.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// The solver's work is done without the lock, one problem at a time.
HttpAnswer ServedRuns::convergence(const std::filesystem::path& run, std::int64_t step) {
  const std::lock_guard one(solving_);
  std::unique_lock lock(mutex_);
  const std::optional<SavedProblem> problem = saved_problem(run, step);
  lock.unlock();
  if (!problem) return {.status = 404, .body = "the problem of this step was not saved\n"};
  return {.type = "application/json", .body = convergence_of(*problem)};
}

HttpAnswer ServedRuns::answer(const std::string& path) {
  if (auto page = page_answer(path)) return *page;
  const HttpAnswer nothing{.status = 404, .body = "not found\n"};
  std::string_view rest = path;
  if (!rest.starts_with("/api/")) return nothing;
  rest.remove_prefix(5);
  if (rest == "runs") return {.type = "application/json", .body = list()};
  std::size_t number = 0;
  if (const auto given = take_number(rest)) {
    if (*given >= runs_.size() || !rest.starts_with('/')) return nothing;
    number = *given;
    rest.remove_prefix(1);
  }
  if (rest == "problems")
    return {.type = "application/json", .body = nlohmann::json(saved_problems(runs_[number].folder)).dump()};
  if (constexpr std::string_view name = "convergence/"; rest.starts_with(name)) {
    rest.remove_prefix(name.size());
    const auto step = take_number(rest);
    if (!step || !rest.empty() || *step > most_steps) return nothing;
    return convergence(runs_[number].folder, static_cast<std::int64_t>(*step));
  }
  const std::lock_guard lock(mutex_);
  if (rest == "run") return {.type = "application/json", .body = opened(number, true).description()};
  if (rest == "geometry") return {.type = binary, .body = opened(number, false).geometry()};
  if (rest == "steps") return {.type = binary, .body = opened(number, false).steps()};
  for (const std::string_view name : {"frames/", "contacts/"}) {
    if (!rest.starts_with(name)) continue;
    rest.remove_prefix(name.size());
    const auto chunk = take_number(rest);
    view::RunView& view = opened(number, false);
    if (!chunk || !rest.empty() || *chunk >= view.chunk_count()) break;
    return {.type = binary, .body = name == "frames/" ? view.frames(*chunk) : view.contacts(*chunk)};
  }
  return nothing;
}

}  // namespace signorini::cli
