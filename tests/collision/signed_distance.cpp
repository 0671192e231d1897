#include "collision/signed_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/Geometry>

#include "collision/reference.h"

namespace signorini::collision_test {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double full_turn = 6.28318530717958647692;
using HullPointer = std::shared_ptr<const ConvexHull>;

/// What a solid brings along to the difference of two: normals of flat pieces, and directions of edges and generators.
struct Pieces {
  std::vector<Vector3> normals, edges;

  explicit Pieces(const PlainSolid& solid) {
    const Matrix3 axes = solid.pose.rotation();
    if (std::holds_alternative<Box>(solid.geometry)) {
      for (int k = 0; k < 3; ++k) {
        normals.push_back(axes.col(k));
        edges.push_back(axes.col(k));
      }
    }
    if (std::holds_alternative<Cylinder>(solid.geometry)) {
      normals.push_back(axes.col(2));
      edges.push_back(axes.col(2));
    }
    if (const auto* hull = std::get_if<HullPointer>(&solid.geometry)) {
      for (const auto& face : (*hull)->faces) {
        const auto corner = [&](std::size_t k) { return (*hull)->corners[face[k % face.size()]]; };
        normals.push_back(axes * (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized());
        for (std::size_t k = 0; k < face.size(); ++k)
          if (face[k] < face[(k + 1) % face.size()]) edges.push_back(axes * (corner(k + 1) - corner(k)).normalized());
      }
    }
  }
};

/// The best direction at right angles to an edge.
template <typename Separation>
double best_around(const Vector3& edge, Separation&& separation) {
  constexpr int samples = 96;
  constexpr double step = full_turn / samples;
  const Vector3 u = edge.unitOrthogonal(), v = edge.cross(u).normalized();
  const auto value = [&](double angle) { return separation(std::cos(angle) * u + std::sin(angle) * v); };
  std::vector<double> values;
  for (int k = 0; k < samples; ++k) values.push_back(value(k * step));
  const double highest = *std::max_element(values.begin(), values.end());
  double best = highest;
  for (int k = 0; k < samples; ++k) {
    const double before = values[(k + samples - 1) % samples], after = values[(k + 1) % samples];
    if (values[k] < before || values[k] < after) continue;
    // Golden section between the neighbours.
    constexpr double golden = 0.61803398874989484820;
    double low = (k - 1) * step, high = (k + 1) * step;
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = value(left), at_right = value(right);
    while (high - low > 1e-11) {
      if (at_left > at_right) {
        high = right;
        right = left;
        at_right = at_left;
        at_left = value(left = high - golden * (high - low));
      } else {
        low = left;
        left = right;
        at_left = at_right;
        at_right = value(right = low + golden * (high - low));
      }
    }
    best = std::max({best, at_left, at_right});
  }
  return best;
}

/// The best direction near one, by pattern search.
template <typename Separation>
double best_near(Vector3 direction, double step, Separation&& separation) {
  constexpr int spokes = 12, most_rounds = 200;
  double best = separation(direction);
  for (int round = 0; round < most_rounds && step > 1e-9; ++round) {
    const Vector3 u = direction.unitOrthogonal(), v = direction.cross(u);
    bool better = false;
    for (int k = 0; k < spokes && !better; ++k) {
      const double angle = full_turn * k / spokes;
      const Vector3 next = (direction + step * (std::cos(angle) * u + std::sin(angle) * v)).normalized();
      const double apart = separation(next);
      if (apart <= best) continue;
      better = true;
      best = apart;
      direction = next;
    }
    if (!better) step *= 0.5;
  }
  return best;
}

/// From the best few of directions spread evenly over the sphere.
template <typename Separation>
double best_anywhere(Separation&& separation) {
  constexpr int net = 400, starts = 3;
  std::vector<std::pair<double, Vector3>> tried;
  for (int k = 0; k < net; ++k) {
    const double z = 1 - (2 * k + 1.0) / net, angle = k * 2.39996322972865332, side = std::sqrt(1 - z * z);
    const Vector3 direction(side * std::cos(angle), side * std::sin(angle), z);
    tried.emplace_back(separation(direction), direction);
  }
  std::partial_sort(tried.begin(), tried.begin() + starts, tried.end(),
                    [](const auto& p, const auto& q) { return p.first > q.first; });
  double best = -infinite;
  for (int k = 0; k < starts; ++k) best = std::max(best, best_near(tried[k].second, 0.05, separation));
  return best;
}

/// Of the faces' planes whose outer side the point is on, and of all edges.
Vector3 nearest_on_hull(const ConvexHull& hull, const Vector3& point) {
  Vector3 result = point;
  double nearest = infinite;
  bool inside = true;
  const auto consider = [&](const Vector3& candidate) {
    const double distance = (candidate - point).norm();
    if (distance >= nearest) return;
    nearest = distance;
    result = candidate;
  };
  for (const auto& face : hull.faces) {
    const auto corner = [&](std::size_t k) { return hull.corners[face[k % face.size()]]; };
    const Vector3 normal = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
    const double height = normal.dot(point - corner(0));
    if (height <= 0) continue;
    inside = false;
    bool over = true;
    for (std::size_t k = 0; k < face.size(); ++k) {
      const Vector3 p = corner(k), along = corner(k + 1) - p;
      over = over && along.cross(point - p).dot(normal) >= 0;
      consider(p + std::clamp((point - p).dot(along) / along.squaredNorm(), 0.0, 1.0) * along);
    }
    if (over) consider(point - height * normal);
  }
  return inside ? point : result;
}

ConvexHull polyhedron_of(const Geometry& geometry) {
  if (const auto* box = std::get_if<Box>(&geometry)) return box_hull(box->half);
  return *std::get<HullPointer>(geometry);
}

}  // namespace

double PlainSolid::rounding() const {
  if (const auto* sphere = std::get_if<Sphere>(&geometry)) return sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&geometry)) return capsule->radius;
  return 0;
}

