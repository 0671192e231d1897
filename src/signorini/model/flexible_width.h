#pragma once

#include <Eigen/Geometry>

#include "signorini/model/flexible_body.h"

namespace signorini {

/// Half of the shortest edge of the box around its mesh along the world's axes, m.
inline double half_width(const FlexibleBody& body) {
  Eigen::AlignedBox3d box;
  for (const Vector3& node : body.mesh.nodes) box.extend(node);
  return 0.5 * box.sizes().minCoeff();
}

}  // namespace signorini
