#include "signorini/collision/sphere_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "signorini/collision/nearest_on_polygon.h"

namespace signorini::collision {
namespace {

SurfaceDistance from_box(const Vector3& half, const Vector3& point) {
  const Vector3 beyond = point.cwiseAbs() - half, outside = beyond.cwiseMax(0.0);
  const auto sign = [&](int axis) { return std::copysign(1.0, point[axis]); };
  const double distance = outside.norm();
  if (distance > 0) {
    const Vector3 normal(outside.x() * sign(0), outside.y() * sign(1), outside.z() * sign(2));
    return {distance, normal / distance};
  }
  int axis;
  const double depth = beyond.maxCoeff(&axis);
  return {depth, sign(axis) * Vector3::Unit(axis)};
}

SurfaceDistance from_capsule(const ShapeInfo& capsule, const Vector3& point) {
  const double z = std::clamp(point.z(), -capsule.half_length, capsule.half_length);
  const Vector3 away = point - z * Vector3::UnitZ();
  const double distance = away.norm();
  if (distance > 0) return {distance - capsule.radius, away / distance};
  return {-capsule.radius, Vector3::UnitX()};
}

SurfaceDistance from_cylinder(const ShapeInfo& cylinder, const Vector3& point) {
  const double axis_distance = std::hypot(point.x(), point.y());
  const Vector3 out =
      axis_distance > 0 ? Vector3(point.x() / axis_distance, point.y() / axis_distance, 0) : Vector3::UnitX();
  const Vector3 up = std::copysign(1.0, point.z()) * Vector3::UnitZ();
  const double beyond_side = axis_distance - cylinder.radius, beyond_cap = std::abs(point.z()) - cylinder.half_length;
  if (beyond_side > 0 && beyond_cap > 0) {
    const double distance = std::hypot(beyond_side, beyond_cap);
    return {distance, (beyond_side * out + beyond_cap * up) / distance};
  }
  return beyond_side > beyond_cap ? SurfaceDistance{beyond_side, out} : SurfaceDistance{beyond_cap, up};
}

SurfaceDistance from_hull(const Polyhedron& hull, const Vector3& point, double reach) {
  const auto& faces = hull.faces();
  SurfaceDistance result{-std::numeric_limits<double>::infinity(), Vector3::UnitZ()};
  int best = 0;
  for (int face = 0; face < static_cast<int>(faces.size()); ++face) {
    const double distance = faces[face].normal.dot(point) - faces[face].offset;
    if (distance > result.distance) {
      result = {distance, faces[face].normal};
      best = face;
    }
  }
  if (result.distance <= 0 || result.distance >= reach) return result;
  const auto consider = [&](int face, double nearest) {
    const auto [foot, interior] = nearest_on_polygon(point, hull.corners(), hull.corners_of(face), faces[face].normal);
    const Vector3 away = point - foot;
    const double distance = away.norm();
    // Over the interior of a face, its own normal is more accurate than the difference of two near points.
    if (distance < nearest) result = {distance, interior ? faces[face].normal : Vector3(away / distance)};
  };
  consider(best, std::numeric_limits<double>::infinity());
  for (int face = 0; face < static_cast<int>(faces.size()); ++face) {
    const double height = faces[face].normal.dot(point) - faces[face].offset;
    if (face != best && height > 0 && height < result.distance) consider(face, result.distance);
  }
  return result;
}

}  // namespace

SurfaceDistance distance_from_surface(const ShapeInfo& solid, const Vector3& point, double reach) {
  switch (solid.kind) {
    case Kind::box:
      return from_box(solid.half, point);
    case Kind::capsule:
      return from_capsule(solid, point);
    case Kind::cylinder:
      return from_cylinder(solid, point);
    default:
      return from_hull(*solid.polyhedron, point, reach);
  }
}

void sphere_solid(const Ball& sphere, const PlacedShape& solid, double margin, Manifold& manifold) {
  const auto [distance, local] =
      distance_from_surface(*solid.info, solid.to_local(sphere.centre), sphere.radius + margin);
  const double gap = distance - sphere.radius;
  if (!(gap < margin)) return;
  const Vector3 normal = -solid.turn_to_world(local);
  manifold.push_back({sphere.centre + (sphere.radius + 0.5 * gap) * normal, normal, gap, 0});
}

}  // namespace signorini::collision