double PlainSolid::size() const {
  if (const auto* box = std::get_if<Box>(&geometry)) return box->half.norm();
  if (const auto* capsule = std::get_if<Capsule>(&geometry)) return capsule->radius + capsule->half_length;
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry))
    return std::hypot(cylinder->radius, cylinder->half_length);
  double size = rounding();
  if (const auto* hull = std::get_if<HullPointer>(&geometry))
    for (const Vector3& corner : (*hull)->corners) size = std::max(size, corner.norm());
  return size;
}

Vector3 PlainSolid::support(const Vector3& direction) const {
  const Vector3 d = pose.orientation.conjugate() * direction;
  const auto sign = [](double x) { return x > 0 ? 1.0 : -1.0; };
  Vector3 local = Vector3::Zero();
  if (const auto* box = std::get_if<Box>(&geometry))
    local = box->half.cwiseProduct(Vector3(sign(d.x()), sign(d.y()), sign(d.z())));
  if (const auto* hull = std::get_if<HullPointer>(&geometry))
    local = *std::max_element((*hull)->corners.begin(), (*hull)->corners.end(),
                              [&](const Vector3& p, const Vector3& q) { return p.dot(d) < q.dot(d); });
  if (const auto* capsule = std::get_if<Capsule>(&geometry)) local.z() = sign(d.z()) * capsule->half_length;
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    const double side = d.head<2>().norm(), scale = side > 0 ? cylinder->radius / side : 0;
    local = {scale * d.x(), scale * d.y(), sign(d.z()) * cylinder->half_length};
  }
  return pose.to_world(local);
}

Vector3 PlainSolid::nearest(const Vector3& point) const {
  const Vector3 local = pose.to_local(point);
  Vector3 result = Vector3::Zero();
  if (const auto* box = std::get_if<Box>(&geometry)) result = local.cwiseMax(-box->half).cwiseMin(box->half);
  if (const auto* capsule = std::get_if<Capsule>(&geometry))
    result.z() = std::clamp(local.z(), -capsule->half_length, capsule->half_length);
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    const double scale = std::min(1.0, cylinder->radius / std::max(local.head<2>().norm(), 1e-300));
    result = {scale * local.x(), scale * local.y(),
              std::clamp(local.z(), -cylinder->half_length, cylinder->half_length)};
  }
  if (const auto* hull = std::get_if<HullPointer>(&geometry)) result = nearest_on_hull(**hull, local);
  return pose.to_world(result);
}

double core_separation(const PlainSolid& a, const PlainSolid& b, const Vector3& normal) {
  return normal.dot(b.support(-normal) - a.support(normal));
}

double distance_by_projections(const PlainSolid& a, const PlainSolid& b, Vector3 start) {
  constexpr int most = 200;
  double distance = infinite;
  for (int k = 0; k < most; ++k) {
    const Vector3 on_a = a.nearest(start);
    start = b.nearest(on_a);
    const double next = (start - on_a).norm();
    if (next >= distance) break;
    distance = next;
  }
  return distance;
}

double separation_by_search(const PlainSolid& a, const PlainSolid& b, const Vector3& guess) {
  const bool round_a = std::holds_alternative<Cylinder>(a.geometry);
  const bool round_b = std::holds_alternative<Cylinder>(b.geometry);
  if (!round_a && !round_b)
    return brute_force_distance({polyhedron_of(a.geometry), a.pose}, {polyhedron_of(b.geometry), b.pose});
  const Pieces of_a(a), of_b(b);
  double best = -infinite;
  const auto separation = [&](const Vector3& n) { return core_separation(a, b, n); };
  for (const Pieces* pieces : {&of_a, &of_b}) {
    for (const Vector3& n : pieces->normals) best = std::max({best, separation(n), separation(-n)});
    for (const Vector3& edge : pieces->edges) best = std::max(best, best_around(edge, separation));
  }
  return std::max({best, best_near(guess, 1e-2, separation), best_anywhere(separation)});
}

}  // namespace signorini::collision_test
