#pragma once

#include "signorini/collision/containers.h"
#include "signorini/collision/convex_pairs.h"
#include "signorini/collision/manifold.h"
#include "signorini/collision/mesh_pairs.h"
#include "signorini/collision/shape_info.h"

namespace signorini::collision {

/// Memory that calls share.
struct NarrowScratch {
  ContainerScratch container;
  ConvexScratch convex;
  MeshScratch mesh;
};

/// Overwrites `manifold` with the contacts of two shapes whose gaps are below the margin, by increasing feature.
void touch(const PlacedShape& first, const PlacedShape& second, double margin, NarrowScratch& scratch,
           Manifold& manifold);

}  // namespace signorini::collision
