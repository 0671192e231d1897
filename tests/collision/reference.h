#pragma once

#include <vector>

#include "signorini/model/shape.h"

namespace signorini::collision_test {

/// A polyhedron in world coordinates, for tests that try everything.
struct PlainPolyhedron {
  std::vector<Vector3> corners;
  std::vector<std::vector<int>> faces;

  PlainPolyhedron(const ConvexHull& hull, const Pose& pose);
};
ConvexHull box_hull(const Vector3& half);

/// The signed distance of two convex polyhedra by trying all pairs: corners with faces and edges with edges when they
/// are apart, else the least overlap along all face normals and all products of edges.
double brute_force_distance(const PlainPolyhedron& a, const PlainPolyhedron& b);

}  // namespace signorini::collision_test
