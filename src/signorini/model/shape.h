#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/math/pose.h"

namespace SIGNORINI_PUBLIC signorini {

/// Solids, each centred in a frame of its own. Lengths in m, all > 0.
struct Sphere {
  double radius;
};
struct Box {
  Vector3 half;  ///< half edges along x, y, z
};
/// Around the segment from z = -half_length to z = half_length.
struct Capsule {
  double radius, half_length;
};
/// Axis z, from -half_length to half_length.
struct Cylinder {
  double radius, half_length;
};
/// Convex polyhedron: its corners, and its faces as polygons that run counter-clockwise seen from outside.
struct ConvexHull {
  std::vector<Vector3> corners;
  std::vector<std::vector<int>> faces;
};

/// Boundaries, for fixed bodies only.

/// Solid below z = 0.
struct Plane {};
/// Triangles that run counter-clockwise seen from outside; solid on the inner side.
struct TriangleMesh {
  std::vector<Vector3> corners;
  std::vector<std::array<int, 3>> triangles;
};
/// Hollow: the inside of a box, open at the top (+z) when `open`.
struct BoxInside {
  Vector3 half;
  bool open = true;
};
/// Hollow: the inside of a cylinder with axis z and floor at z = -half_length, open at the top when `open`.
struct CylinderInside {
  double radius, half_length;
  bool open = true;
};
/// Hollow: the inside of a truncated cone with axis z, from radius `bottom` at z = -half_length to `top` at
/// half_length. Both ends are open unless `floor`.
struct ConeInside {
  double bottom, top;  ///< one of the two may be 0
  double half_length;
  bool floor = true;
};

using Geometry = std::variant<Sphere, Box, Capsule, Cylinder, std::shared_ptr<const ConvexHull>, Plane,
                              std::shared_ptr<const TriangleMesh>, BoxInside, CylinderInside, ConeInside>;
/// "sphere", "box", …: the names that scene files use.
std::string_view name_of(const Geometry& geometry);
/// Whether it is a solid with a volume, so that a moving body can have it.
bool is_solid(const Geometry& geometry);
/// Why the geometry cannot be used (a length that is not positive, a face that names a corner that is not there), in a
/// sentence; empty when it can.
std::string geometry_defect(const Geometry& geometry);

/// A part of a body's surface: a geometry, where it sits in the body's frame, and what it is made of.
struct Shape {
  Geometry geometry;
  Pose pose = {};    ///< in the body's frame
  int material = 0;  ///< index into Model::materials
};

/// The hull of a set of points: its corners, in the order of the points, and its faces, merged where they are coplanar
/// to 1e-7 of the hull's thickness. Points on an edge or inside a face are no corners. Throws InputError for fewer than
/// four points and for points in one plane.
ConvexHull convex_hull(const std::vector<Vector3>& points);

}  // namespace signorini
