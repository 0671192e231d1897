#include "collision/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace signorini::collision_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double segment_segment(const Vector3& p, const Vector3& q, const Vector3& r, const Vector3& s) {
  // The interior solution where there is one, and the four ends.
  const auto point_segment = [](const Vector3& x, const Vector3& a, const Vector3& b) {
    const double t = std::clamp((x - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
    return (x - a - t * (b - a)).norm();
  };
  double best =
      std::min({point_segment(p, r, s), point_segment(q, r, s), point_segment(r, p, q), point_segment(s, p, q)});
  const Vector3 u = q - p, v = s - r, n = u.cross(v);
  if (n.norm() > 1e-9 * u.norm() * v.norm()) {
    const double t = (r - p).cross(v).dot(n) / n.squaredNorm(), w = (r - p).cross(u).dot(n) / n.squaredNorm();
    if (t > 0 && t < 1 && w > 0 && w < 1) best = std::min(best, std::abs(n.dot(r - p)) / n.norm());
  }
  return best;
}

Vector3 normal_of(const PlainPolyhedron& body, const std::vector<int>& face) {
  const Vector3& p = body.corners[face[0]];
  return (body.corners[face[1]] - p).cross(body.corners[face[2]] - p).normalized();
}

double corners_to_faces(const PlainPolyhedron& a, const PlainPolyhedron& b) {
  double best = infinity;
  for (const Vector3& corner : a.corners) {
    for (const auto& face : b.faces) {
      const Vector3 normal = normal_of(b, face);
      bool inside = true;
      for (std::size_t k = 0; k < face.size(); ++k) {
        const Vector3 &p = b.corners[face[k]], &q = b.corners[face[(k + 1) % face.size()]];
        inside = inside && (q - p).cross(corner - p).dot(normal) >= 0;
      }
      if (inside) best = std::min(best, std::abs(normal.dot(corner - b.corners[face[0]])));
    }
  }
  return best;
}

template <typename Visit>
void for_each_edge(const PlainPolyhedron& body, Visit&& visit) {
  for (const auto& face : body.faces)
    for (std::size_t k = 0; k < face.size(); ++k) {
      const int tail = face[k], head = face[(k + 1) % face.size()];
      if (tail < head) visit(body.corners[tail], body.corners[head]);
    }
}

double overlap_along(const PlainPolyhedron& a, const PlainPolyhedron& b, const Vector3& n) {
  double a_high = -infinity, b_low = infinity;
  for (const Vector3& corner : a.corners) a_high = std::max(a_high, n.dot(corner));
  for (const Vector3& corner : b.corners) b_low = std::min(b_low, n.dot(corner));
  return b_low - a_high;
}

}  // namespace

PlainPolyhedron::PlainPolyhedron(const ConvexHull& hull, const Pose& pose) : faces(hull.faces) {
  for (const Vector3& corner : hull.corners) corners.push_back(pose.to_world(corner));
}

ConvexHull box_hull(const Vector3& half) {
  std::vector<Vector3> corners;
  for (int k = 0; k < 8; ++k)
    corners.push_back(half.cwiseProduct(Vector3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)));
  return convex_hull(corners);
}

double brute_force_distance(const PlainPolyhedron& a, const PlainPolyhedron& b) {
  double separation = -infinity;
  const auto try_axis = [&](const Vector3& n) {
    separation = std::max({separation, overlap_along(a, b, n), overlap_along(a, b, -n)});
  };
  for (const auto& face : a.faces) try_axis(normal_of(a, face));
  for (const auto& face : b.faces) try_axis(normal_of(b, face));
  double edges = infinity;
  for_each_edge(a, [&](const Vector3& p, const Vector3& q) {
    for_each_edge(b, [&](const Vector3& r, const Vector3& s) {
      const Vector3 n = (q - p).cross(s - r);
      if (n.norm() > 1e-9 * (q - p).norm() * (s - r).norm()) try_axis(n.normalized());
      edges = std::min(edges, segment_segment(p, q, r, s));
    });
  });
  if (separation <= 0) return separation;
  return std::min({edges, corners_to_faces(a, b), corners_to_faces(b, a)});
}

}  // namespace signorini::collision_test
