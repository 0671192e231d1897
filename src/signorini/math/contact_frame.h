#pragma once

#include <cmath>

#include "signorini/math/types.h"

namespace signorini {

/// The right-handed orthonormal frame of a contact, columns (n, t1, t2), from its unit normal n. It depends on n alone,
/// so the same contact gets the same tangents in every run.
///
/// Duff et al., "Building an orthonormal basis, revisited", J. Computer Graphics Techniques 6 (2017), listing 3: no
/// branch, no square root, and no loss of accuracy near any pole. The frame jumps where n_z changes sign.
inline Matrix3 contact_frame(const Vector3& n) {
  const double sign = std::copysign(1.0, n.z());
  const double a = -1.0 / (sign + n.z());
  const double b = n.x() * n.y() * a;
  Matrix3 frame;
  frame.col(0) = n;
  frame.col(1) = Vector3(1.0 + sign * n.x() * n.x() * a, sign * b, -sign * n.x());
  frame.col(2) = Vector3(b, sign + n.y() * n.y() * a, -n.y());
  return frame;
}

}  // namespace signorini
