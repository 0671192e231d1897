#pragma once

#include "signorini/collision/manifold.h"
#include "signorini/collision/shape_info.h"

namespace signorini::collision {

/// Appends the contact of two spheres when its gap is below the margin.
inline void sphere_sphere(const Ball& a, const Ball& b, double margin, Manifold& manifold) {
  const Vector3 separation = b.centre - a.centre;
  const double distance = separation.norm(), gap = distance - a.radius - b.radius;
  if (!(gap < margin)) return;
  const Vector3 normal = distance > 0 ? Vector3(separation / distance) : Vector3::UnitZ();
  manifold.push_back({a.centre + (a.radius + 0.5 * gap) * normal, normal, gap, 0});
}

/// The point of a solid's surface that is nearest to a point.
struct SurfaceDistance {
  double distance;  ///< negative inside, m
  Vector3 normal;   ///< unit, out of the solid
};
/// Of a box, capsule, cylinder or hull, in the solid's frame. `reach`: farther away than this, any larger answer will
/// do.
SurfaceDistance distance_from_surface(const ShapeInfo& solid, const Vector3& point, double reach);

/// Appends the contact of a sphere, first, with any other solid, second, when its gap is below the margin.
void sphere_solid(const Ball& sphere, const PlacedShape& solid, double margin, Manifold& manifold);

}  // namespace signorini::collision
