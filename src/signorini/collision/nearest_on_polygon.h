#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include <Eigen/Geometry>

#include "signorini/math/types.h"

namespace signorini::collision {

inline Vector3 nearest_on_segment(const Vector3& point, const Vector3& a, const Vector3& b) {
  const Vector3 along = b - a;
  const double square = along.squaredNorm();
  return square > 0 ? Vector3(a + std::clamp((point - a).dot(along) / square, 0.0, 1.0) * along) : a;
}

struct NearestOnPolygon {
  Vector3 point;
  bool interior;  ///< straight below or above the point asked for
};
/// On a flat convex polygon whose corners run counter-clockwise about its unit normal.
inline NearestOnPolygon nearest_on_polygon(const Vector3& point, std::span<const Vector3> corners,
                                           std::span<const int> loop, const Vector3& normal) {
  bool over = true;
  double nearest = std::numeric_limits<double>::infinity();
  Vector3 result = point - normal.dot(point - corners[loop[0]]) * normal;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vector3 &a = corners[loop[i]], &b = corners[loop[(i + 1) % loop.size()]];
    if ((b - a).cross(point - a).dot(normal) >= 0) continue;  // on the inner side of this edge
    const Vector3 foot = nearest_on_segment(point, a, b);
    const double distance = (point - foot).squaredNorm();
    if (over || distance < nearest) {
      nearest = distance;
      result = foot;
    }
    over = false;
  }
  return {result, over};
}

}  // namespace signorini::collision
