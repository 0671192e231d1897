#pragma once

#include "signorini/collision/contact_patch.h"
#include "signorini/collision/gjk.h"
#include "signorini/collision/penetration.h"
#include "signorini/collision/separating_axis.h"

namespace signorini::collision {

/// Memory that calls share.
struct ConvexScratch {
  AxisScratch axes;
  PenetrationScratch penetration;
  FacingPart part_a, part_b;
  PatchScratch patch;
  std::vector<PatchPoint> points;
};

/// Appends the contacts of two solids, neither of them a sphere, whose gaps are below the margin: at most four.
///
/// All of them share one normal, that of the nearest points of the two solids, or of the shortest way out when they
/// overlap. The parts of the two surfaces that face each other along it are laid over each other.
void convex_contacts(const PlacedShape& first, const PlacedShape& second, double margin, ConvexScratch& scratch,
                     Manifold& manifold);

}  // namespace signorini::collision
