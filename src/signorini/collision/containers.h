#pragma once

#include "signorini/collision/manifold.h"
#include "signorini/collision/shape_info.h"
#include "signorini/collision/support_points.h"

namespace signorini::collision {

/// A lower bound for the distance of a point from a plane's or a container's material; negative inside of it, m.
double clearance(const PlacedShape& boundary, const Vector3& point);

/// Memory that calls share.
struct ContainerScratch {
  std::vector<SupportPoint> points;
};

/// Appends the contacts of a solid, first, with a plane or a container, second, whose gap is below the margin.
/// Features: the wall for spheres, wall + 8 · point for other solids.
void boundary_contacts(const PlacedShape& solid, const PlacedShape& boundary, double margin, ContainerScratch& scratch,
                       Manifold& manifold);

}  // namespace signorini::collision
