#include <algorithm>
#include <cmath>
#include <numbers>

#include "signorini/problem/generate/sphere_scene.h"

namespace signorini {

using namespace generator;

namespace generator {
namespace {

/// Radius of the source, in sphere radii. A point source would balance spheres on top of each other.
constexpr double source_radius = 2.0;
/// Width of the rim that fills with spheres rolling out of the heap instead of falling there, in sphere radii.
constexpr double rim_width = 2.0;

/// Radius of the floor under a cone of `count` spheres.
double cone_radius(const PileOptions& options, int count) {
  const double radius_cubed = options.radius * options.radius * options.radius;
  const double volume = count * 4.0 / 3.0 * std::numbers::pi * radius_cubed / packing_fraction;
  const double slope = std::tan(options.slope * std::numbers::pi / 180.0);
  return std::cbrt(3.0 * volume / (std::numbers::pi * slope));
}

}  // namespace

/// A growing cone gets thicker by the same amount everywhere: its avalanches spread what the source supplies evenly.
/// Dropping the spheres evenly over the disc that the heap covers by then gives this shape without following each one
/// down the slope.
SphereScene pile_scene(const PileOptions& options, Random& random) {
  const Enclosure enclosure{.kind = Enclosure::Kind::open, .half_width = cone_radius(options, options.spheres)};
  Deposition deposition(enclosure, options.radius, options.radius * (1.0 + options.radius_spread));
  for (int i = 0; i < options.spheres; ++i) {
    const double radius = random_radius(options, random);
    const double reach = std::max(source_radius * options.radius, cone_radius(options, i) - rim_width * options.radius);
    const auto [x, y] = random.in_disc(reach);
    deposition.drop(x, y, radius);
  }
  return {enclosure, deposition.spheres()};
}

}  // namespace generator

ContactProblem generate_pile(const PileOptions& options) {
  options.validate();
  Random random(options.seed);
  return sphere_problem(pile_scene(options, random), options, random);
}

}  // namespace signorini
