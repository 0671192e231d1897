#include <algorithm>
#include <cmath>
#include <numbers>

#include "signorini/problem/generate/sphere_scene.h"

namespace signorini {

using namespace generator;

namespace generator {
namespace {

/// The enclosure that the spheres fill about as high as it is wide, with room for at least two side by side.
Enclosure fitting_enclosure(const PackingOptions& options) {
  const double radius_cubed = options.radius * options.radius * options.radius;
  const double volume = options.spheres * 4.0 / 3.0 * std::numbers::pi * radius_cubed / packing_fraction;
  const double least_half_width = 2.0 * options.radius * (1.0 + options.radius_spread);
  const bool box = options.container == Container::box;
  const double width_cubed = box ? volume : volume * 4.0 / std::numbers::pi;
  return {.kind = box ? Enclosure::Kind::box : Enclosure::Kind::cylinder,
          .half_width = std::max(0.5 * std::cbrt(width_cubed), least_half_width)};
}

}  // namespace

SphereScene packing_scene(const PackingOptions& options, Random& random) {
  const Enclosure enclosure = fitting_enclosure(options);
  Deposition deposition(enclosure, options.radius, options.radius * (1.0 + options.radius_spread));
  for (int i = 0; i < options.spheres; ++i) {
    const double radius = random_radius(options, random);
    const double reach = enclosure.half_width - radius;
    const auto [x, y] = options.container == Container::box ? random.in_square(reach) : random.in_disc(reach);
    deposition.drop(x, y, radius);
  }
  return {enclosure, deposition.spheres()};
}

}  // namespace generator

ContactProblem generate_packing(const PackingOptions& options) {
  options.validate();
  Random random(options.seed);
  return sphere_problem(packing_scene(options, random), options, random);
}

}  // namespace signorini
