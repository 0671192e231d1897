#pragma once

#include <span>

#include "signorini/math/types.h"

namespace signorini::generator {

/// The points x with normal · x ≥ offset; the normal has unit length.
struct HalfSpace {
  Vector3 normal;
  double offset;
};

/// The point nearest to `target` that lies in all half spaces; when they have no point in common, one that violates
/// them little.
///
/// Incremental, as in Seidel's linear programming: whenever the next half space excludes the answer so far, the new
/// answer lies on its boundary, which is the same problem in one dimension less. A handful of half spaces makes this
/// faster than any general method.
Vector3 nearest_point(const Vector3& target, std::span<const HalfSpace> half_spaces);

}  // namespace signorini::generator
