#pragma once

#include "signorini/collision/contact_patch.h"
#include "signorini/collision/gjk.h"
#include "signorini/collision/manifold.h"
#include "signorini/collision/near_triangles.h"
#include "signorini/collision/shape_info.h"

namespace signorini::collision {

/// Memory that calls share.
struct MeshScratch {
  std::vector<int> triangles;      ///< near a sphere
  std::vector<NearTriangle> near;  ///< near another solid
  std::vector<int> silhouette;     ///< edges of a polyhedron, seen along an edge of a triangle
  FacingPart part_triangle, part_solid;
  PatchScratch patch;
  std::vector<PatchPoint> points;
  Manifold found;
};

/// Appends the contacts of a solid, first, with a mesh, second, whose gaps are below the margin. Contacts with one
/// normal keep at most four points, however many triangles they lie on.
void mesh_contacts(const PlacedShape& solid, const PlacedShape& mesh, double margin, MeshScratch& scratch,
                   Manifold& manifold);

}  // namespace signorini::collision
