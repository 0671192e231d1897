#include "signorini/collision/support_points.h"

#include <algorithm>

namespace signorini::collision {
namespace {

/// A cap that is tilted by less than this, rad, counts as flat: its lowest point is noise.
constexpr double flat_tilt = 1e-7;

void corners_facing(const PlacedShape& solid, const Vector3& direction, std::vector<SupportPoint>& points) {
  const Polyhedron& polyhedron = *solid.info->polyhedron;
  const Vector3 local = solid.turn_to_local(direction);
  const auto& faces = polyhedron.faces();
  int best = 0;
  for (int face = 1; face < static_cast<int>(faces.size()); ++face)
    if (faces[face].normal.dot(local) > faces[best].normal.dot(local)) best = face;
  const std::size_t begin = points.size();
  const auto add = [&](int corner) {
    const auto same = [corner](const SupportPoint& point) { return point.id == corner; };
    if (std::none_of(points.begin() + static_cast<std::ptrdiff_t>(begin), points.end(), same))
      points.push_back({solid.to_world(polyhedron.corners()[corner]), corner});
  };
  for (int face = 0; face < static_cast<int>(faces.size()); ++face)
    if (face == best || faces[face].normal.dot(local) >= facing_cosine)
      for (const int corner : polyhedron.corners_of(face)) add(corner);
  add(polyhedron.support(local));
}

void points_of_cylinder(const PlacedShape& solid, const Vector3& direction, std::vector<SupportPoint>& points) {
  const ShapeInfo& cylinder = *solid.info;
  const Vector3 local = solid.turn_to_local(direction);
  const double tilt = std::hypot(local.x(), local.y());
  const auto rim_point = [&](int end) {
    const double z = end == 0 ? -cylinder.half_length : cylinder.half_length;
    const Vector3 point(cylinder.radius * local.x() / tilt, cylinder.radius * local.y() / tilt, z);
    points.push_back({solid.to_world(point), rim_point_id + end});
  };
  if (std::abs(local.z()) < facing_cosine) {
    rim_point(0);
    rim_point(1);
    return;
  }
  const int end = local.z() < 0 ? 0 : 1;
  for (int k = 0; k < cap_corners; ++k) {
    const int id = end * cap_corners + k;
    points.push_back({solid.to_world(cap_corner(cylinder, id)), id});
  }
  if (tilt > flat_tilt) rim_point(end);
}

}  // namespace

void support_points(const PlacedShape& solid, const Vector3& direction, std::vector<SupportPoint>& points) {
  switch (solid.info->kind) {
    case Kind::box:
    case Kind::hull:
      corners_facing(solid, direction, points);
      break;
    case Kind::cylinder:
      points_of_cylinder(solid, direction, points);
      break;
    case Kind::capsule:
      for (int end = 0; end < 2; ++end) points.push_back({solid.to_world(solid.info->polyhedron->corners()[end]), end});
      break;
    default:
      points.push_back({solid.position, 0});
  }
}

}  // namespace signorini::collision
