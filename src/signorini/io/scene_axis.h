#pragma once

#include "signorini/math/contact_frame.h"
#include "signorini/math/pose.h"

namespace signorini {

/// A turn that takes z to the unit axis, the same for the same axis; none for z itself.
inline Quaternion axis_frame(const Vector3& axis) {
  const Matrix3 frame = contact_frame(axis);
  Matrix3 rotation;
  rotation << frame.col(1), frame.col(2), frame.col(0);
  return Quaternion(rotation).normalized();
}

}  // namespace signorini
