#include "signorini/dynamics/settings.h"

#include <cmath>

#include <fmt/format.h>

#include "signorini/base/error.h"

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

}  // namespace signorini
