#include "signorini/collision/mesh.h"

#include <algorithm>
#include <map>

#include <Eigen/Geometry>

namespace signorini::collision {
namespace {

/// Sine of the angle by which a direction may lie outside of the cone of normals.
constexpr double cone_slack = 1e-4;

}  // namespace

Mesh::Mesh(const TriangleMesh& mesh) {
  std::map<std::array<double, 3>, int> places;
  std::vector<int> place_of;
  for (const Vector3& corner : mesh.corners) {
    const auto [place, is_new] =
        places.try_emplace({corner.x(), corner.y(), corner.z()}, static_cast<int>(corners_.size()));
    if (is_new) corners_.push_back(corner);
    place_of.push_back(place->second);
  }
  around_.resize(corners_.size());
  std::vector<int> with_area;
  std::map<std::pair<int, int>, std::pair<int, int>> half_edges;  // the triangle and its edge between two corners
  for (const auto& [i, j, k] : mesh.triangles) {
    Triangle& triangle = triangles_.emplace_back();
    triangle.corners = {place_of[i], place_of[j], place_of[k]};
    triangle.neighbours = {-1, -1, -1};
    const int index = static_cast<int>(triangles_.size()) - 1;
    const Vector3 &p = corners_[triangle.corners[0]], &q = corners_[triangle.corners[1]],
                  &r = corners_[triangle.corners[2]];
    triangle.normal = (q - p).cross(r - p);
    // A triangle without area is no part of the surface; its number stays taken, for the features.
    if (!(triangle.normal.norm() > 0)) continue;
    triangle.normal.normalize();
    with_area.push_back(index);
    for (int e = 0; e < 3; ++e) {
      const int tail = triangle.corners[e], head = triangle.corners[(e + 1) % 3];
      triangle.inward[e] = triangle.normal.cross(corners_[head] - corners_[tail]).normalized();
      half_edges[{tail, head}] = {index, e};
      around_[tail].push_back(head);
      around_[head].push_back(tail);
      if (const auto twin = half_edges.find({head, tail}); twin != half_edges.end()) {
        triangle.neighbours[e] = twin->second.first;
        triangles_[twin->second.first].neighbours[twin->second.second] = index;
      }
    }
  }
  for (auto& corners : around_) {
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  }
  std::vector<Aabb> boxes(triangles_.size());
  std::vector<Vector3> centres(triangles_.size());
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const auto& [i, j, k] = triangles_[t].corners;
    for (const int c : {i, j, k}) boxes[t].include(corners_[c]);
    centres[t] = (corners_[i] + corners_[j] + corners_[k]) / 3;
  }
  tree_.build(std::move(with_area), boxes, centres);
}

bool Mesh::normal_at_edge(int triangle, int edge, const Vector3& direction) const {
  const Triangle& own = triangles_[triangle];
  if (direction.dot(own.inward[edge]) > cone_slack) return false;
  if (own.neighbours[edge] < 0) return direction.dot(own.normal) >= 0;
  const Triangle& other = triangles_[own.neighbours[edge]];
  for (int e = 0; e < 3; ++e)
    if (other.neighbours[e] == triangle && other.corners[e] == own.corners[(edge + 1) % 3])
      if (direction.dot(other.inward[e]) > cone_slack) return false;
  // Beyond right angles from both normals there is only the inner side of the surface.
  return direction.dot(own.normal) > -cone_slack || direction.dot(other.normal) > -cone_slack;
}

bool Mesh::normal_at_corner(int corner, const Vector3& direction) const {
  for (const int other : around_[corner]) {
    const Vector3 along = corners_[other] - corners_[corner];
    if (direction.dot(along) > cone_slack * along.norm()) return false;
  }
  return true;
}

}  // namespace signorini::collision
