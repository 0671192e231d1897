#pragma once

#include <cstdint>
#include <vector>

#include "signorini/math/types.h"

namespace signorini::collision {

/// One of the contacts of a pair of shapes.
struct ManifoldPoint {
  Vector3 point;   ///< midway across the gap, world, m
  Vector3 normal;  ///< unit, out of the first shape into the second
  double gap;      ///< m
  /// What is the same about this point from step to step; differs among the points of a pair.
  std::int32_t feature;
};
using Manifold = std::vector<ManifoldPoint>;

/// The most contacts that a pair of flat surfaces keeps.
inline constexpr int most_flat_contacts = 4;

/// Keeps `most_flat_contacts` of the points from `begin` on: the deepest, then those that span the largest area
/// perpendicular to its normal. Where points tie, to within a small fraction of `size`, the first wins: noise does not
/// change the choice.
void keep_largest_area(Manifold& manifold, std::size_t begin, double size);

/// Takes contacts away that are in one place, to within a small fraction of `size`, and agree in their normals: what
/// neighbouring triangles both found counts once.
void remove_duplicates(Manifold& found, double size);

/// Exchanges the roles of the first and the second shape.
inline void flip(Manifold& manifold) {
  for (ManifoldPoint& contact : manifold) contact.normal = -contact.normal;
}

}  // namespace signorini::collision
