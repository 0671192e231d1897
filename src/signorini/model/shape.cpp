#include "signorini/model/shape.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "signorini/model/limits.h"

namespace signorini {
namespace {

/// The kinds of geometry, in the order of the variant.
constexpr std::string_view names[] = {"sphere", "box",           "capsule",    "cylinder",        "convex_hull",
                                      "plane",  "triangle_mesh", "box_inside", "cylinder_inside", "cone_inside"};
static_assert(std::size(names) == std::variant_size_v<Geometry>);
/// The first five are solids.
constexpr std::size_t solids = 5;

std::string length_defect(std::string_view field, double length) {
  if (length > 0 && length <= largest_quantity) return "";
  return fmt::format("{} is {}, but must be a positive length{}", field, length, length > 0 ? " of at most 1e100" : "");
}

std::string first_of(std::initializer_list<std::string> defects) {
  for (const std::string& defect : defects)
    if (!defect.empty()) return defect;
  return "";
}

std::string half_defect(const Vector3& half) {
  return first_of(
      {length_defect("half[0]", half.x()), length_defect("half[1]", half.y()), length_defect("half[2]", half.z())});
}

std::string corners_defect(const std::vector<Vector3>& corners) {
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (!(corners[i].array().abs() <= largest_quantity).all())
      return fmt::format("corners[{}] is ({}, {}, {}), {}", i, corners[i].x(), corners[i].y(), corners[i].z(),
                         corners[i].allFinite() ? "beyond 1e100" : "not finite");
  return "";
}

/// Of a face or triangle: each corner exists and comes once.
template <class Polygon>
std::string polygon_defect(std::string_view field, std::size_t place, const Polygon& polygon, std::size_t corners) {
  if (polygon.size() < 3)
    return fmt::format("{}[{}] has {} corners, but a polygon has at least 3", field, place, polygon.size());
  for (auto corner = polygon.begin(); corner != polygon.end(); ++corner) {
    if (*corner < 0 || static_cast<std::size_t>(*corner) >= corners)
      return fmt::format("{}[{}] names corner {}, but there are {} corners", field, place, *corner, corners);
    if (std::find(polygon.begin(), corner, *corner) != corner)
      return fmt::format("{}[{}] names corner {} twice", field, place, *corner);
  }
  return "";
}

template <class Polygons>
std::string surface_defect(const std::vector<Vector3>& corners, std::string_view field, const Polygons& polygons) {
  if (std::string defect = corners_defect(corners); !defect.empty()) return defect;
  if (polygons.empty()) return fmt::format("it has no {}", field);
  for (std::size_t i = 0; i < polygons.size(); ++i)
    if (std::string defect = polygon_defect(field, i, polygons[i], corners.size()); !defect.empty()) return defect;
  return "";
}

std::string defect_of(const Sphere& g) { return length_defect("radius", g.radius); }
std::string defect_of(const Box& g) { return half_defect(g.half); }
std::string defect_of(const Capsule& g) {
  return first_of({length_defect("radius", g.radius), length_defect("half_length", g.half_length)});
}
std::string defect_of(const Cylinder& g) {
  return first_of({length_defect("radius", g.radius), length_defect("half_length", g.half_length)});
}
std::string defect_of(const std::shared_ptr<const ConvexHull>& g) {
  return g ? surface_defect(g->corners, "faces", g->faces) : "it is empty";
}
std::string defect_of(const Plane&) { return ""; }
std::string defect_of(const std::shared_ptr<const TriangleMesh>& g) {
  return g ? surface_defect(g->corners, "triangles", g->triangles) : "it is empty";
}
std::string defect_of(const BoxInside& g) { return half_defect(g.half); }
std::string defect_of(const CylinderInside& g) {
  return first_of({length_defect("radius", g.radius), length_defect("half_length", g.half_length)});
}
std::string defect_of(const ConeInside& g) {
  if (g.bottom == 0) return first_of({length_defect("top", g.top), length_defect("half_length", g.half_length)});
  if (g.top == 0) return first_of({length_defect("bottom", g.bottom), length_defect("half_length", g.half_length)});
  return first_of(
      {length_defect("bottom", g.bottom), length_defect("top", g.top), length_defect("half_length", g.half_length)});
}

}  // namespace

std::string_view name_of(const Geometry& geometry) { return names[geometry.index()]; }

bool is_solid(const Geometry& geometry) { return geometry.index() < solids; }

std::string geometry_defect(const Geometry& geometry) {
  return std::visit([](const auto& g) { return defect_of(g); }, geometry);
}

}  // namespace signorini
