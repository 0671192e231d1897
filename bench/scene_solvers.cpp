#include "scene_solvers.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "measure.h"
#include "scene.h"
#include "signorini/base/error.h"
#include "table.h"

namespace signorini::bench {
namespace {

/// A run ends after so many steps, or is given up after so many seconds of processor time.
constexpr int most_steps = 100;
constexpr double most_seconds = 2;
/// A method counts as done with a scene where at most this share of its steps missed the tolerance.
constexpr double most_missed = 0.02;

/// Processor time of a step, mean, s; none where the run took too long, missed or failed.
std::optional<double> seconds_a_step(const Scene& scene, Law law, const std::string& solver) {
  Settings settings = scene.settings;
  settings.law = law;
  settings.solver = solver;
  settings.solver_options.clear();
  settings.on_miss = MissPolicy::accept;  // the method by itself
  Simulation simulation(scene.model, settings);
  const double start = thread_seconds();
  double used = 0;
  int missed = 0;
  const int steps = static_cast<int>(std::min<std::int64_t>(most_steps, step_count(settings)));
  simulation.cancelled = [&] { return thread_seconds() - start > most_seconds; };
  for (int k = 0; k < steps; ++k) {
    const StepRecord record = simulation.step();
    used = thread_seconds() - start;
    if (record.failed || used > most_seconds) return {};
    missed += record.status == Status::solved ? 0 : 1;
  }
  if (missed > most_missed * steps) return {};
  return used / steps;
}

void compare_under(Law law, const std::vector<std::string>& methods) {
  std::vector<Column> columns{{"scene", 22}, {"auto, ms", 10}};
  for (const std::string& method : methods) columns.push_back({method, 14});
  columns.push_back({"auto/best", 10});
  Table table("scene_solvers",
              fmt::format("law {}: CPU ms a step, the first {} steps; a dash: more than {:g} s, or missed",
                          to_string(law), most_steps, most_seconds),
              columns);
  std::set<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(SIGNORINI_SCENES))
    if (file.path().extension() == ".yaml") names.insert(file.path().stem().string());
  const auto text = [](const std::optional<double>& seconds) {
    return seconds ? fmt::format("{:.4g}", 1e3 * *seconds) : std::string("-");
  };
  for (const std::string& name : names) {
    const Scene scene = shipped_scene(name);
    const std::optional<double> by_auto = seconds_a_step(scene, law, "auto");
    std::vector<std::optional<double>> each;
    std::optional<double> best;
    for (const std::string& method : methods) {
      each.push_back(seconds_a_step(scene, law, method));
      if (each.back() && (!best || *each.back() < *best)) best = each.back();
    }
    table.add(name, text(by_auto), text(each[0]), text(each[1]), text(each[2]), text(each[3]),
              by_auto && best ? fmt::format("{:.2f}", *by_auto / *best) : std::string("-"));
  }
}

}  // namespace

void compare_solvers_on_scenes() {
  compare_under(Law::convex, {"gauss-seidel", "apgd", "gpminres", "interior-point"});
  compare_under(Law::coulomb, {"gauss-seidel", "apgd", "newton-alart-curnier", "interior-point"});
}

}  // namespace signorini::bench
