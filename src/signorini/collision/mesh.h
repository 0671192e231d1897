#pragma once

#include <array>
#include <vector>

#include "signorini/collision/box_tree.h"
#include "signorini/model/shape.h"

namespace signorini::collision {

/// A triangle mesh with its neighbourhoods and a tree of boxes, in its own frame. Corners at the same place are one.
class Mesh {
 public:
  explicit Mesh(const TriangleMesh& mesh);

  struct Triangle {
    std::array<int, 3> corners;
    Vector3 normal;                 ///< unit, out of the solid
    std::array<int, 3> neighbours;  ///< across the edge from corner k to k + 1; -1 at a border
    std::array<Vector3, 3> inward;  ///< unit, in the triangle's plane, perpendicular to that edge
  };
  const std::vector<Vector3>& corners() const { return corners_; }
  const Triangle& triangle(int index) const { return triangles_[index]; }
  Vector3 corner(int triangle, int k) const { return corners_[triangles_[triangle].corners[k]]; }

  /// Whether a unit direction is a normal of the surface at an edge or at a corner of a triangle: between those of the
  /// faces that meet there. Never along edges and corners that point inwards, only straight up in flat surroundings.
  bool normal_at_edge(int triangle, int edge, const Vector3& direction) const;
  bool normal_at_corner(int corner, const Vector3& direction) const;

  /// Calls visit(triangle) for every triangle whose box is nearer than `margin` to a box.
  template <typename Visit>
  void visit_near(const Aabb& box, double margin, Visit&& visit) const {
    tree_.visit_near(box, margin, visit);
  }
  /// Of the triangles.
  const BoxTree& tree() const { return tree_; }

 private:
  std::vector<Vector3> corners_;
  std::vector<Triangle> triangles_;
  std::vector<std::vector<int>> around_;  ///< the corners that an edge connects to each corner
  BoxTree tree_;
};

}  // namespace signorini::collision
