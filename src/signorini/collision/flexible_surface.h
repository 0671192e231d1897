#pragma once

#include <array>
#include <vector>

#include "signorini/collision/box_tree.h"
#include "signorini/model/model.h"

namespace signorini::collision {

/// A side of an element on the surface: three corners, or these and the middles of the edges 01, 12, 20.
struct SurfaceFace {
  int count = 0;
  std::array<int, 6> nodes = {};
  double height = 0;  ///< of its element above it, at rest, m

  /// Of its nodes at (ξ, η), the second and third barycentric coordinates.
  std::array<double, 6> weights(double xi, double eta) const;
  Vector3 place(const std::array<double, 6>& weights, const std::vector<Vector3>& nodes) const;
};

/// A flat triangle between nodes: a face with three nodes, or a quarter of one with six.
struct SurfacePatch {
  int face;
  std::array<int, 3> nodes;                ///< counter-clockwise seen from outside
  std::array<Eigen::Vector2d, 3> corners;  ///< (ξ, η) of these on the face
};

/// What is touched of a flexible body. Nodes are numbered over all flexible bodies, one after the other.
struct FlexibleSurface {
  FlexibleSurface(const Model& model, const FlexibleBody& body, int number, int first_node);

  int body;      ///< its number, behind those of the rigid bodies
  int material;  ///< place in Model::materials
  bool touches_itself;
  std::vector<int> nodes;
  std::vector<SurfaceFace> faces;
  std::vector<SurfacePatch> patches;
  std::vector<int> not_with;     ///< rigid bodies that it is welded to
  int first_node;                ///< of this body
  std::vector<bool> held;        ///< by the world or a fixed body; by node, from the first of this body on
  std::vector<Aabb> rest_boxes;  ///< of the patches
  std::vector<Vector3> at_rest;  ///< by node, from the first of this body on
  double patch_area;             ///< mean, at rest, m²

  // Where it is now:
  std::vector<Vector3> normals;       ///< of the patches, unit, outwards; 0 where there is no area
  std::vector<Vector3> node_normals;  ///< means of those around, unit; by node, from the first of this body on
  std::vector<Aabb> boxes;            ///< of the faces
  BoxTree tree;                       ///< of these
  double largest_face = 0;            ///< diagonal of its box, m

  void move_to(const std::vector<Vector3>& places);
  bool is_held(int node) const { return held[static_cast<std::size_t>(node - first_node)]; }
  /// Whether none of a face's nodes can move.
  bool holds(const SurfaceFace& face) const;
  int patches_per_face() const { return static_cast<int>(patches.size() / faces.size()); }
};

}  // namespace signorini::collision
