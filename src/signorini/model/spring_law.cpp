#include "signorini/model/spring_law.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "signorini/model/limits.h"

namespace signorini {
namespace {

using ForceTable = std::vector<ForcePoint>;

double table_force(const ForceTable& table, double e) {
  const auto after = std::upper_bound(table.begin(), table.end(), e,
                                      [](double x, const ForcePoint& point) { return x < point.elongation; });
  if (after == table.begin()) return table.front().force;
  if (after == table.end()) return table.back().force;
  const ForcePoint &a = after[-1], &b = *after;
  const double share = (e - a.elongation) / (b.elongation - a.elongation);
  return (1 - share) * a.force + share * b.force;
}

/// Piece by piece, each with its share of the way. `from` < `to`.
double table_mean(const ForceTable& table, double from, double to) {
  double mean = 0, at = from;
  const auto add_piece = [&](double end) {
    mean += (end - at) / (to - from) * 0.5 * (table_force(table, at) + table_force(table, end));
    at = end;
  };
  for (const ForcePoint& point : table)
    if (point.elongation > from && point.elongation < to) add_piece(point.elongation);
  add_piece(to);
  return mean;
}

/// Of |e| e between a and b.
double mean_square(double a, double b) {
  if (a >= 0 && b >= 0) return (a * a + a * b + b * b) / 3;
  if (a <= 0 && b <= 0) return -(a * a + a * b + b * b) / 3;
  // (|b|³ - |a|³) / 3 (b - a); between different signs |b - a| = |a| + |b|.
  const double x = std::abs(a), y = std::abs(b);
  return (b > a ? 1 : -1) * (y - x) * (y * y + x * y + x * x) / (3 * (x + y));
}

}  // namespace

double elastic_force(const Spring& spring, double e) {
  if (!spring.table.empty()) return table_force(spring.table, e);
  return (spring.stiffness + spring.progressive * std::abs(e)) * e;
}

double elastic_energy(const Spring& spring, double e) {
  if (!spring.table.empty()) return mean_elastic_force(spring, 0, e) * e;
  return (spring.stiffness / 2 + spring.progressive * std::abs(e) / 3) * e * e;
}

double mean_elastic_force(const Spring& spring, double from, double to) {
  if (spring.table.empty()) {
    const double linear = spring.stiffness * (0.5 * (from + to));
    return spring.progressive == 0 ? linear : linear + spring.progressive * mean_square(from, to);
  }
  if (from == to) return table_force(spring.table, from);
  return table_mean(spring.table, std::min(from, to), std::max(from, to));
}

std::string table_defect(const ForceTable& table) {
  if (table.size() == 1) return "has one point, but a law needs at least two";
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto& [elongation, force] = table[i];
    if (!(std::abs(elongation) <= largest_quantity && std::abs(force) <= largest_quantity))
      return fmt::format("[{}] is ({}, {}), but both must be finite and at most 1e100", i, elongation, force);
    if (i > 0 && !(elongation > table[i - 1].elongation))
      return fmt::format("[{}] has the elongation {} after {}, but elongations must increase", i, elongation,
                         table[i - 1].elongation);
  }
  return "";
}

}  // namespace signorini
