#include "signorini/collision/convex_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace signorini::collision {
namespace {

/// Of the size: the manifold's smallest gap agrees with the distance of the two solids when they differ by less.
constexpr double gap_tolerance = 1e-10;
/// Of the size: what lies outside of a face by less is not cut off, so that aligned edges keep their corners.
constexpr double cut_tolerance = 1e-7;
/// Of the size: from here on, a point that sticks out by the cut's tolerance is as near as one that does not: the
/// distance differs by cut_tolerance² / (2 · 1e-4).
constexpr double sharp_distance = 1e-4;

/// Of the size: nearest points that are farther apart tell the direction to nine digits and more.
constexpr double direction_tolerance = 1e-6;
/// Of the size: points nearer to each other than this are one.
constexpr double place_tolerance = 1e-5;
/// Of the size: how far overlapping solids are lifted off each other to ask for their nearest points. Short lifts come
/// nearer to the best direction, long ones tell theirs to more digits.
constexpr double longest_lift = 1e-4, shortest_lift = 1e-8, lift_reduction = 0.2;
constexpr int most_lifts = 10;
/// Cosine above which two directions are the same for the choice of a point.
constexpr double same_direction = 1 - 1e-9;

/// The nearest points of two cores, along a normal.
struct NearestPair {
  Vector3 normal;
  double separation;
  Vector3 on_a;
  int feature;
};

class ConvexFinder {
 public:
  ConvexFinder(const PlacedShape& first, const PlacedShape& second, double margin, ConvexScratch& scratch)
      : a_(first, first.position),
        b_(second, first.position),
        origin_(first.position),
        margin_(margin),
        rounding_(a_.rounding + b_.rounding),
        reach_(margin + rounding_),
        size_(first.info->ball.radius + second.info->ball.radius),
        scratch_(scratch) {}

  void find(Manifold& manifold) {
    if (a_.polyhedron != nullptr && b_.polyhedron != nullptr) {
      polyhedra(manifold);
    } else {
      with_cylinder(manifold);
    }
  }

 private:
  void polyhedra(Manifold& manifold) {
    // Of polyhedra with many faces the nearest points are found faster than the face that separates best.
    const bool large = a_.polyhedron->is_large() || b_.polyhedron->is_large();
    CoreDistance distance{};
    if (large) distance = core_distance(a_, b_, reach_);
    if (large && distance.state == CoreDistance::State::far) return;
    const SeparatingAxis face = separating_face(a_, b_, reach_, scratch_.axes);
    if (face.separation >= reach_) return;
    if (face.separation > 0 && realised(face, manifold)) return;
    if (!large) distance = core_distance(a_, b_, reach_);
    if (distance.state == CoreDistance::State::far) return;
    const bool apart = distance.state == CoreDistance::State::apart;
    if (apart && distance.distance > direction_tolerance * size_) return add_apart(distance, manifold);
    // Overlapping, or so near that the nearest points do not tell a direction, unless it is that of a corner.
    const SeparatingAxis axis = separating_axis(a_, b_, reach_, face, scratch_.axes);
    const bool along_axis = !apart || axis.separation >= distance.distance - gap_tolerance * size_;
    if (axis.kind != SeparatingAxis::Kind::none && along_axis) {
      if (realised(axis, manifold)) return;
      lay_over(axis.normal, cut_tolerance);
      return add_with(nearest_on(axis), manifold);
    }
    if (apart) add_apart(distance, manifold);
  }

  /// Where the manifold contains two points as near as the axis allows, no others are nearer, and it is the answer.
  bool realised(const SeparatingAxis& axis, Manifold& manifold) {
    const auto contains_nearest = [&](double tolerance) {
      lay_over(axis.normal, tolerance);
      return smallest_gap() <= axis.separation + gap_tolerance * size_;
    };
    // Across a short gap, what sticks out by the tolerance is not the nearest point.
    const bool short_gap = axis.separation > 0 && axis.separation < sharp_distance * size_;
    if (short_gap && !contains_nearest(0)) return false;
    if (!contains_nearest(cut_tolerance)) return false;
    add_points(axis.normal, axis.separation, manifold);
    return true;
  }

  void add_apart(const CoreDistance& distance, Manifold& manifold) {
    lay_over(distance.normal, cut_tolerance);
    add_with({distance.normal, distance.distance, distance.on_a, feature_of(distance)}, manifold);
  }

