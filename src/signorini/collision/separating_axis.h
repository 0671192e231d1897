#pragma once

#include <vector>

#include "signorini/collision/convex.h"

namespace signorini::collision {

/// The direction along which two polyhedral cores are farthest apart, among the normals of their faces and of the
/// planes that two of their edges span. When they overlap it is the shortest way out.
struct SeparatingAxis {
  enum class Kind { none, face_of_a, face_of_b, edges } kind = Kind::none;
  double separation;  ///< negative: how deep they overlap, m
  Vector3 normal;     ///< unit, from a to b
  int of_a, of_b;     ///< the face and the corner that it meets, or the two edges
};

/// Memory that calls share: polyhedra in common coordinates.
struct AxisScratch {
  struct Placed {
    std::vector<Vector3> corners, normals, edges;
  } a, b;
  std::vector<int> partners;  ///< edges of b that an edge of a may make a face with
};

/// Among the faces' normals only. Ends early, with an axis along which they are at least `reach` apart, where there is
/// one.
SeparatingAxis separating_face(const Convex& a, const Convex& b, double reach, AxisScratch& scratch);

/// `face`, or two edges that separate better; after separating_face() with the same scratch. The costly part: every
/// edge is compared with every edge.
SeparatingAxis separating_axis(const Convex& a, const Convex& b, double reach, const SeparatingAxis& face,
                               AxisScratch& scratch);

}  // namespace signorini::collision
