#include "bench_plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <sstream>

#include <fmt/format.h>

#include "key_values.h"
#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini::cli {
namespace {

/// Empty parts, as in "a,,b", are kept so that they are refused as names and numbers.
std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

}  // namespace

Json BenchPlan::to_json() const {
  Json files = Json::array();
  for (const auto& problem : problems)
    files.push_back(
        {{"name", problem.name},
         {"from", problem.recipe.empty() ? std::filesystem::absolute(problem.file).string() : problem.recipe}});
  return {{"problems", files},        {"solvers", solvers},
          {"tolerances", tolerances}, {"law", law ? Json(*law) : Json()},
          {"time_limit", time_limit}, {"memory_limit", memory_limit},
          {"settings", settings}};
}

std::vector<std::string> parse_solvers(const std::string& list) {
  std::vector<std::string> solvers;
  for (const auto& name : split(list)) {
    find_solver(name);
    if (std::find(solvers.begin(), solvers.end(), name) == solvers.end()) solvers.push_back(name);
  }
  return solvers;
}

std::vector<double> parse_tolerances(const std::string& list) {
  std::vector<double> tolerances;
  for (const auto& part : split(list)) {
    double value = 0;
    const char* end = part.data() + part.size();
    const auto [rest, error] = std::from_chars(part.data(), end, value);
    if (error != std::errc{} || rest != end || !std::isfinite(value) || value <= 0)
      throw InputError(fmt::format("--tolerance {}: '{}' is not a finite number > 0", list, part));
    tolerances.push_back(value);
  }
  std::sort(tolerances.begin(), tolerances.end(), std::greater<>());
  tolerances.erase(std::unique(tolerances.begin(), tolerances.end()), tolerances.end());
  return tolerances;
}

void take_settings(BenchPlan& plan, const std::vector<std::string>& settings) {
  for (const auto& setting : settings) {
    const auto dot = setting.find('.');
    if (dot == std::string::npos || setting.find('=') < dot)
      throw InputError(fmt::format("--set {}: expected solver.key=value", setting));
    const std::string solver = setting.substr(0, dot);
    if (std::find(plan.solvers.begin(), plan.solvers.end(), solver) == plan.solvers.end())
      throw InputError(fmt::format("--set {}: {}", setting, unknown_name_message("solver", solver, plan.solvers)));
    plan.settings[solver].push_back(setting.substr(dot + 1));
  }
  for (const auto& name : plan.solvers) {
    if (plan.law) require_law(name, law_from_string(*plan.law));
    make_solver(name, parse_key_values(plan.settings[name]));
  }
}

}  // namespace signorini::cli
