#pragma once

#include <array>
#include <vector>

#include "signorini/collision/aabb.h"
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
  void visit_near(const Aabb& box, double margin, Visit&& visit) const;

 private:
  struct Node {
    Aabb box;
    int begin, end;  ///< places in order_
    int right;       ///< second child; the first follows its parent. -1: a leaf
  };
  int build(int begin, int end);

  std::vector<Vector3> corners_;
  std::vector<Triangle> triangles_;
  std::vector<std::vector<int>> around_;  ///< the corners that an edge connects to each corner
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

template <typename Visit>
void Mesh::visit_near(const Aabb& box, double margin, Visit&& visit) const {
  constexpr int deepest = 64;  // halving: never more than the bits of an index
  int stack[deepest], size = 0;
  if (!nodes_.empty()) stack[size++] = 0;
  while (size > 0) {
    const int index = stack[--size];
    const Node& node = nodes_[index];
    if (!node.box.near(box, margin)) continue;
    if (node.right < 0) {
      for (int k = node.begin; k < node.end; ++k) visit(order_[k]);
    } else {
      stack[size++] = node.right;
      stack[size++] = index + 1;
    }
  }
}

}  // namespace signorini::collision
