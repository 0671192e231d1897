#pragma once

#include <string>
#include <variant>
#include <vector>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// A prescribed function of time s(t) and its rate, in the unit of what it drives (m or rad, or m/s or rad/s).
struct ConstantMotion {
  double value = 0;
};
/// start + slope t.
struct RampMotion {
  double start = 0, slope = 0;
};
/// offset + amplitude sin(2π frequency t + phase), frequency in Hz, phase in rad.
struct SineMotion {
  double offset = 0, amplitude = 0, frequency = 0, phase = 0;
};
/// Straight lines between the given points, the end values before and after. Times increase.
struct TableMotion {
  std::vector<double> times, values;
};
using Motion = std::variant<ConstantMotion, RampMotion, SineMotion, TableMotion>;

double value(const Motion& motion, double time);
/// At a kink of a table, the slope after it.
double rate(const Motion& motion, double time);
/// ∫₀ᵗ s, for speed motors: the position that the speed leads to.
double integral(const Motion& motion, double time);

/// Why the motion cannot be used (a number that is not finite, times that do not increase), in a sentence; empty when
/// it can.
std::string motion_defect(const Motion& motion);

}  // namespace signorini