  void with_cylinder(Manifold& manifold) {
    const CoreDistance distance = core_distance(a_, b_, reach_);
    if (distance.state == CoreDistance::State::far) return;
    Vector3 normal = distance.normal, on_a = distance.on_a;
    const double seen = separation(a_, b_, normal);
    if (distance.state != CoreDistance::State::apart || seen <= 0) {
      const Penetration overlap = penetration(a_, b_, distance, scratch_.penetration);
      on_a = overlap.on_a;
      // Of solids that barely touch the search for the nearest points may have seen a better direction.
      if (separation(a_, b_, overlap.normal) > seen) normal = overlap.normal;
    }
    if (distance.state != CoreDistance::State::apart || distance.distance < direction_tolerance * size_)
      improve(normal, on_a);
    const Vector3 iterated = normal;
    double best = separation(a_, b_, normal);
    // Normals of faces and caps, known to all digits, instead of what an iteration came up with.
    const auto consider = [&](const Vector3& direction) {
      for (const double sign : {1.0, -1.0}) {
        const double apart = separation(a_, b_, sign * direction);
        if (apart < best - gap_tolerance * size_) continue;
        best = std::max(best, apart);
        normal = sign * direction;
      }
    };
    consider_axes(a_, b_, consider);
    consider_axes(b_, a_, consider);
    best = separation(a_, b_, normal);
    if (best >= reach_) return;
    lay_over(normal, cut_tolerance);
    // Another normal than that of the point, and a point that is wanted.
    if (normal.dot(iterated) < same_direction && smallest_gap() > best + gap_tolerance * size_) {
      const CoreDistance lifted = lifted_distance(normal, best, longest_lift * size_);
      if (lifted.state == CoreDistance::State::apart) on_a = lifted.on_a;
    }
    add_with({normal, best, on_a, nearest_feature}, manifold);
  }

  /// Where solids touch, neither nearest points nor the polytope tell the direction well. Lifted off each other along a
  /// normal n₀ they have nearest points again, whose direction n₁ maximises s(n) + lift · n·n₀, with s the separation
  /// along n: it has a larger s than n₀ has, until n₀ is the best direction itself. The slope of s at n₁ is
  /// lift · |n₁ - n₀|: where it is small, nothing is left to gain.
  void improve(Vector3& normal, Vector3& on_a) const {
    double best = separation(a_, b_, normal), lift = longest_lift * size_;
    for (int k = 0; k < most_lifts; ++k) {
      const CoreDistance distance = lifted_distance(normal, best, lift);
      if (distance.state != CoreDistance::State::apart) return;
      const double apart = separation(a_, b_, distance.normal);
      const double slope = lift * (distance.normal - normal).norm();
      on_a = distance.on_a;
      if (apart > best) {
        best = apart;
        normal = distance.normal;
      }
      if (slope < 0.1 * gap_tolerance * size_) return;
      lift = std::max(lift_reduction * lift, shortest_lift * size_);
    }
  }

  /// With b lifted off a along a normal along which they are `apart`.
  CoreDistance lifted_distance(const Vector3& normal, double apart, double lift) const {
    Convex lifted = b_;
    lifted.position += (std::max(0.0, -apart) + lift) * normal;
    return core_distance(a_, lifted, std::numeric_limits<double>::infinity());
  }

  /// Directions that a solid brings along, with the other one's axis where both have edges or axes.
  template <typename Consider>
  static void consider_axes(const Convex& solid, const Convex& other, Consider&& consider) {
    if (solid.polyhedron == nullptr) {
      consider(solid.axis());
      const Vector3 between = other.centre() - solid.position;
      const Vector3 out = between - between.dot(solid.axis()) * solid.axis();
      if (out.norm() > 1e-9 * solid.info->radius) consider(out.normalized());
      if (other.polyhedron == nullptr) {
        const Vector3 across = solid.axis().cross(other.axis());
        if (across.norm() > 1e-9) consider(across.normalized());
      } else {
        for (const Vector3& corner : other.polyhedron->corners()) {
          const Vector3 to_corner = other.place(corner) - solid.position;
          const Vector3 away = to_corner - to_corner.dot(solid.axis()) * solid.axis();
          if (away.norm() > 1e-9 * solid.info->radius) consider(away.normalized());
        }
        for (const auto& edge : other.polyhedron->edges()) {
          const Vector3 along = other.polyhedron->corners()[edge.head] - other.polyhedron->corners()[edge.tail];
          const Vector3 across = solid.axis().cross(other.turn(along));
          if (across.norm() > 1e-9 * along.norm()) consider(across.normalized());
        }
      }
    } else {
      for (const auto& face : solid.polyhedron->faces()) consider(solid.turn(face.normal));
    }
  }

  void lay_over(const Vector3& normal, double tolerance) {
    facing_part(a_, normal, scratch_.part_a);
    facing_part(b_, -normal, scratch_.part_b);
    overlay(scratch_.part_a, scratch_.part_b, normal, tolerance * size_, scratch_.patch, scratch_.points);
  }

