#pragma once

#include <cmath>
#include <limits>

namespace signorini {

/// A frictionless unilateral row: the half line K = {r ≥ 0}, its own dual. The Jordan algebra is the one of the real
/// numbers.
namespace positive {

/// The tolerance is absolute, in the unit of x.
inline bool contains(double x, double tolerance = 0) { return x >= -tolerance; }
inline double project(double x) { return x > 0 ? x : 0; }
inline double project_dual(double x) { return project(x); }

inline double product(double x, double y) { return x * y; }
/// y ⊘ x, the z with y ∘ z = x: the divisor comes first.
inline double quotient(double y, double x) { return x / y; }

/// Nesterov-Todd scaling w of y > 0 and λ > 0: w λ = y / w (thesis eq. 4.42).
inline double scaling(double y, double lambda) { return std::sqrt(y / lambda); }
/// The scaled point z = w λ = y / w.
inline double scaled_point(double y, double lambda) { return std::sqrt(y * lambda); }

/// The largest α with x + α dx ≥ 0, for x ≥ 0; +∞ when the direction never leaves, NaN for a NaN.
inline double step_to_boundary(double x, double dx) {
  return dx >= 0 ? std::numeric_limits<double>::infinity() : -x / dx;
}

}  // namespace positive
}  // namespace signorini
