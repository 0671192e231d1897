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

/// The largest of the quantities' errors, each as a share of what is allowed for it.
Outcome at_chronos_steps(const AdamsCase& adams, const std::string& folder) {
  const auto worst = [&](double step, auto allowed) {
    double share = 0;
    for (const auto& [name, error] : adams_errors(adams, step, folder))
      if (adams.chrono_tolerance.contains(name)) share = std::max(share, error / allowed(name));
    return share;
  };
  const auto chronos = [&](const std::string& name) { return adams.chrono_tolerance.at(name); };
  const auto tight = [&](const std::string& name) {
    const double floor = adams.floor.contains(name) ? adams.floor.at(name) : 0;
    return std::max(10 * floor, 0.1 * chronos(name));
  };
  const std::string own =
      fmt::format("h {:g}: largest error / (10 floors or a tenth of Chrono's tolerance)", adams.chrono_step);
  const std::string twice = fmt::format("h {:g}: largest error / Chrono's tolerance", 2 * adams.chrono_step);
  return {{{own, 0, worst(adams.chrono_step, tight), 1},
           {twice, 0, worst(2 * adams.chrono_step, chronos), 1, "1 (Chrono, at half the step)"}}};
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
