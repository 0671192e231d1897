#include "signorini/collision/narrow_phase.h"

#include <algorithm>

#include "signorini/collision/sphere_pairs.h"

namespace signorini::collision {
namespace {

/// The kind of the first shape is not after that of the second.
void touch_in_order(const PlacedShape& first, const PlacedShape& second, double margin, NarrowScratch& scratch,
                    Manifold& manifold) {
  const bool sphere = first.info->kind == Kind::sphere;
  const Ball ball{first.position, first.info->radius};
  if (second.info->kind == Kind::mesh) {
    mesh_contacts(first, second, margin, scratch.mesh, manifold);
  } else if (is_boundary(second.info->kind)) {
    boundary_contacts(first, second, margin, scratch.container, manifold);
  } else if (!sphere) {
    convex_contacts(first, second, margin, scratch.convex, manifold);
  } else if (second.info->kind == Kind::sphere) {
    sphere_sphere(ball, {second.position, second.info->radius}, margin, manifold);
  } else {
    sphere_solid(ball, second, margin, manifold);
  }
}

}  // namespace

void touch(const PlacedShape& first, const PlacedShape& second, double margin, NarrowScratch& scratch,
           Manifold& manifold) {
  manifold.clear();
  if (first.info->kind <= second.info->kind) {
    touch_in_order(first, second, margin, scratch, manifold);
  } else {
    touch_in_order(second, first, margin, scratch, manifold);
    flip(manifold);
  }
  if (manifold.size() < 2) return;
  std::sort(manifold.begin(), manifold.end(),
            [](const ManifoldPoint& p, const ManifoldPoint& q) { return p.feature < q.feature; });
  // Names that were shortened to fit may coincide.
  for (std::size_t i = 1; i < manifold.size(); ++i)
    manifold[i].feature = std::max(manifold[i].feature, manifold[i - 1].feature + 1);
}

}  // namespace signorini::collision
