#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace signorini::collision {

/// Cut through the wall of a container, in the plane of s (from the container's axis towards the wall) and z. The solid
/// lies at s ≥ at_zero + slope z, between the heights `bottom` and `top`: a container is a hollow in a block of endless
/// width, so that what spills over the rim comes to lie on the block.
struct WallProfile {
  double at_zero = 0, slope = 0;
  double bottom = -std::numeric_limits<double>::infinity();  ///< -∞: the wall goes on below the floor
  double top = std::numeric_limits<double>::infinity();      ///< ∞: the wall goes on above the ceiling

  enum class Part { wall, top, bottom, rim };
  struct Nearest {
    double distance;            ///< negative inside of the solid
    double normal_s, normal_z;  ///< unit, out of the solid
    Part part;
  };

  /// Distance of the wall's line, positive in the hollow.
  double to_wall(double s, double z) const { return (at_zero + slope * z - s) / std::hypot(1.0, slope); }

  /// The point of the solid's surface that is nearest to (s, z).
  Nearest nearest(double s, double z) const {
    const double cosine = 1 / std::hypot(1.0, slope);
    const double from_wall = to_wall(s, z), above = z - top, below = bottom - z;
    if (std::max({from_wall, above, below}) <= 0) {
      if (from_wall >= std::max(above, below)) return {from_wall, -cosine, slope * cosine, Part::wall};
      return above >= below ? Nearest{above, 0, 1, Part::top} : Nearest{below, 0, -1, Part::bottom};
    }
    Nearest result{std::numeric_limits<double>::infinity(), 0, 0, Part::wall};
    const auto consider = [&](double foot_s, double foot_z, Part part) {
      const double distance = std::hypot(s - foot_s, z - foot_z);
      if (distance < result.distance) result = {distance, (s - foot_s) / distance, (z - foot_z) / distance, part};
    };
    if (from_wall > 0) {
      const double foot = z - from_wall * slope * cosine;
      if (foot > bottom && foot < top) return {from_wall, -cosine, slope * cosine, Part::wall};
      const double rim = std::clamp(foot, bottom, top);
      consider(at_zero + slope * rim, rim, Part::rim);
    }
    if (above > 0) {
      const double edge = at_zero + slope * top;
      consider(std::max(s, edge), top, s >= edge ? Part::top : Part::rim);
    }
    if (below > 0) {
      const double edge = at_zero + slope * bottom;
      consider(std::max(s, edge), bottom, s >= edge ? Part::bottom : Part::rim);
    }
    return result;
  }
};

}  // namespace signorini::collision
