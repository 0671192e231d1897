#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "signorini/collision/shape_info.h"
#include "signorini/collision/support_points.h"

namespace signorini::collision {

/// A solid as all points within `rounding` of a core: a polyhedron (a segment for capsules) or a cylinder. Coordinates
/// are along the world's axes, relative to an origin near the pair at hand: far from the world's origin, too, gaps
/// keep their digits.
struct Convex {
  Convex(const PlacedShape& solid, const Vector3& origin)
      : info(solid.info),
        polyhedron(solid.info->polyhedron.get()),
        position(solid.position - origin),
        rotation(solid.rotation),
        rounding(solid.info->kind == Kind::capsule ? solid.info->radius : 0) {}
  /// A triangle of a mesh; the corners must outlive this.
  explicit Convex(const std::array<Vector3, 3>& corners)
      : position(Vector3::Zero()), rotation(Matrix3::Identity()), rounding(0), triangle(&corners) {}

  const ShapeInfo* info = nullptr;
  const Polyhedron* polyhedron = nullptr;  ///< null: a cylinder, or a triangle
  Vector3 position;
  Matrix3 rotation;
  double rounding;  ///< m
  const std::array<Vector3, 3>* triangle = nullptr;

  Vector3 place(const Vector3& local) const { return position + rotation * local; }
  Vector3 turn(const Vector3& local) const { return rotation * local; }
  Vector3 turn_back(const Vector3& direction) const { return rotation.transpose() * direction; }
  Vector3 axis() const { return rotation.col(2); }
  Vector3 centre() const {
    if (triangle != nullptr) return ((*triangle)[0] + (*triangle)[1] + (*triangle)[2]) / 3;
    return polyhedron != nullptr ? place(polyhedron->centre()) : position;
  }

  /// The core's point farthest along a direction.
  Vector3 support(const Vector3& direction) const {
    if (triangle != nullptr) {
      return *std::max_element(triangle->begin(), triangle->end(),
                               [&](const Vector3& p, const Vector3& q) { return direction.dot(p) < direction.dot(q); });
    }
    const Vector3 local = turn_back(direction);
    if (polyhedron != nullptr) return place(polyhedron->corners()[polyhedron->support(local)]);
    const double side = std::hypot(local.x(), local.y());
    const double scale = side > 0 ? info->radius / side : 0;
    return place({scale * local.x(), scale * local.y(), std::copysign(info->half_length, local.z())});
  }
};

/// How far apart the cores of two solids are along a unit direction from a to b; negative: how far they overlap.
inline double separation(const Convex& a, const Convex& b, const Vector3& normal) {
  return normal.dot(b.support(-normal) - a.support(normal));
}

}  // namespace signorini::collision
