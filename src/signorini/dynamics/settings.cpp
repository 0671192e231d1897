#include "signorini/dynamics/settings.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/model/flexible_width.h"
#include "signorini/model/limits.h"
#include "signorini/model/model.h"

namespace signorini {

std::int64_t step_count(const Settings& settings) {
  constexpr double most = 9007199254740992;  // 2^53: beyond, doubles (step times number) skip whole numbers
  const double steps = std::round(settings.duration / settings.step);
  if (steps >= 1 && steps <= most) return static_cast<std::int64_t>(steps);
  throw InputError(steps < 1
                       ? fmt::format("duration is {} s, less than half a step of {} s: no step would be done; give "
                                     "a longer duration or a shorter step",
                                     settings.duration, settings.step)
                       : fmt::format("duration is {} s, {:.3g} steps of {} s, more than can be counted: give a "
                                     "shorter duration or a longer step",
                                     settings.duration, steps, settings.step));
}

std::vector<std::string> validate(const Settings& settings) {
  std::vector<std::string> faults;
  const auto require = [&](bool sound, const char* name, double value, const char* expected) {
    if (!sound)
      faults.push_back(fmt::format("{} is {}, expected a number {}{}", name, value, expected,
                                   value > largest_quantity ? " and at most 1e100" : ""));
  };
  const auto positive = [](double x) { return x > 0 && x <= largest_quantity; };
  const auto at_least_zero = [](double x) { return x >= 0 && x <= largest_quantity; };
  require(positive(settings.step), "step", settings.step, "> 0");
  require(at_least_zero(settings.accuracy), "accuracy", settings.accuracy, ">= 0");
  require(positive(settings.duration), "duration", settings.duration, "> 0");
  require(at_least_zero(settings.rest_energy), "rest_energy", settings.rest_energy, ">= 0");
  require(settings.pyramid_sides >= 3, "pyramid_sides", settings.pyramid_sides, ">= 3");
  require(positive(settings.tolerance), "tolerance", settings.tolerance, "> 0");
  require(settings.max_iterations >= 0, "max_iterations", settings.max_iterations, ">= 0");
  require(at_least_zero(settings.margin), "margin", settings.margin, ">= 0");
  require(at_least_zero(settings.recovery_speed), "recovery_speed", settings.recovery_speed, ">= 0");
  require(at_least_zero(settings.restitution_threshold), "restitution_threshold", settings.restitution_threshold,
          ">= 0");
  require(positive(settings.energy.unexplained), "energy.unexplained", settings.energy.unexplained, "> 0");
  require(positive(settings.energy.stabilisation), "energy.stabilisation", settings.energy.stabilisation, "> 0");
  return faults;
}

double contact_margin(const Model& model, const Settings& settings) {
  constexpr double share = 0.1, without_solids = 0.01;
  if (settings.margin > 0) return settings.margin;
  double smallest = INFINITY;
  for (const Body& body : model.bodies)
    if (!body.fixed) smallest = std::min(smallest, half_width(body));
  for (const FlexibleBody& body : model.flexible_bodies)
    if (body.touches) smallest = std::min(smallest, half_width(body));
  return std::isfinite(smallest) ? share * smallest : without_solids;
}

}  // namespace signorini
