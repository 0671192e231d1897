#pragma once

#include <array>
#include <vector>

#include "signorini/collision/gjk.h"

namespace signorini::collision {

/// Memory that calls share.
struct PenetrationScratch {
  struct Face {
    std::array<int, 3> corners;
    Vector3 normal;   ///< unit, outwards
    double distance;  ///< of the origin from its plane, m
  };
  std::vector<DifferencePoint> points;
  std::vector<Face> faces;
  std::vector<std::pair<int, int>> horizon;
};

struct Penetration {
  Vector3 normal;  ///< unit, from a to b: the shortest way out
  Vector3 on_a;    ///< the core's point that is deepest in b
};

/// For cores that overlap, from the simplex that core_distance() ended with.
///
/// The expanding polytope algorithm (van den Bergen, "Collision detection in interactive 3D environments", 2003): a
/// polytope inside of the difference a - b grows where its surface is nearest to the origin. Of all directions tried,
/// the one with the least overlap is returned, so that rounding costs accuracy but never sense.
Penetration penetration(const Convex& a, const Convex& b, const CoreDistance& overlap, PenetrationScratch& scratch);

}  // namespace signorini::collision
