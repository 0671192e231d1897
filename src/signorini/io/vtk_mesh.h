#pragma once

#include <vector>

#include "signorini/model/shape.h"

namespace signorini {

/// Polygons to draw, counter-clockwise seen from the side that bodies touch.
struct SurfaceMesh {
  std::vector<Vector3> points;
  std::vector<std::vector<int>> polygons;
};

/// How curved and unbounded surfaces become facets.
struct SurfaceDetail {
  int sphere_subdivisions = 2;  ///< of an icosahedron: 20 · 4ⁿ triangles, ≥ 0
  int segments = 24;            ///< around an axis, ≥ 4
  double plane_size = 1;        ///< half the edge of the square that stands for a plane, m, > 0
};

/// In the geometry's own frame; the corners of facets lie on the surface.
SurfaceMesh surface_mesh(const Geometry& geometry, const SurfaceDetail& detail);

}  // namespace signorini
