#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "signorini/collision/box_tree.h"
#include "signorini/collision/support_map.h"
#include "signorini/math/types.h"
#include "signorini/model/shape.h"

namespace signorini::collision {

/// Convex polyhedron with its neighbourhoods, in its own frame. A segment is one too: two corners, one edge, no face.
class Polyhedron {
 public:
  static Polyhedron box(const Vector3& half);
  static Polyhedron hull(const ConvexHull& hull);
  static Polyhedron segment(double half_length);

  struct Edge {
    int tail, head;   ///< corners
    int left, right;  ///< faces; -1 in a segment
  };
  struct Face {
    Vector3 normal;  ///< unit, outwards
    double offset;   ///< normal · x on the face
  };

  const std::vector<Vector3>& corners() const { return corners_; }
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Face>& faces() const { return faces_; }
  /// Counter-clockwise seen from outside.
  std::span<const int> corners_of(int face) const { return slice(loop_corners_, face); }
  /// The edge from each of the face's corners to the next.
  std::span<const int> edges_of(int face) const { return slice(loop_edges_, face); }
  std::span<const int> faces_at(int corner) const {
    return {corner_faces_.data() + corner_start_[corner], corner_faces_.data() + corner_start_[corner + 1]};
  }
  std::span<const int> edges_at(int corner) const {
    return {corner_edges_.data() + edge_start_[corner], corner_edges_.data() + edge_start_[corner + 1]};
  }
  /// A point well inside.
  const Vector3& centre() const { return centre_; }

  /// The corner farthest along a direction.
  int support(const Vector3& direction) const {
    if (is_box_) return (direction.x() > 0) | (direction.y() > 0) << 1 | (direction.z() > 0) << 2;
    return farthest(direction, [&](int corner) { return direction.dot(corners_[corner]); });
  }
  /// The corner of the largest height(corner), the first of equal ones, where that is the height along a direction but
  /// for rounding.
  template <typename Height>
  int farthest(const Vector3& direction, Height&& height) const {
    int best = 0;
    double highest = -std::numeric_limits<double>::infinity();
    const auto consider = [&](int corner) {
      const double here = height(corner);
      if (!(here > highest)) return;
      highest = here;
      best = corner;
    };
    if (support_map_.empty() || !(direction.cwiseAbs().maxCoeff() > 0)) {
      for (int corner = 0; corner < static_cast<int>(corners_.size()); ++corner) consider(corner);
    } else {
      for (const int corner : support_map_.candidates(direction)) consider(corner);
    }
    return best;
  }
  /// Has more corners and edges than are quickly looked through.
  bool is_large() const { return !support_map_.empty(); }
  /// Of large ones, the edges by the arcs between the normals of their faces.
  const BoxTree& arcs() const { return arcs_; }
  /// A box around the arc between two unit vectors.
  static Aabb box_of_arc(const Vector3& from, const Vector3& to) {
    Aabb box;
    box.include(from);
    box.include(to);
    // The arc's middle is farthest from the chord. Slack for rounding.
    const Vector3 beyond = Vector3::Constant(1 - 0.5 * (from + to).norm() + arc_slack);
    return {box.low - beyond, box.high + beyond};
  }

 private:
  std::span<const int> slice(const std::vector<int>& loops, int face) const {
    return {loops.data() + face_start_[face], loops.data() + face_start_[face + 1]};
  }
  void add_face(std::span<const int> corners);
  void finish();

  static constexpr double arc_slack = 1e-9;  ///< far above rounding in normals, and in turning them
  bool is_box_ = false;
  Vector3 centre_ = Vector3::Zero();
  std::vector<Vector3> corners_;
  std::vector<Edge> edges_;
  std::vector<Face> faces_;
  std::vector<int> face_start_{0}, loop_corners_, loop_edges_;
  std::vector<int> corner_start_, corner_faces_, edge_start_, corner_edges_;
  SupportMap support_map_;
  BoxTree arcs_;
};

}  // namespace signorini::collision
