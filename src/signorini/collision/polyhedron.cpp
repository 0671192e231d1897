#include "signorini/collision/polyhedron.h"

#include <algorithm>
#include <map>

#include <Eigen/Geometry>

namespace signorini::collision {
namespace {

/// Lists of what is at each place: members of place p are list[start[p]] … list[start[p + 1] - 1], in increasing order.
void gather(const std::vector<std::pair<int, int>>& place_and_member, std::size_t places, std::vector<int>& start,
            std::vector<int>& list) {
  start.assign(places + 1, 0);
  for (const auto& [place, member] : place_and_member) ++start[place + 1];
  for (std::size_t p = 0; p < places; ++p) start[p + 1] += start[p];
  std::vector<int> next(start.begin(), start.end() - 1);
  list.resize(place_and_member.size());
  for (const auto& [place, member] : place_and_member) list[next[place]++] = member;
}

}  // namespace

void Polyhedron::add_face(std::span<const int> corners) {
  // Newell's normal: every corner counts, so that slightly uneven faces get their mean plane.
  Vector3 normal = Vector3::Zero();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector3& origin = corners_[corners[0]];
    normal += (corners_[corners[i]] - origin).cross(corners_[corners[(i + 1) % corners.size()]] - origin);
  }
  normal.normalize();
  // The outermost corner sets the plane: none sticks out.
  double offset = normal.dot(corners_[corners[0]]);
  for (const int corner : corners) offset = std::max(offset, normal.dot(corners_[corner]));
  faces_.push_back({normal, offset});
  loop_corners_.insert(loop_corners_.end(), corners.begin(), corners.end());
  face_start_.push_back(static_cast<int>(loop_corners_.size()));
}

void Polyhedron::finish() {
  loop_edges_.resize(loop_corners_.size());
  std::map<std::pair<int, int>, int> half_edges;  // from corner to corner: the edge, seen from its first face
  for (int face = 0; face < static_cast<int>(faces_.size()); ++face) {
    const int begin = face_start_[face], count = face_start_[face + 1] - begin;
    for (int i = 0; i < count; ++i) {
      const int tail = loop_corners_[begin + i], head = loop_corners_[begin + (i + 1) % count];
      const auto twin = half_edges.find({head, tail});
      if (twin == half_edges.end()) {
        loop_edges_[begin + i] = half_edges[{tail, head}] = static_cast<int>(edges_.size());
        edges_.push_back({tail, head, face, -1});
      } else {
        loop_edges_[begin + i] = twin->second;
        edges_[twin->second].right = face;
      }
    }
  }
  std::vector<std::pair<int, int>> faces_at_corners, edges_at_corners;
  for (int face = 0; face < static_cast<int>(faces_.size()); ++face)
    for (const int corner : corners_of(face)) faces_at_corners.emplace_back(corner, face);
  for (int edge = 0; edge < static_cast<int>(edges_.size()); ++edge) {
    edges_at_corners.emplace_back(edges_[edge].tail, edge);
    edges_at_corners.emplace_back(edges_[edge].head, edge);
  }
  gather(faces_at_corners, corners_.size(), corner_start_, corner_faces_);
  gather(edges_at_corners, corners_.size(), edge_start_, corner_edges_);
  centre_.setZero();
  for (const Vector3& corner : corners_) centre_ += corner;
  centre_ /= static_cast<double>(corners_.size());
  const bool closed = std::all_of(edges_.begin(), edges_.end(), [](const Edge& edge) { return edge.right >= 0; });
  if (is_box_ || !closed || corners_.size() <= SupportMap::most_without) return;
  support_map_.build(corners_);
  std::vector<Aabb> boxes;
  std::vector<Vector3> centres;
  std::vector<int> members;
  for (const Edge& edge : edges_) {
    const Vector3 &left = faces_[edge.left].normal, &right = faces_[edge.right].normal;
    members.push_back(static_cast<int>(members.size()));
    boxes.push_back(box_of_arc(left, right));
    centres.push_back(0.5 * (left + right));
  }
  arcs_.build(std::move(members), boxes, centres);
}

Polyhedron Polyhedron::box(const Vector3& half) {
  Polyhedron result;
  result.is_box_ = true;
  for (int i = 0; i < 8; ++i)  // the bits of a corner's index are the signs of its coordinates, as support() expects
    result.corners_.emplace_back((i & 1 ? 1 : -1) * half.x(), (i & 2 ? 1 : -1) * half.y(), (i & 4 ? 1 : -1) * half.z());
  constexpr int loops[6][4] = {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}};
  for (const auto& loop : loops) result.add_face(loop);
  result.finish();
  return result;
}

Polyhedron Polyhedron::hull(const ConvexHull& hull) {
  Polyhedron result;
  result.corners_ = hull.corners;
  for (const std::vector<int>& face : hull.faces) result.add_face(face);
  result.finish();
  return result;
}

Polyhedron Polyhedron::segment(double half_length) {
  Polyhedron result;
  result.corners_ = {Vector3(0, 0, -half_length), Vector3(0, 0, half_length)};
  result.edges_ = {{0, 1, -1, -1}};
  result.finish();
  return result;
}

}  // namespace signorini::collision
