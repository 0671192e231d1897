#pragma once

#include <array>

#include "signorini/collision/convex.h"

namespace signorini::collision {

/// A point of the difference a - b of two cores, with the points it comes from.
struct DifferencePoint {
  Vector3 point, on_a, on_b;
};

struct CoreDistance {
  enum class State { far, apart, overlapping } state;
  double distance;                         ///< when apart, m
  Vector3 normal;                          ///< unit, from a to b; when overlapping: the least overlap that was seen
  Vector3 on_a, on_b;                      ///< when apart: the nearest points
  std::array<DifferencePoint, 4> simplex;  ///< when overlapping: around the origin, or (fewer points) touching it
  int simplex_size;
};

/// The distance of two cores; `far` as soon as it is known to be at least `reach`.
///
/// Gilbert, Johnson, Keerthi, IEEE J. Robotics and Automation 4 (1988), with the nearest point of a simplex found from
/// its faces' planes instead of determinants, and a stop as soon as no progress can be measured.
CoreDistance core_distance(const Convex& a, const Convex& b, double reach);

}  // namespace signorini::collision
