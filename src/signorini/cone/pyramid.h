#pragma once

#include <cmath>

#include <Eigen/Geometry>

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
  const int s = static_cast<int>(turns * sides) % sides;
  return {s, ray(mu, sides, s), ray(mu, sides, s + 1)};
}

/// The nonnegative weights (a, b) of the point a·left + b·right of the sector's face nearest to x.
inline VectorN<2> nearest_on_face(const VectorN<3>& x, const Sector& sector) {
  const double g = sector.left.squaredNorm(), c = sector.left.dot(sector.right), xl = x.dot(sector.left),
               xr = x.dot(sector.right);
  const double determinant = g * g - c * c;
  const double a = (g * xl - c * xr) / determinant, b = (g * xr - c * xl) / determinant;
  if (a >= 0 && b >= 0) return {a, b};
  return b < a ? VectorN<2>(std::max(0.0, xl / g), 0) : VectorN<2>(0, std::max(0.0, xr / g));
}

/// The point of the pyramid nearest to x. By symmetry it lies over the sector that x lies over.
template <int D>
inline VectorN<D> project(const VectorN<D>& x, double mu, int sides) {
  if constexpr (D == 2) {
    return friction::project<2>(x, mu);
  } else {
    if (mu == 0) return friction::project<3>(x, mu);
    const Sector sector = sector_of(x, mu, sides);
    const VectorN<3> outward = sector.right.cross(sector.left);  // of the face; the axis is inside
    const bool inside = outward[0] > 0 ? x.dot(outward) >= 0 : x.dot(outward) <= 0;
    if (inside) return x;
    const VectorN<2> weight = nearest_on_face(x, sector);
    return weight[0] * sector.left + weight[1] * sector.right;
  }
}

}  // namespace pyramid
}  // namespace signorini
