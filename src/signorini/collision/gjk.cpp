#include "signorini/collision/gjk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace signorini::collision {
namespace {

constexpr int most_iterations = 128;
/// Iterations without progress before the search ends: of two ends of a parallel edge, which are equally far, the one
/// that was found may be of no use.
constexpr int most_stalls = 3;
/// Of the size: below it, cores touch.
constexpr double touching = 1e-14;
/// Of the size: what rounding adds to a distance.
constexpr double rounding = 1e-15;
/// Relative distance between the bounds at which the search ends.
constexpr double distance_tolerance = 1e-13;

/// The part of a simplex that is nearest to the origin.
struct Nearest {
  Vector3 point;
  std::array<double, 4> weights{};
  double square = std::numeric_limits<double>::infinity();
  bool inside = false;  ///< the origin is in the tetrahedron
};

/// The origin and a simplex, in the arithmetic of a scalar.
template <typename Scalar>
class SimplexAtOrigin {
  using Vector = Eigen::Matrix<Scalar, 3, 1>;

 public:
  SimplexAtOrigin(const DifferencePoint* simplex, int size) : size_(size) {
    for (int i = 0; i < size; ++i) points_[i] = simplex[i].point.cast<Scalar>();
  }

  /// Every corner, edge and face is tried: fifteen cheap candidates, and no order of tests that rounding could mislead.
  Nearest nearest() {
    for (int i = 0; i < size_; ++i) {
      consider_corner(i);
      for (int j = i + 1; j < size_; ++j) {
        consider_edge(i, j);
        for (int k = j + 1; k < size_; ++k) consider_face(i, j, k);
      }
    }
    Nearest result;
    result.point = point_.template cast<double>();
    result.square = static_cast<double>(square_);
    for (int i = 0; i < size_; ++i) result.weights[i] = static_cast<double>(weights_[i]);
    result.inside = size_ == 4 && encloses_origin();
    return result;
  }

 private:
  bool improves(const Vector& point) {
    const Scalar square = point.squaredNorm();
    if (square >= square_) return false;
    point_ = point;
    square_ = square;
    weights_ = {};
    return true;
  }

  void consider_corner(int i) {
    if (improves(points_[i])) weights_[i] = 1;
  }

  void consider_edge(int i, int j) {
    const Vector along = points_[j] - points_[i];
    const Scalar length = along.squaredNorm(), t = -points_[i].dot(along);
    if (t <= 0 || t >= length) return;  // a corner is nearer
    Vector point = points_[i] + (t / length) * along;
    point -= (point.dot(along) / length) * along;  // what rounding left along the edge would turn short distances
    if (!improves(point)) return;
    weights_[i] = 1 - t / length;
    weights_[j] = t / length;
  }

  void consider_face(int i, int j, int k) {
    const Vector &a = points_[i], &b = points_[j], &c = points_[k];
    const Vector normal = (b - a).cross(c - a);
    const Scalar area = normal.squaredNorm();
    if (!(area > 0)) return;
    // The origin's areas opposite to each corner; all positive: it projects into the face.
    const Scalar at_a = normal.dot(b.cross(c)), at_b = normal.dot(c.cross(a)), at_c = normal.dot(a.cross(b));
    if (at_a <= 0 || at_b <= 0 || at_c <= 0) return;
    if (!improves((normal.dot(a) / area) * normal)) return;
    const Scalar sum = at_a + at_b + at_c;
    weights_[i] = at_a / sum;
    weights_[j] = at_b / sum;
    weights_[k] = at_c / sum;
  }

  /// Between every face and the corner opposite to it. Nearer to the face than that corner is, too: in a tetrahedron
  /// that is flat up to rounding the signs alone tell nothing.
  bool encloses_origin() const {
    constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    for (const auto& [i, j, k, opposite] : faces) {
      const Vector& a = points_[i];
      const Vector normal = (points_[j] - a).cross(points_[k] - a);
      const Scalar inner = normal.dot(points_[opposite] - a), origin = -normal.dot(a);
      if (!(inner * origin > 0 && std::abs(origin) <= std::abs(inner))) return false;
    }
    return true;
  }

  int size_;
  std::array<Vector, 4> points_;
  Vector point_;
  Scalar square_ = std::numeric_limits<Scalar>::infinity();
  std::array<Scalar, 4> weights_{};
};

/// Drops the points of a simplex that the nearest point does not lie on; returns how many are left.
int keep_carriers(const Nearest& nearest, int size, std::array<DifferencePoint, 4>& simplex,
                  std::array<double, 4>& weights) {
  int kept = 0;
  for (int i = 0; i < size; ++i) {
    if (nearest.weights[i] == 0) continue;
    simplex[kept] = simplex[i];
    weights[kept++] = nearest.weights[i];
  }
  return kept;
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
  int stalls = 0;
  double best_bound = -std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const Vector3 on_a = a.support(-v), on_b = b.support(v);
    const DifferencePoint next{on_a - on_b, on_a, on_b};
    scale = std::max(scale, next.point.squaredNorm());
    const double length = v.norm(), bound = v.dot(next.point) / length;
    if (bound > best_bound) {
      best_bound = bound;
      result.normal = -v / length;
    }
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
    Nearest nearest = SimplexAtOrigin<double>(simplex.data(), size + 1).nearest();
    // Near round surfaces simplices become slivers, whose planes want more digits.
    if (nearest.square >= square) nearest = SimplexAtOrigin<long double>(simplex.data(), size + 1).nearest();
    if (nearest.inside || nearest.square <= touching * touching * scale) {
      result.state = CoreDistance::State::overlapping;
      result.simplex_size = size + 1;
      return result;
    }
    if (nearest.square >= square) {  // no progress that rounding lets us see
      const double noise = 2 * length * rounding * std::sqrt(scale);
      if (nearest.square > square + noise || ++stalls > most_stalls) break;
    }
    square = nearest.square;
    v = nearest.point;
    size = keep_carriers(nearest, size + 1, simplex, weights);
  }
  result.state = CoreDistance::State::apart;
  result.on_a = result.on_b = Vector3::Zero();
  for (int i = 0; i < size; ++i) {
    result.on_a += weights[i] * simplex[i].on_a;
    result.on_b += weights[i] * simplex[i].on_b;
  }
  result.distance = v.norm();
  // The direction of points that all but coincide is noise: a better one may have been seen on the way.
  const Vector3 last = -v / result.distance;
  if (separation(a, b, last) >= best_bound - rounding * std::sqrt(scale)) result.normal = last;
  result.simplex_size = size;
  if (result.distance >= reach) result.state = CoreDistance::State::far;
  return result;
}

}  // namespace signorini::collision
