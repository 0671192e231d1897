#include "signorini/collision/flexible_surface.h"

#include <algorithm>
#include <numeric>

#include <Eigen/Geometry>

#include "signorini/fem/tet_mesh.h"

namespace signorini::collision {
namespace {

std::array<Vector3, 3> corners_of(const SurfacePatch& patch, const std::vector<Vector3>& places, int first_node) {
  return {places[static_cast<std::size_t>(patch.nodes[0] - first_node)],
          places[static_cast<std::size_t>(patch.nodes[1] - first_node)],
          places[static_cast<std::size_t>(patch.nodes[2] - first_node)]};
}

/// Twice the area, along the outer normal.
Vector3 doubled_area(const std::array<Vector3, 3>& corners) {
  return (corners[1] - corners[0]).cross(corners[2] - corners[0]);
}

/// The triangles between a face's nodes, by their places in the face, and where these are.
constexpr std::array<std::array<int, 3>, 4> quarters{{{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}}};
const std::array<Eigen::Vector2d, 6> node_places{Eigen::Vector2d(0, 0),     Eigen::Vector2d(1, 0),
                                                 Eigen::Vector2d(0, 1),     Eigen::Vector2d(0.5, 0),
                                                 Eigen::Vector2d(0.5, 0.5), Eigen::Vector2d(0, 0.5)};

SurfacePatch patch_between(int face, const SurfaceFace& nodes, const std::array<int, 3>& corners) {
  SurfacePatch patch{face, {}, {}};
  for (std::size_t k = 0; k < 3; ++k) {
    patch.nodes[k] = nodes.nodes[static_cast<std::size_t>(corners[k])];
    patch.corners[k] = node_places[static_cast<std::size_t>(corners[k])];
  }
  return patch;
}

}  // namespace

std::array<double, 6> SurfaceFace::weights(double xi, double eta) const {
  const double zeta = 1 - xi - eta;
  if (count == 3) return {zeta, xi, eta};
  return {zeta * (2 * zeta - 1), xi * (2 * xi - 1), eta * (2 * eta - 1), 4 * zeta * xi, 4 * xi * eta, 4 * eta * zeta};
}

Vector3 SurfaceFace::place(const std::array<double, 6>& weights, const std::vector<Vector3>& places) const {
  Vector3 sum = Vector3::Zero();
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
    sum += weights[k] * places[static_cast<std::size_t>(nodes[k])];
  return sum;
}

FlexibleSurface::FlexibleSurface(const Model& model, const FlexibleBody& flexible, int number, int first)
    : body(number),
      material(flexible.material),
      touches_itself(flexible.touches_itself),
      first_node(first),
      held(flexible.mesh.nodes.size(), false),
      at_rest(flexible.mesh.nodes) {
  const TetMesh& mesh = flexible.mesh;
  const std::vector<TetMesh::Face> sides = boundary_faces(mesh);
  for (const int node : nodes_of(mesh, sides)) nodes.push_back(first + node);
  for (const TetMesh::Face& side : sides) {
    SurfaceFace face;
    for (const int node : face_nodes(mesh, side))
      if (node >= 0) face.nodes[static_cast<std::size_t>(face.count++)] = first + node;
    const int index = static_cast<int>(faces.size());
    if (face.count == 3) patches.push_back(patch_between(index, face, {0, 1, 2}));
    for (std::size_t k = 0; k < quarters.size() && face.count == 6; ++k)
      patches.push_back(patch_between(index, face, quarters[k]));
    const std::array<Vector3, 3> corners = corners_of(patch_between(index, face, {0, 1, 2}), at_rest, first);
    const Vector3& tip = mesh.nodes[static_cast<std::size_t>(mesh.element(side.element)[side.side])];
    face.height = std::abs((tip - corners[0]).dot(doubled_area(corners).normalized()));
    faces.push_back(face);
  }
  double area = 0;
  for (const SurfacePatch& patch : patches) {
    const std::array<Vector3, 3> corners = corners_of(patch, at_rest, first);
    Aabb box;
    for (const Vector3& corner : corners) box.include(corner);
    rest_boxes.push_back(box);
    area += 0.5 * doubled_area(corners).norm();
  }
  patch_area = area / static_cast<double>(patches.size());
  for (const NodeHold& hold : flexible.holds) {
    if (hold.body >= 0) not_with.push_back(hold.body);
    if (hold.body >= 0 && !model.bodies[static_cast<std::size_t>(hold.body)].fixed) continue;
    for (const int node : hold.nodes) held[static_cast<std::size_t>(node)] = true;
  }
}

void FlexibleSurface::move_to(const std::vector<Vector3>& places) {
  normals.resize(patches.size());
  node_normals.assign(at_rest.size(), Vector3::Zero());
  for (std::size_t k = 0; k < patches.size(); ++k) {
    const Vector3 area = doubled_area(corners_of(patches[k], places, 0));
    normals[k] = area.stableNormalized();
    for (const int node : patches[k].nodes) node_normals[static_cast<std::size_t>(node - first_node)] += area;
  }
  for (const int node : nodes) node_normals[static_cast<std::size_t>(node - first_node)].stableNormalize();
  boxes.assign(faces.size(), {});
  std::vector<Vector3> centres(faces.size());
  largest_face = 0;
  for (std::size_t k = 0; k < faces.size(); ++k) {
    for (int c = 0; c < faces[k].count; ++c)
      boxes[k].include(places[static_cast<std::size_t>(faces[k].nodes[static_cast<std::size_t>(c)])]);
    centres[k] = boxes[k].centre();
    largest_face = std::max(largest_face, (boxes[k].high - boxes[k].low).norm());
  }
  std::vector<int> all(faces.size());
  std::iota(all.begin(), all.end(), 0);
  tree.build(std::move(all), boxes, centres);
}

bool FlexibleSurface::holds(const SurfaceFace& face) const {
  for (int k = 0; k < face.count; ++k)
    if (!is_held(face.nodes[static_cast<std::size_t>(k)])) return false;
  return true;
}

}  // namespace signorini::collision
