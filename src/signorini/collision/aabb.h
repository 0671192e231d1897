#pragma once

#include <limits>

#include "signorini/math/types.h"

namespace signorini::collision {

/// Box along the axes of a frame that surrounds something.
struct Aabb {
  Vector3 low = Vector3::Constant(std::numeric_limits<double>::infinity());
  Vector3 high = Vector3::Constant(-std::numeric_limits<double>::infinity());

  void include(const Vector3& point) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  void include(const Aabb& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
  }
  Vector3 centre() const { return 0.5 * (low + high); }
  /// Whether the two are nearer than `margin` along every axis.
  bool near(const Aabb& other, double margin) const {
    for (int i = 0; i < 3; ++i)
      if (low[i] - other.high[i] > margin || other.low[i] - high[i] > margin) return false;
    return true;
  }
};

}  // namespace signorini::collision
