#include "bench_folder.h"

#include <fstream>
#include <span>

#include <fmt/format.h>

#include "bench_problems.h"
#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* settings_name = "settings.json";

/// The settings that differ, by name.
std::string differences(const Json& kept, const Json& asked) {
  std::string names;
  for (const auto& [name, value] : asked.items())
    if (!kept.contains(name) || kept.at(name) != value) names += (names.empty() ? "" : ", ") + name;
  return names;
}

struct Part {
  const char *folder, *ending;
};
constexpr Part parts[] = {{"charts", ".svg"}, {"history", ".csv"}, {"problems", ".hdf5"}};

/// Throws InputError when a folder of the benchmark holds what no benchmark writes there.
void require_only_own_files(const fs::path& out) {
  for (const auto& [folder, ending] : parts) {
    if (!fs::exists(fs::symlink_status(out / folder))) continue;
    if (!fs::is_directory(fs::symlink_status(out / folder)))
      throw InputError(fmt::format("{}: not a folder of a benchmark; move it away", (out / folder).string()));
    for (const auto& entry : fs::directory_iterator(out / folder))
      if (!fs::is_regular_file(entry.symlink_status()) || entry.path().extension() != ending)
        throw InputError(fmt::format("{}: not of a benchmark, and --overwrite would remove it; move it away",
                                     entry.path().string()));
  }
}

/// Removes what a benchmark writes, and nothing else.
void clear(const fs::path& out) {
  require_only_own_files(out);
  for (const auto& [folder, ending] : parts) fs::remove_all(out / folder);
  for (const char* file : {"results.csv", "report.html", settings_name}) fs::remove(out / file);
}

void require_same_plan(const fs::path& out, const Json& asked) {
  const Json kept = Json::parse(std::ifstream(out / settings_name), nullptr, false);
  if (!kept.is_object()) throw InputError(fmt::format("{}: not a JSON object", (out / settings_name).string()));
  if (const std::string names = differences(kept, asked); !names.empty())
    throw InputError(
        fmt::format("{}: holds a benchmark with other settings ({}); --overwrite replaces it", out.string(), names));
}

}  // namespace

void open_bench_folder(const fs::path& out, const BenchPlan& plan, bool overwrite) {
  const Json asked = plan.to_json();
  const bool there = fs::exists(out);
  if (there && !fs::is_directory(out)) throw InputError(fmt::format("{}: not a folder", out.string()));
  const bool holds_bench = fs::exists(out / settings_name);
  if (there && !holds_bench && !fs::is_empty(out))
    throw InputError(fmt::format("{}: not empty, and no benchmark is in it; choose another folder", out.string()));
  if (holds_bench && !overwrite) require_same_plan(out, asked);
  if (holds_bench && overwrite) clear(out);
  try {
    fs::create_directories(out / "history");
    const std::string text = asked.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    if (!holds_bench || overwrite) write_atomically(out / settings_name, std::as_bytes(std::span(text)));
    generate_problems(plan.problems);
  } catch (const InputError&) {
    if (!holds_bench || overwrite) clear(out);
    if (!there) fs::remove(out);
    throw;
  }
}

}  // namespace signorini::cli
