#pragma once

#include "signorini/math/types.h"

namespace signorini::collision {

/// Surrounds a solid; of a sphere, the sphere itself.
struct Ball {
  Vector3 centre = Vector3::Zero();  ///< m
  double radius = 0;                 ///< m
};

}  // namespace signorini::collision
