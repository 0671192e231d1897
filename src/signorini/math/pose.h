#pragma once

#include <Eigen/Geometry>

#include "signorini/base/export.h"
#include "signorini/math/types.h"

namespace SIGNORINI_PUBLIC signorini {

using Quaternion = Eigen::Quaterniond;

/// Where a frame is: x_world = position + orientation · x_local.
struct Pose {
  Vector3 position = Vector3::Zero();
  Quaternion orientation = Quaternion::Identity();  ///< unit

  Vector3 to_world(const Vector3& point) const { return position + orientation * point; }
  Vector3 to_local(const Vector3& point) const { return orientation.conjugate() * (point - position); }
  Matrix3 rotation() const { return orientation.toRotationMatrix(); }
  /// The pose, in world, of a frame given in this one.
  Pose operator*(const Pose& local) const {
    return {to_world(local.position), (orientation * local.orientation).normalized()};
  }
  Pose inverse() const { return {orientation.conjugate() * -position, orientation.conjugate()}; }
};

}  // namespace signorini
