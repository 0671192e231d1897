#pragma once

#include <vector>

#include "signorini/collision/shape_info.h"

namespace signorini::collision {

/// A point of a solid that can touch a flat wall.
struct SupportPoint {
  Vector3 point;  ///< world; of a capsule, the centre of an end
  int id;         ///< which of the solid's points, the same from step to step
};

/// Faces whose normals differ from a direction by less than this (the cosine of 18°) count as facing it.
inline constexpr double facing_cosine = 0.95;
inline constexpr double facing_sine = 0.31;

/// Corners of the polygon that stands for a cylinder's cap.
inline constexpr int cap_corners = 8;
/// Ids of a cylinder's points: corners of the lower and the upper cap, then the point of each rim that is farthest
/// along the direction asked for.
inline constexpr int rim_point_id = 2 * cap_corners;
inline Vector3 cap_corner(const ShapeInfo& cylinder, int id);

/// Appends the points of a solid that can touch a half space whose surface lies in `direction` from it: of polyhedra
/// the corners of the faces that face it, of a cylinder points of its cap when that faces the half space and otherwise
/// a point of each rim, of a capsule its two ends.
void support_points(const PlacedShape& solid, const Vector3& direction, std::vector<SupportPoint>& points);

inline Vector3 cap_corner(const ShapeInfo& cylinder, int id) {
  constexpr double h = 0.70710678118654752440;
  constexpr double cosines[cap_corners] = {1, h, 0, -h, -1, -h, 0, h};
  const int k = id % cap_corners;
  return {cylinder.radius * cosines[k], cylinder.radius * cosines[(k + 6) % cap_corners],
          id < cap_corners ? -cylinder.half_length : cylinder.half_length};
}

}  // namespace signorini::collision
