#include "signorini/collision/gjk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace signorini::collision {
namespace {

constexpr int most_iterations = 128;
/// Of the size: below it, cores touch.
constexpr double touching = 1e-14;
/// Relative distance between the bounds at which the search ends.
constexpr double distance_tolerance = 1e-13;

/// The part of a simplex that is nearest to the origin.
struct Nearest {
  Vector3 point;
  std::array<double, 4> weights{};
  double square = std::numeric_limits<double>::infinity();
  bool inside = false;  ///< the origin is in the tetrahedron
};

Vector3 difference(const DifferencePoint& p, const DifferencePoint& q) { return q.point - p.point; }

void consider_corner(const DifferencePoint* simplex, int i, Nearest& best) {
  const double square = simplex[i].point.squaredNorm();
  if (square >= best.square) return;
  best = {simplex[i].point, {}, square, false};
  best.weights[i] = 1;
}

void consider_edge(const DifferencePoint* simplex, int i, int j, Nearest& best) {
  const Vector3 along = difference(simplex[i], simplex[j]);
  const double length = along.squaredNorm(), t = -simplex[i].point.dot(along);
  if (t <= 0 || t >= length) return;  // a corner is nearer
  const Vector3 point = simplex[i].point + (t / length) * along;
  const double square = point.squaredNorm();
  if (square >= best.square) return;
  best = {point, {}, square, false};
  best.weights[i] = 1 - t / length;
  best.weights[j] = t / length;
}

void consider_face(const DifferencePoint* simplex, int i, int j, int k, Nearest& best) {
  const Vector3 &a = simplex[i].point, &b = simplex[j].point, &c = simplex[k].point;
  const Vector3 normal = (b - a).cross(c - a);
  const double area = normal.squaredNorm();
  if (!(area > 0)) return;
  // The origin's areas opposite to each corner; all positive: it projects into the face.
  const double at_a = normal.dot(b.cross(c)), at_b = normal.dot(c.cross(a)), at_c = normal.dot(a.cross(b));
  if (at_a <= 0 || at_b <= 0 || at_c <= 0) return;
  const Vector3 point = (normal.dot(a) / area) * normal;
  const double square = point.squaredNorm();
  if (square >= best.square) return;
  const double sum = at_a + at_b + at_c;
  best = {point, {}, square, false};
  best.weights[i] = at_a / sum;
  best.weights[j] = at_b / sum;
  best.weights[k] = at_c / sum;
}

/// Between every face and the corner opposite to it. Nearer to the face than that corner is, too: in a tetrahedron that
/// is flat up to rounding the signs alone tell nothing.
bool encloses_origin(const DifferencePoint* simplex) {
  constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
  for (const auto& [i, j, k, opposite] : faces) {
    const Vector3& a = simplex[i].point;
    const Vector3 normal = (simplex[j].point - a).cross(simplex[k].point - a);
    const double inner = normal.dot(simplex[opposite].point - a), origin = -normal.dot(a);
    if (!(inner * origin > 0 && std::abs(origin) <= std::abs(inner))) return false;
  }
  return true;
}

/// Every corner, edge and face is tried: fifteen cheap candidates, and no order of tests that rounding could mislead.
Nearest nearest_to_origin(const DifferencePoint* simplex, int size) {
  Nearest best;
  for (int i = 0; i < size; ++i) {
    consider_corner(simplex, i, best);
    for (int j = i + 1; j < size; ++j) {
      consider_edge(simplex, i, j, best);
      for (int k = j + 1; k < size; ++k) consider_face(simplex, i, j, k, best);
    }
  }
  best.inside = size == 4 && encloses_origin(simplex);
  return best;
}

}  // namespace

CoreDistance core_distance(const Convex& a, const Convex& b, double reach) {
  CoreDistance result{};
  auto& simplex = result.simplex;
  int size = 0;
  std::array<double, 4> weights{};
  Vector3 v = a.centre() - b.centre();
  if (v.squaredNorm() == 0) v = Vector3::UnitX();
  double square = std::numeric_limits<double>::infinity();
  double scale = 0;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const Vector3 on_a = a.support(-v), on_b = b.support(v);
    const DifferencePoint next{on_a - on_b, on_a, on_b};
    scale = std::max(scale, next.point.squaredNorm());
    const double length = v.norm(), bound = v.dot(next.point) / length;
    if (bound >= reach) {
      result.state = CoreDistance::State::far;
      return result;
    }
    if (size > 0) {
      const auto known = [&](const DifferencePoint& p) { return p.point == next.point; };
      if (length - bound <= distance_tolerance * length || std::any_of(simplex.begin(), simplex.begin() + size, known))
        break;
    }
    simplex[size] = next;
    const Nearest nearest = nearest_to_origin(simplex.data(), size + 1);
    if (nearest.inside || nearest.square <= touching * touching * scale) {
      result.state = CoreDistance::State::overlapping;
      result.simplex_size = size + 1;
      return result;
    }
    if (nearest.square >= square) break;  // no progress that rounding lets us see
    square = nearest.square;
    v = nearest.point;
    int kept = 0;
    for (int i = 0; i <= size; ++i) {
      if (nearest.weights[i] == 0) continue;
      simplex[kept] = simplex[i];
      weights[kept++] = nearest.weights[i];
    }
    size = kept;
  }
  result.state = CoreDistance::State::apart;
  result.on_a = result.on_b = Vector3::Zero();
  for (int i = 0; i < size; ++i) {
    result.on_a += weights[i] * simplex[i].on_a;
    result.on_b += weights[i] * simplex[i].on_b;
  }
  result.distance = v.norm();
  result.normal = -v / result.distance;
  result.simplex_size = size;
  if (result.distance >= reach) result.state = CoreDistance::State::far;
  return result;
}

}  // namespace signorini::collision
