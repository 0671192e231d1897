#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "signorini/base/export.h"
#include "signorini/math/types.h"

namespace SIGNORINI_PUBLIC signorini {

/// What stays the same about a contact from step to step: the shapes that touch, and which of their points. Flexible
/// bodies are numbered behind the rigid ones.
struct ContactKey {
  int body_a, body_b;             ///< a < b
  std::int16_t shape_a, shape_b;  ///< place in Body::shapes
  std::int32_t feature;  ///< corner, edge or face pair of the manifold, or triangle of a mesh; 0 for smooth pairs
  auto operator<=>(const ContactKey&) const = default;
};

/// A potential contact: two bodies nearer than the margin.
struct Contact {
  ContactKey key;
  Vector3 point;   ///< midway across the gap, world, m
  Vector3 normal;  ///< unit, out of A into B
  double gap;      ///< signed distance along the normal, negative when penetrating, m
  int material_a, material_b;
  /// Of flexible bodies: which of the surface points that were found with the contact; -1 for rigid ones.
  int surface_a = -1, surface_b = -1;
};

/// A point on the surface of a flexible body: Σ weight · node, over nodes of all flexible bodies, one after the other.
struct SurfacePoint {
  int count = 0;
  std::array<int, 6> nodes = {};
  std::array<double, 6> weights = {};
};

}  // namespace signorini
