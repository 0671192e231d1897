// The cases of ADAMS at the steps of Chrono's own tests, and at twice these.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "validation/adams.h"
#include "validation/cases.h"

namespace signorini::test {
namespace {

constexpr const char* adams_group = "Joints and springs: MSC ADAMS, at the steps of Chrono's tests";

/// By quantity: the error at Chrono's step, which may be ten floors or a tenth of Chrono's tolerance, and at twice that
/// step, which may be all of it.
Outcome at_chronos_steps(const AdamsCase& adams, const std::string& folder) {
  const double own = adams.chrono_step, twice = 2 * adams.chrono_step;
  const auto at_own = adams_errors(adams, own, folder), at_twice = adams_errors(adams, twice, folder);
  Outcome outcome;
  for (const auto& [name, tolerance] : adams.chrono_tolerance) {
    const double floor = adams.floor.contains(name) ? adams.floor.at(name) : 0;
    const double tight = std::max(10 * floor, 0.1 * tolerance);
    outcome.figures.push_back(
        {fmt::format("{}, h {:g}", name, own), 0, at_own.at(name), tight, fmt::format("floor {:.1e}", floor)});
    outcome.figures.push_back({fmt::format("{}, h {:g}", name, twice), 0, at_twice.at(name), tolerance,
                               fmt::format("{:.1e} (Chrono, at half the step)", tolerance)});
  }
  return outcome;
}

}  // namespace

std::vector<ValidationCase> adams_validation_cases() {
  const char* folder = std::getenv("SIGNORINI_DATA");
  if (folder == nullptr || !std::filesystem::exists(std::string(folder) + "/adams")) return {};
  std::vector<ValidationCase> cases;
  for (const AdamsCase& adams : adams_cases()) {
    std::string name = "Adams" + adams.name;
    std::erase(name, '_');
    cases.push_back({adams_group, name, "reactions, places, velocities, accelerations", true,
                     [adams, data = std::string(folder)](bool) { return at_chronos_steps(adams, data); }});
  }
  return cases;
}

}  // namespace signorini::test
