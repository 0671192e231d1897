#include "signorini/collision/penetration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace signorini::collision {
namespace {

constexpr int most_points = 160;
/// Of the size: bounds that are this near are one.
constexpr double depth_tolerance = 1e-10;
/// Of the size's square, cube: flatter simplices do not count.
constexpr double flat = 1e-12;

DifferencePoint support(const Convex& a, const Convex& b, const Vector3& direction) {
  const Vector3 on_a = a.support(direction), on_b = b.support(-direction);
  return {on_a - on_b, on_a, on_b};
}

/// Six times the volume over the first four points.
double volume(const std::vector<DifferencePoint>& points) {
  const Vector3& p = points[0].point;
  return (points[1].point - p).cross(points[2].point - p).dot(points[3].point - p);
}

/// Makes a tetrahedron of what there is: adds points off the line or plane of the others.
bool complete(const Convex& a, const Convex& b, double size, std::vector<DifferencePoint>& points) {
  const auto try_directions = [&](const Vector3& direction, auto&& accept) {
    for (const double sign : {1.0, -1.0}) {
      points.push_back(support(a, b, sign * direction));
      if (accept()) return true;
      points.pop_back();
    }
    return false;
  };
  if (points.size() == 1) {
    const auto distinct = [&] { return (points[1].point - points[0].point).norm() > flat * size; };
    for (int axis = 0; axis < 3 && points.size() == 1; ++axis) try_directions(Vector3::Unit(axis), distinct);
  }
  if (points.size() == 2) {
    const Vector3 along = points[1].point - points[0].point;
    const auto off_line = [&] { return along.cross(points[2].point - points[0].point).norm() > flat * size * size; };
    for (int axis = 0; axis < 3 && points.size() == 2; ++axis) {
      const Vector3 across = along.cross(Vector3::Unit(axis));
      if (across.norm() > 0.1 * along.norm()) try_directions(across.normalized(), off_line);
    }
  }
  if (points.size() == 3) {
    const Vector3 across = (points[1].point - points[0].point).cross(points[2].point - points[0].point).normalized();
    try_directions(across, [&] { return std::abs(volume(points)) > flat * size * size * size; });
  }
  return points.size() == 4 && std::abs(volume(points)) > flat * size * size * size;
}

class Polytope {
 public:
  explicit Polytope(PenetrationScratch& scratch)
      : points_(scratch.points), faces_(scratch.faces), horizon_(scratch.horizon) {
    faces_.clear();
    if (volume(points_) > 0) std::swap(points_[0], points_[1]);
    for (const auto& [i, j, k] : {std::array{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}) add_face(i, j, k);
  }

  const PenetrationScratch::Face* nearest_face() const {
    const auto nearest = std::min_element(faces_.begin(), faces_.end(),
                                          [](const auto& p, const auto& q) { return p.distance < q.distance; });
    return nearest == faces_.end() || std::isinf(nearest->distance) ? nullptr : &*nearest;
  }

  /// False when rounding stands in the way.
  bool grow(const DifferencePoint& point, double least_step) {
    horizon_.clear();
    const std::size_t before = faces_.size();
    for (std::size_t f = 0; f < faces_.size();) {
      const auto& face = faces_[f];
      if (face.normal.dot(point.point - points_[face.corners[0]].point) <= least_step) {
        ++f;
        continue;
      }
      for (int k = 0; k < 3; ++k) toggle(face.corners[k], face.corners[(k + 1) % 3]);
      faces_[f] = faces_.back();
      faces_.pop_back();
    }
    if (faces_.size() == before || horizon_.size() < 3) return false;
    points_.push_back(point);
    for (const auto& [from, to] : horizon_) add_face(from, to, static_cast<int>(points_.size()) - 1);
    return true;
  }

  /// a's point where the origin projects onto a face.
  Vector3 on_a(const PenetrationScratch::Face& face) const {
    const DifferencePoint &p = points_[face.corners[0]], &q = points_[face.corners[1]], &r = points_[face.corners[2]];
    const Vector3 foot = face.distance * face.normal;
    const Vector3 area = (q.point - p.point).cross(r.point - p.point);
    const double square = area.squaredNorm();
    const double u = (q.point - foot).cross(r.point - foot).dot(area) / square;
    const double v = (r.point - foot).cross(p.point - foot).dot(area) / square;
    return u * p.on_a + v * q.on_a + (1 - u - v) * r.on_a;
  }

 private:
  void add_face(int i, int j, int k) {
    const Vector3& p = points_[i].point;
    Vector3 normal = (points_[j].point - p).cross(points_[k].point - p);
    const double area = normal.norm();
    // A face without area has no normal: it is kept for its place in the surface and never looked at.
    if (area > 0) normal /= area;
    faces_.push_back({{i, j, k}, normal, area > 0 ? normal.dot(p) : std::numeric_limits<double>::infinity()});
  }
  /// An edge between two faces that go is no part of the horizon.
  void toggle(int from, int to) {
    const auto twin = std::find(horizon_.begin(), horizon_.end(), std::pair(to, from));
    if (twin != horizon_.end()) {
      horizon_.erase(twin);
    } else {
      horizon_.emplace_back(from, to);
    }
  }

  std::vector<DifferencePoint>& points_;
  std::vector<PenetrationScratch::Face>& faces_;
  std::vector<std::pair<int, int>>& horizon_;
};

}  // namespace

Penetration penetration(const Convex& a, const Convex& b, const CoreDistance& overlap, PenetrationScratch& scratch) {
  const double size = a.info->ball.radius + b.info->ball.radius;
  scratch.points.assign(overlap.simplex.begin(), overlap.simplex.begin() + overlap.simplex_size);
  Vector3 between = b.centre() - a.centre();
  if (between.norm() <= flat * size) between = Vector3::UnitZ();
  Penetration best{between.normalized(), a.support(between)};
  if (!complete(a, b, size, scratch.points)) return best;
  double least = std::numeric_limits<double>::infinity();
  Polytope polytope(scratch);
  while (scratch.points.size() < most_points) {
    const auto* face = polytope.nearest_face();
    if (face == nullptr) break;
    const DifferencePoint next = support(a, b, face->normal);
    const double depth = face->normal.dot(next.point);
    if (depth < least) {
      least = depth;
      best = {face->normal, polytope.on_a(*face)};
    }
    if (depth - face->distance <= depth_tolerance * size) break;
    if (!polytope.grow(next, 0.1 * depth_tolerance * size)) break;
  }
  return best;
}

}  // namespace signorini::collision