  double smallest_gap() const {
    double gap = std::numeric_limits<double>::infinity();
    for (const PatchPoint& point : scratch_.points) gap = std::min(gap, point.gap);
    return gap;
  }

  NearestPair nearest_on(const SeparatingAxis& axis) const {
    const auto& corners_a = scratch_.axes.a.corners;
    const auto& corners_b = scratch_.axes.b.corners;
    switch (axis.kind) {
      case SeparatingAxis::Kind::face_of_a:
        return {axis.normal, axis.separation, corners_b[axis.of_b] - axis.separation * axis.normal,
                corner_feature(axis.of_b, false)};
      case SeparatingAxis::Kind::face_of_b:
        return {axis.normal, axis.separation, corners_a[axis.of_a], corner_feature(axis.of_a, true)};
      default:
        break;
    }
    // Where two lines are nearest.
    const auto& edges_b = b_.polyhedron->edges();
    const Vector3 &u = scratch_.axes.a.edges[axis.of_a], &v = scratch_.axes.b.edges[axis.of_b];
    const Vector3& from_a = corners_a[a_.polyhedron->edges()[axis.of_a].tail];
    const Vector3 between = corners_b[edges_b[axis.of_b].tail] - from_a;
    const Vector3 across = u.cross(v);
    const double t = std::clamp(between.cross(v).dot(across) / across.squaredNorm(), 0.0, 1.0);
    return {axis.normal, axis.separation, from_a + t * u,
            crossing_feature(axis.of_a, axis.of_b, static_cast<int>(edges_b.size()))};
  }

  /// A corner where the nearest point is one, of a first.
  int feature_of(const CoreDistance& distance) const {
    const auto corner_of = [&](const Convex& solid, const Vector3 DifferencePoint::*side) {
      for (int i = 1; i < distance.simplex_size; ++i)
        if (distance.simplex[i].*side != distance.simplex[0].*side) return -1;
      const Vector3 local = solid.turn_back(distance.simplex[0].*side - solid.position);
      const auto& corners = solid.polyhedron->corners();
      const auto nearest = std::min_element(corners.begin(), corners.end(), [&](const Vector3& p, const Vector3& q) {
        return (p - local).squaredNorm() < (q - local).squaredNorm();
      });
      return static_cast<int>(nearest - corners.begin());
    };
    if (const int corner = corner_of(a_, &DifferencePoint::on_a); corner >= 0) return corner_feature(corner, true);
    if (const int corner = corner_of(b_, &DifferencePoint::on_b); corner >= 0) return corner_feature(corner, false);
    return nearest_feature;
  }

  /// The manifold's points, and the nearest one unless it is among them.
  void add_with(NearestPair nearest, Manifold& manifold) {
    auto& points = scratch_.points;
    const auto lowest = std::min_element(points.begin(), points.end(),
                                         [](const PatchPoint& p, const PatchPoint& q) { return p.gap < q.gap; });
    if (lowest != points.end() && lowest->gap <= nearest.separation + gap_tolerance * size_) {
      lowest->gap = nearest.separation;
    } else {
      // Rounding, or the polygon that stands for a round cap, has left the nearest point out.
      const auto same_place = [&](const PatchPoint& point) {
        return (point.on_a - nearest.on_a).squaredNorm() < place_tolerance * place_tolerance * size_ * size_;
      };
      const auto same_name = [&](const PatchPoint& point) { return point.feature == nearest.feature; };
      if (const auto twin = std::find_if(points.begin(), points.end(), same_place); twin != points.end()) {
        twin->gap = nearest.separation;
      } else {
        if (std::any_of(points.begin(), points.end(), same_name)) nearest.feature = nearest_feature;
        points.insert(points.begin(), {nearest.on_a, nearest.separation, nearest.feature});
      }
    }
    add_points(nearest.normal, nearest.separation, manifold);
  }

  /// `nearest`: no point is nearer; what the tolerance of the overlay let stick out may seem to be.
  void add_points(const Vector3& normal, double nearest, Manifold& manifold) const {
    const std::size_t begin = manifold.size();
    for (const auto& [on_a, apart, feature] : scratch_.points) {
      const double gap = std::max(apart, nearest) - rounding_;
      if (!(gap < margin_)) continue;
      manifold.push_back({origin_ + on_a + (a_.rounding + 0.5 * gap) * normal, normal, gap, feature});
    }
    keep_largest_area(manifold, begin, size_);
  }

  Convex a_, b_;
  Vector3 origin_;
  double margin_, rounding_, reach_, size_;
  ConvexScratch& scratch_;
};

}  // namespace

void convex_contacts(const PlacedShape& first, const PlacedShape& second, double margin, ConvexScratch& scratch,
                     Manifold& manifold) {
  ConvexFinder(first, second, margin, scratch).find(manifold);
}

}  // namespace signorini::collision
