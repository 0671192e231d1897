#include "bench_folder.h"

#include <algorithm>
#include <fstream>
#include <span>

#include <fmt/format.h>

#include "bench_charts.h"
#include "bench_problems.h"
#include "bench_run.h"
#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* settings_name = "settings.json";
/// In settings.json: the files that the benchmark may write, by which they are told from anybody else's.
constexpr const char* files_key = "files";

constexpr const char* folders[] = {"charts", "history", "problems"};

/// Every file that a benchmark of this plan can come to write, relative to its folder, settings.json last.
Json files_of(const BenchPlan& plan) {
  Json files = {"results.csv", "report.html"};
  for (const auto& problem : plan.problems) {
    if (!problem.recipe.empty()) files.push_back("problems/" + problem.file.filename().string());
    for (const auto& solver : plan.solvers)
      for (const double tolerance : plan.tolerances) files.push_back(history_file("", problem, solver, tolerance));
  }
  for (const std::string& name : chart_names(plan)) files.push_back("charts/" + name + ".svg");
  files.push_back(settings_name);
  return files;
}

/// The settings that differ, by name.
std::string differences(const Json& kept, const Json& asked) {
  std::string names;
  for (const auto& [name, value] : asked.items())
    if (name != files_key && (!kept.contains(name) || kept.at(name) != value))
      names += (names.empty() ? "" : ", ") + name;
  return names;
}

/// Throws InputError unless they are a benchmark's.
Json read_settings(const fs::path& out) {
  Json kept = Json::parse(std::ifstream(out / settings_name), nullptr, false);
  const auto inside = [](const Json& name) {
    const fs::path path = name.is_string() ? fs::path(name.get<std::string>()) : fs::path("..");
    return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
  };
  if (!kept.is_object() || !kept.contains(files_key) || !std::ranges::all_of(kept.at(files_key), inside))
    throw InputError(fmt::format("{}: not of a benchmark; choose another folder", (out / settings_name).string()));
  return kept;
}

/// Throws InputError when a file stands where the plan would write that is not the old benchmark's.
void require_free(const fs::path& out, const Json& files, const Json& old) {
  for (const char* folder : folders)
    if (const fs::file_status status = fs::symlink_status(out / folder);
        fs::exists(status) && !fs::is_directory(status))
      throw InputError(fmt::format("{}: not a folder of a benchmark; move it away", (out / folder).string()));
  for (const auto& name : files)
    if (std::ranges::find(old, name) == old.end() && fs::exists(fs::symlink_status(out / name.get<std::string>())))
      throw InputError(fmt::format("{}: is in the way, but no benchmark wrote it; move it away",
                                   (out / name.get<std::string>()).string()));
}

/// Removes the files, and the folders that they leave empty.
void clear(const fs::path& out, const Json& files) {
  for (const auto& name : files) fs::remove(out / name.get<std::string>());
  std::error_code not_empty;
  for (const char* folder : folders) fs::remove(out / folder, not_empty);
}

}  // namespace

void open_bench_folder(const fs::path& out, const BenchPlan& plan, bool overwrite) {
  Json asked = plan.to_json();
  asked[files_key] = files_of(plan);
  const bool there = fs::exists(out);
  if (there && !fs::is_directory(out)) throw InputError(fmt::format("{}: not a folder", out.string()));
  const bool holds_bench = fs::exists(out / settings_name);
  if (there && !holds_bench && !fs::is_empty(out))
    throw InputError(fmt::format("{}: not empty, and no benchmark is in it; choose another folder", out.string()));
  if (holds_bench) {
    const Json kept = read_settings(out);
    const std::string names = differences(kept, asked);
    if (!names.empty() && !overwrite)
      throw InputError(
          fmt::format("{}: holds a benchmark with other settings ({}); --overwrite replaces it", out.string(), names));
    require_free(out, asked.at(files_key), kept.at(files_key));
    if (overwrite) clear(out, kept.at(files_key));
  }
  try {
    fs::create_directories(out / "history");
    const std::string text = asked.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    if (!holds_bench || overwrite) write_atomically(out / settings_name, std::as_bytes(std::span(text)));
    generate_problems(plan.problems);
  } catch (const InputError&) {
    if (!holds_bench || overwrite) clear(out, asked.at(files_key));
    if (!there) fs::remove(out);
    throw;
  }
}

}  // namespace signorini::cli
