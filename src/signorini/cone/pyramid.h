#pragma once

#include <algorithm>
#include <cmath>

#include "signorini/cone/friction.h"

namespace signorini {

/// The friction pyramid cone{(1, μ d_s)} over p ≥ 3 directions d_s at the angles 2π s/p: the polyhedral cone inside the
/// friction cone K_μ that touches it along p rays. In the plane there are two directions, and the pyramid is the
/// friction cone.
namespace pyramid {

/// The rays (1, μ d_s) number s and s + 1 around the angle of x_T.
struct Sector {
  int s;
  VectorN<3> left, right;
};

inline VectorN<3> ray(double mu, int sides, int s) {
  const double angle = 2 * M_PI * s / sides;
  return {1, mu * std::cos(angle), mu * std::sin(angle)};
}

inline Sector sector_of(const VectorN<3>& x, double mu, int sides) {
  double turns = std::atan2(x[2], x[1]) / (2 * M_PI);
  if (turns < 0) turns += 1;
  const int s = turns >= 0 ? static_cast<int>(turns * sides) % sides : 0;  // 0 for NaN
  return {s, ray(mu, sides, s), ray(mu, sides, s + 1)};
}

/// The point of the pyramid nearest to x. By symmetry it lies over the sector that x lies over. With n the direction in
/// the middle of the sector and t the one across it, the sector's face is {α (1, slope n) + β t : |β| ≤ α halfwidth}:
/// orthogonal coordinates, in which flat cones and many sides cost no digits although the two rays are nearly parallel.
template <int D>
inline VectorN<D> project(const VectorN<D>& x, double mu, int sides) {
  if constexpr (D == 2) {
    return friction::project<2>(x, mu);
  } else {
    if (mu == 0) return friction::project<3>(x, mu);
    const Sector sector = sector_of(x, mu, sides);
    const double middle = M_PI * (2 * sector.s + 1) / sides;
    const double slope = mu * std::cos(M_PI / sides), halfwidth = mu * std::sin(M_PI / sides);
    const VectorN<2> n(std::cos(middle), std::sin(middle)), t(-n[1], n[0]);
    const double height = n[0] * x[1] + n[1] * x[2], beta = t[0] * x[1] + t[1] * x[2];
    if (x[0] >= 0 && height <= slope * x[0]) return x;
    const double alpha = (x[0] + slope * height) / (1 + slope * slope);
    if (alpha >= 0 && std::abs(beta) <= alpha * halfwidth)
      return {alpha, alpha * slope * n[0] + beta * t[0], alpha * slope * n[1] + beta * t[1]};
    const VectorN<3>& ray = beta > 0 ? sector.right : sector.left;
    return std::max(x.dot(ray) / ray.squaredNorm(), 0.0) * ray;  // in this order NaN stays NaN
  }
}

}  // namespace pyramid
}  // namespace signorini
