#include "signorini/io/vtk_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace signorini {
namespace {

SurfaceMesh icosahedron() {
  const double a = std::sqrt((5.0 - std::sqrt(5.0)) / 10.0), b = std::sqrt((5.0 + std::sqrt(5.0)) / 10.0);
  return {{{-a, b, 0},
           {a, b, 0},
           {-a, -b, 0},
           {a, -b, 0},
           {0, -a, b},
           {0, a, b},
           {0, -a, -b},
           {0, a, -b},
           {b, 0, -a},
           {b, 0, a},
           {-b, 0, -a},
           {-b, 0, a}},
          {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
           {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
           {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
}

/// Each triangle of a unit sphere becomes four.
SurfaceMesh subdivide(SurfaceMesh mesh) {
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [found, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.points.size()));
    if (is_new) {
      const Vector3 sum = mesh.points[static_cast<std::size_t>(a)] + mesh.points[static_cast<std::size_t>(b)];
      mesh.points.push_back(sum.normalized());
    }
    return found->second;
  };
  std::vector<std::vector<int>> triangles;
  for (const std::vector<int>& t : mesh.polygons) {
    const int ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
    triangles.insert(triangles.end(), {{t[0], ab, ca}, {t[1], bc, ab}, {t[2], ca, bc}, {ab, bc, ca}});
  }
  mesh.polygons = std::move(triangles);
  return mesh;
}

/// A point of a meridian: its distance from the axis and its height.
struct Meridian {
  double radius, z;
};

/// The surface that a meridian, given from bottom to top, sweeps about z, seen from outside. On the axis, a ring is
/// one point.
SurfaceMesh revolve(const std::vector<Meridian>& meridian, int segments) {
  SurfaceMesh mesh;
  std::vector<std::vector<int>> rings;
  for (const Meridian& at : meridian) {
    std::vector<int> ring(static_cast<std::size_t>(segments), static_cast<int>(mesh.points.size()));
    if (at.radius == 0) {
      mesh.points.emplace_back(0, 0, at.z);
    } else {
      for (int k = 0; k < segments; ++k) {
        const double angle = 2 * std::numbers::pi * k / segments;
        ring[static_cast<std::size_t>(k)] += k;
        mesh.points.emplace_back(at.radius * std::cos(angle), at.radius * std::sin(angle), at.z);
      }
    }
    rings.push_back(std::move(ring));
  }
  for (std::size_t r = 1; r < rings.size(); ++r) {
    for (std::size_t k = 0; k < rings[r].size(); ++k) {
      const std::size_t next = (k + 1) % rings[r].size();
      std::vector<int> polygon{rings[r - 1][k], rings[r - 1][next], rings[r][next], rings[r][k]};
      polygon.erase(std::unique(polygon.begin(), polygon.end()), polygon.end());
      if (polygon.front() == polygon.back()) polygon.pop_back();
      mesh.polygons.push_back(std::move(polygon));
    }
  }
  return mesh;
}

SurfaceMesh inside_out(SurfaceMesh mesh) {
  for (std::vector<int>& polygon : mesh.polygons) std::ranges::reverse(polygon);
  return mesh;
}

/// The top (+z) is the last polygon.
SurfaceMesh box(const Vector3& half) {
  SurfaceMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.points.emplace_back((k & 1) ? half.x() : -half.x(), (k & 2) ? half.y() : -half.y(),
                             (k & 4) ? half.z() : -half.z());
  mesh.polygons = {{0, 2, 3, 1}, {0, 1, 5, 4}, {1, 3, 7, 5}, {3, 2, 6, 7}, {2, 0, 4, 6}, {4, 5, 7, 6}};
  return mesh;
}

struct Mesher {
  const SurfaceDetail& detail;

  SurfaceMesh operator()(const Sphere& sphere) const {
    SurfaceMesh mesh = icosahedron();
    for (int k = 0; k < detail.sphere_subdivisions; ++k) mesh = subdivide(std::move(mesh));
    for (Vector3& point : mesh.points) point *= sphere.radius;
    return mesh;
  }
  SurfaceMesh operator()(const Box& solid) const { return box(solid.half); }
  SurfaceMesh operator()(const Capsule& capsule) const {
    const int quarter = std::max(1, detail.segments / 4);
    std::vector<Meridian> meridian{{0, -capsule.half_length - capsule.radius}};
    for (const double side : {-1.0, 1.0})
      for (int k = 0; k < quarter; ++k) {
        const double latitude = std::numbers::pi / 2 * (side < 0 ? k + 1 - quarter : k) / quarter;
        meridian.push_back(
            {capsule.radius * std::cos(latitude), side * capsule.half_length + capsule.radius * std::sin(latitude)});
      }
    meridian.push_back({0, capsule.half_length + capsule.radius});
    return revolve(meridian, detail.segments);
  }
  SurfaceMesh operator()(const Cylinder& c) const {
    return revolve({{0, -c.half_length}, {c.radius, -c.half_length}, {c.radius, c.half_length}, {0, c.half_length}},
                   detail.segments);
  }
  SurfaceMesh operator()(const std::shared_ptr<const ConvexHull>& hull) const { return {hull->corners, hull->faces}; }
  SurfaceMesh operator()(const Plane&) const {
    const double d = detail.plane_size;
    return {{{-d, -d, 0}, {d, -d, 0}, {d, d, 0}, {-d, d, 0}}, {{0, 1, 2, 3}}};
  }
  SurfaceMesh operator()(const std::shared_ptr<const TriangleMesh>& mesh) const {
    SurfaceMesh out{mesh->corners, {}};
    for (const auto& triangle : mesh->triangles) out.polygons.emplace_back(triangle.begin(), triangle.end());
    return out;
  }
  SurfaceMesh operator()(const BoxInside& hollow) const {
    SurfaceMesh mesh = box(hollow.half);
    if (hollow.open) mesh.polygons.pop_back();
    return inside_out(std::move(mesh));
  }
  SurfaceMesh operator()(const CylinderInside& c) const {
    std::vector<Meridian> meridian{{0, -c.half_length}, {c.radius, -c.half_length}, {c.radius, c.half_length}};
    if (!c.open) meridian.push_back({0, c.half_length});
    return inside_out(revolve(meridian, detail.segments));
  }
  SurfaceMesh operator()(const ConeInside& cone) const {
    std::vector<Meridian> meridian{{cone.bottom, -cone.half_length}, {cone.top, cone.half_length}};
    if (cone.floor) meridian.insert(meridian.begin(), {0, -cone.half_length});
    return inside_out(revolve(meridian, detail.segments));
  }
};

}  // namespace

SurfaceMesh surface_mesh(const Geometry& geometry, const SurfaceDetail& detail) {
  return std::visit(Mesher{detail}, geometry);
}

}  // namespace signorini
