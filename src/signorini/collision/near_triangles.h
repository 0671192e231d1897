#pragma once

#include <vector>

#include "signorini/collision/convex.h"
#include "signorini/collision/gjk.h"
#include "signorini/collision/mesh.h"

namespace signorini::collision {

/// A triangle and the solid, within reach of each other.
struct NearTriangle {
  int index;
  CoreDistance distance;  ///< from the triangle to the solid; not `far`
};

/// Directions along which a solid is seen to be out of reach of parts of a mesh. Neighbouring triangles are mostly kept
/// apart by the same direction, so that few are met by GJK.
class SeparatingDirections {
 public:
  /// `reach`: m. Both must outlive this.
  SeparatingDirections(const Convex& solid, double reach) : solid_(solid), reach_(reach) {}
  /// Unit, from the mesh to the solid.
  void add(const Vector3& normal);
  bool separate(const Aabb& box) const;
  bool separate(const std::array<Vector3, 3>& corners) const;

 private:
  struct Known {
    Vector3 normal;
    double highest;  ///< what lies lower along the normal is out of reach
  };
  const Convex& solid_;
  double reach_;
  std::vector<Known> known_;
  std::size_t next_ = 0;
};

/// The triangles of a mesh within reach of a convex solid with its centre in front of them, by increasing index.
/// `solid` in the mesh's frame, `box` around it; `margin`: m, on top of what the solid is rounded by.
void near_triangles(const Mesh& mesh, const Convex& solid, const Aabb& box, double margin,
                    std::vector<NearTriangle>& triangles);

}  // namespace signorini::collision
