#pragma once

#include <utility>
#include <vector>

#include "signorini/problem/generate/cell_grid.h"
#include "signorini/problem/generate/nearest_point.h"

namespace signorini::generator {

struct Sphere {
  Vector3 center;  ///< m
  double radius;   ///< m
};

/// The floor z = 0 and what stands on it around the z axis.
struct Enclosure {
  enum class Kind { open, box, cylinder };
  Kind kind;
  double half_width;  ///< half the side of the box or the radius of the cylinder, m; for open floors, what is in use

  /// Calls visit(normal into the sphere, gap) for the floor and each wall.
  template <typename Visit>
  void visit_surfaces(const Sphere& sphere, Visit&& visit) const {
    const auto& [center, radius] = sphere;
    visit(Vector3(0.0, 0.0, 1.0), center.z() - radius);
    const double room = half_width - radius;
    if (kind == Kind::box) {
      visit(Vector3(1.0, 0.0, 0.0), room + center.x());
      visit(Vector3(-1.0, 0.0, 0.0), room - center.x());
      visit(Vector3(0.0, 1.0, 0.0), room + center.y());
      visit(Vector3(0.0, -1.0, 0.0), room - center.y());
    } else if (kind == Kind::cylinder) {
      const double distance = std::sqrt(center.x() * center.x() + center.y() * center.y());
      if (distance > 0.0) visit(Vector3(-center.x() / distance, -center.y() / distance, 0.0), room - distance);
    }
  }
};

/// Pours spheres one at a time: each falls, slides down over those before it and comes to rest in the first pocket,
/// touching three of them or walls (or lies on the floor), as in Visscher and Bolsterli, Nature 239 (1972). The
/// packings fill about 0.58 of the space with six contacts a sphere.
class Deposition {
 public:
  Deposition(const Enclosure& enclosure, double mean_radius, double largest_radius);

  /// Drops a sphere from above at x, y.
  void drop(double x, double y, double radius);

  const std::vector<Sphere>& spheres() const { return spheres_; }

 private:
  double start_height(double x, double y, double radius) const;
  void slide_to_rest(Sphere& sphere);

  Enclosure enclosure_;
  double stride_;  ///< longest way of one move, m
  std::vector<Sphere> spheres_;
  CellGrid grid_;
  std::vector<double> tops_;            ///< highest point of each vertical column of cells, m
  std::vector<HalfSpace> constraints_;  ///< of the current move; kept for its memory
};

}  // namespace signorini::generator
