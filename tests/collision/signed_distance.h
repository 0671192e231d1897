#pragma once

#include "signorini/model/shape.h"

namespace signorini::collision_test {

/// A solid where it is, described anew for references: all points within `rounding` of a core (the centre of a sphere,
/// the axis of a capsule, else the solid itself).
struct PlainSolid {
  Geometry geometry;
  Pose pose;

  double rounding() const;
  double size() const;  ///< radius of a ball around it, m
  /// The core's point farthest along a direction.
  Vector3 support(const Vector3& direction) const;
  /// The core's point nearest to a point; that itself inside.
  Vector3 nearest(const Vector3& point) const;
};

/// Distance of the cores along a unit direction from a to b: at most their signed distance, whatever the direction.
double core_separation(const PlainSolid& a, const PlainSolid& b, const Vector3& normal);

/// The distance of two points of the cores that are near each other, by projections to and fro from a start: at least
/// the distance of the cores.
double distance_by_projections(const PlainSolid& a, const PlainSolid& b, Vector3 start);

/// The largest separation over all directions: the signed distance of two cores that overlap or almost touch. The
/// difference of two convex bodies has a surface of flat and curved pieces; the shortest way out is along the normal of
/// one of them. The flat ones are all tried, the curved ones (a rim against an edge, a generator or a rim) searched
/// densely, also around a guess. Boxes, hulls and cylinders.
double separation_by_search(const PlainSolid& a, const PlainSolid& b, const Vector3& guess);

}  // namespace signorini::collision_test
