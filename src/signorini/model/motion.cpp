#include "signorini/model/motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "signorini/model/limits.h"

namespace signorini {
namespace {

constexpr double turn = 2 * std::numbers::pi;

double sine_argument(const SineMotion& m, double time) { return turn * m.frequency * time + m.phase; }

/// The place of the first time after `time`: 0 before the table, its size after.
std::size_t place_after(const TableMotion& table, double time) {
  return static_cast<std::size_t>(std::upper_bound(table.times.begin(), table.times.end(), time) - table.times.begin());
}

double slope_before(const TableMotion& table, std::size_t i) {
  return (table.values[i] - table.values[i - 1]) / (table.times[i] - table.times[i - 1]);
}

double value_of(const ConstantMotion& m, double) { return m.value; }
double value_of(const RampMotion& m, double time) { return m.start + m.slope * time; }
double value_of(const SineMotion& m, double time) { return m.offset + m.amplitude * std::sin(sine_argument(m, time)); }
double value_of(const TableMotion& m, double time) {
  if (m.times.empty()) return 0;
  const std::size_t i = place_after(m, time);
  if (i == 0) return m.values.front();
  if (i == m.times.size()) return m.values.back();
  return m.values[i - 1] + slope_before(m, i) * (time - m.times[i - 1]);
}

double rate_of(const ConstantMotion&, double) { return 0; }
double rate_of(const RampMotion& m, double) { return m.slope; }
double rate_of(const SineMotion& m, double time) {
  return m.amplitude * turn * m.frequency * std::cos(sine_argument(m, time));
}
double rate_of(const TableMotion& m, double time) {
  const std::size_t i = place_after(m, time);
  return i == 0 || i == m.times.size() ? 0 : slope_before(m, i);
}

double integral_of(const ConstantMotion& m, double time) { return m.value * time; }
double integral_of(const RampMotion& m, double time) { return (m.start + 0.5 * m.slope * time) * time; }
double integral_of(const SineMotion& m, double time) {
  // cos φ - cos(φ + x) = 2 sin(φ + x/2) sin(x/2): no division by the frequency, which may be 0.
  const double half = 0.5 * turn * m.frequency * time;
  const double sine_ratio = half == 0 ? 1 : std::sin(half) / half;
  return (m.offset + m.amplitude * std::sin(m.phase + half) * sine_ratio) * time;
}
/// From the table's first time.
double table_integral(const TableMotion& m, double time) {
  if (time <= m.times.front()) return m.values.front() * (time - m.times.front());
  double sum = 0;
  std::size_t i = 1;
  for (; i < m.times.size() && m.times[i] <= time; ++i)
    sum += 0.5 * (m.values[i - 1] + m.values[i]) * (m.times[i] - m.times[i - 1]);
  return sum + 0.5 * (m.values[i - 1] + value_of(m, time)) * (time - m.times[i - 1]);
}
double integral_of(const TableMotion& m, double time) {
  return m.times.empty() ? 0 : table_integral(m, time) - table_integral(m, 0);
}

/// "is inf, not a finite number"; empty for one to go on with.
std::string number_defect(double number) {
  if (std::abs(number) <= largest_quantity) return "";
  return fmt::format("is {}, {}", number, std::isfinite(number) ? "beyond 1e100" : "not a finite number");
}

struct NamedNumber {
  const char* name;
  double value;
};
std::string first_defect(std::initializer_list<NamedNumber> numbers) {
  for (const auto& [name, number] : numbers)
    if (const std::string defect = number_defect(number); !defect.empty()) return fmt::format("{} {}", name, defect);
  return "";
}

std::string defect_of(const ConstantMotion& m) { return first_defect({{"value", m.value}}); }
std::string defect_of(const RampMotion& m) { return first_defect({{"start", m.start}, {"slope", m.slope}}); }
std::string defect_of(const SineMotion& m) {
  return first_defect(
      {{"offset", m.offset}, {"amplitude", m.amplitude}, {"frequency", m.frequency}, {"phase", m.phase}});
}
std::string defect_of(const TableMotion& m) {
  if (m.times.empty()) return "the table of the motion is empty";
  if (m.times.size() != m.values.size())
    return fmt::format("the table has {} times but {} values", m.times.size(), m.values.size());
  for (std::size_t i = 0; i < m.times.size(); ++i) {
    for (const auto& [name, number] : {std::pair("times", m.times[i]), std::pair("values", m.values[i])})
      if (const std::string defect = number_defect(number); !defect.empty())
        return fmt::format("{}[{}] {}", name, i, defect);
    if (i > 0 && m.times[i] <= m.times[i - 1])
      return fmt::format("times[{}] is {} after {}, but times must increase", i, m.times[i], m.times[i - 1]);
  }
  return "";
}

}  // namespace

double value(const Motion& motion, double time) {
  return std::visit([&](const auto& m) { return value_of(m, time); }, motion);
}
double rate(const Motion& motion, double time) {
  return std::visit([&](const auto& m) { return rate_of(m, time); }, motion);
}
double integral(const Motion& motion, double time) {
  return std::visit([&](const auto& m) { return integral_of(m, time); }, motion);
}
std::string motion_defect(const Motion& motion) {
  return std::visit([](const auto& m) { return defect_of(m); }, motion);
}

}  // namespace signorini
