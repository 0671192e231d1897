#pragma once

#include <array>

#include "signorini/math/types.h"

namespace signorini::collision {

using Triangle2 = std::array<Eigen::Vector2d, 3>;

/// Twice the area, positive where the corners go counter-clockwise.
inline double twice_area(const Triangle2& t) {
  const Eigen::Vector2d a = t[1] - t[0], b = t[2] - t[0];
  return a.x() * b.y() - a.y() * b.x();
}

/// The barycentric coordinates of a point. The triangle must have an area.
inline Vector3 barycentric(const Triangle2& t, const Eigen::Vector2d& point) {
  const double whole = twice_area(t);
  const double first = twice_area({point, t[1], t[2]}) / whole, second = twice_area({t[0], point, t[2]}) / whole;
  return {first, second, 1 - first - second};
}

/// What two counter-clockwise triangles have in common.
struct Overlap2 {
  int count = 0;                           ///< of its corners, counter-clockwise; 0: nothing
  std::array<Eigen::Vector2d, 9> corners;  ///< each cut adds one at most, to three; six remain without rounding
};
Overlap2 overlap(const Triangle2& a, const Triangle2& b);

}  // namespace signorini::collision
