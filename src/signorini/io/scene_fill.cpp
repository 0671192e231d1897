#include "signorini/io/scene_fill.h"

#include <algorithm>
#include <cmath>

namespace signorini {
namespace {

/// So that 1 m holds ten cells of 0.1 m.
constexpr double rounding = 1e-9;

/// A whole number; as an integer it might not fit.
double fitting(double length, double cell) { return std::max(0.0, std::floor(length / cell + rounding)); }

struct Radius {
  double operator()(const Sphere& g) const { return g.radius; }
  double operator()(const Box& g) const { return g.half.norm(); }
  double operator()(const Capsule& g) const { return g.half_length + g.radius; }
  double operator()(const Cylinder& g) const { return std::hypot(g.half_length, g.radius); }
  double operator()(const std::shared_ptr<const ConvexHull>& g) const {
    double radius = 0;
    for (const Vector3& corner : g->corners) radius = std::max(radius, corner.norm());
    return radius;
  }
  template <class Boundary>
  double operator()(const Boundary&) const {
    return 0;
  }
};

struct Scale {
  double factor;
  Geometry operator()(const Sphere& g) const { return Sphere{factor * g.radius}; }
  Geometry operator()(const Box& g) const { return Box{factor * g.half}; }
  Geometry operator()(const Capsule& g) const { return Capsule{factor * g.radius, factor * g.half_length}; }
  Geometry operator()(const Cylinder& g) const { return Cylinder{factor * g.radius, factor * g.half_length}; }
  Geometry operator()(const std::shared_ptr<const ConvexHull>& g) const {
    auto hull = std::make_shared<ConvexHull>(*g);
    for (Vector3& corner : hull->corners) corner *= factor;
    return std::shared_ptr<const ConvexHull>(std::move(hull));
  }
  template <class Boundary>
  Geometry operator()(const Boundary& g) const {
    return g;
  }
};

}  // namespace

double cells_in(const FillRegion& region, const Vector3& cell) {
  const Vector3 size = region.to - region.from;
  const double layers = region.open_top ? 1 : fitting(size.z(), cell.z());
  return fitting(size.x(), cell.x()) * fitting(size.y(), cell.y()) * layers;
}

std::vector<Vector3> fill_cells(const FillRegion& region, const Vector3& cell, std::optional<int> count) {
  const Vector3 size = region.to - region.from;
  const double nx = fitting(size.x(), cell.x()), ny = fitting(size.y(), cell.y());
  const Vector3 middle = region.from + 0.5 * size;
  const double radius = 0.5 * std::min(size.x(), size.y());
  const std::size_t wanted = count ? static_cast<std::size_t>(*count) : SIZE_MAX;
  std::vector<Vector3> layer;  // its z: 0; no more of it than is wanted
  for (double j = 0; j < ny && layer.size() < wanted; ++j)
    for (double i = 0; i < nx && layer.size() < wanted; ++i) {
      const double x = (i - 0.5 * (nx - 1)) * cell.x(), y = (j - 0.5 * (ny - 1)) * cell.y();
      if (region.round && std::hypot(x, y) + 0.5 * std::max(cell.x(), cell.y()) > radius * (1 + rounding)) continue;
      layer.emplace_back(middle.x() + x, middle.y() + y, 0);
    }

  std::vector<Vector3> cells;
  if (layer.empty()) return cells;
  const double layers = fitting(size.z(), cell.z());
  for (double k = 0; (region.open_top || k < layers) && cells.size() < wanted; ++k) {
    const double z = region.from.z() + (k + 0.5) * cell.z();
    for (std::size_t c = 0; c < layer.size() && cells.size() < wanted; ++c)
      cells.emplace_back(layer[c].x(), layer[c].y(), z);
  }
  return cells;
}

std::vector<Ring> fill_rings(const FillRegion& region, double spacing, int count) {
  const Vector3 size = region.to - region.from, middle = region.from + 0.5 * size;
  const double radius = 0.5 * std::min(size.x(), size.y());
  std::vector<Ring> layer;
  for (int k = 0; (k + 0.5) * spacing <= radius * (1 + rounding); ++k) {
    const double angle = k == 0 ? 2 * M_PI : 2 * std::asin(0.5 / k);  // whose chord is the spacing
    layer.push_back({Vector3::Zero(), k * spacing, static_cast<int>(2 * M_PI / angle + rounding), angle});
  }
  std::vector<Ring> rings;
  const double layers = fitting(size.z(), spacing);
  double room = 0;
  for (double k = 0; !layer.empty() && (region.open_top || k < layers) && room < count; ++k)
    for (std::size_t n = 0; n < layer.size() && room < count; ++n) {
      rings.push_back(layer[n]);
      rings.back().centre = Vector3(middle.x(), middle.y(), region.from.z() + (k + 0.5) * spacing);
      room += layer[n].places;
    }
  return rings;
}

double bounding_radius(const Geometry& geometry) { return std::visit(Radius{}, geometry); }

double bounding_radius(const std::vector<Shape>& shapes) {
  double radius = 0;
  for (const Shape& shape : shapes)
    radius = std::max(radius, shape.pose.position.norm() + bounding_radius(shape.geometry));
  return radius;
}

std::vector<Shape> scaled(std::vector<Shape> shapes, double factor) {
  for (Shape& shape : shapes) {
    shape.geometry = std::visit(Scale{factor}, shape.geometry);
    shape.pose.position *= factor;
  }
  return shapes;
}

}  // namespace signorini
