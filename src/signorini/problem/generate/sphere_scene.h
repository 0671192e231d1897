#pragma once

#include <vector>

#include "signorini/math/random.h"
#include "signorini/problem/generate/deposition.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/problem/generate/rigid_contacts.h"

namespace signorini::generator {

/// Spheres in their surroundings.
struct SphereScene {
  Enclosure enclosure;
  std::vector<Sphere> spheres;
};

/// The spheres at rest, in the order in which they were poured.
SphereScene packing_scene(const PackingOptions& options, Random& random);
SphereScene pile_scene(const PileOptions& options, Random& random);

/// Uniform in radius · (1 ± radius_spread), m; for PackingOptions and PileOptions.
template <typename Options>
double random_radius(const Options& options, Random& random) {
  return options.radius * (1.0 + options.radius_spread * random.uniform(-1.0, 1.0));
}

/// Volume of the spheres over the volume that they take up when poured.
inline constexpr double packing_fraction = 0.58;

/// Renumbers the spheres by height and, within a layer, along a line that sweeps it to and fro: the two spheres of a
/// contact are at most about two layers apart in memory. Gauss-Seidel sweeps over 300,000 contacts then take half the
/// time of a random order, as long as with Morton order, and climbing from the floor they converge a little faster.
void order_by_layers(SphereScene& scene, double layer_height);

/// Moves every centre by normal deviates of the given standard deviation, m.
void displace(SphereScene& scene, double deviation, Random& random);

/// The spheres as bodies of the given density, with old velocities of standard deviation `agitation` about a downward
/// motion that grows with height to `settling`, m/s.
std::vector<RigidBody> moving_bodies(const SphereScene& scene, double density, double agitation, double settling,
                                     Random& random);

/// All pairs of spheres, and of a sphere and a wall, with gaps below `margin`, m; sorted by body.
std::vector<RigidContact> find_contacts(const SphereScene& scene, double margin);

/// From spheres at rest to the problem of their next time step; for PackingOptions and PileOptions.
template <typename Options>
ContactProblem sphere_problem(SphereScene scene, const Options& options, Random& random) {
  order_by_layers(scene, 2.0 * options.radius);
  displace(scene, options.gap_spread * options.radius, random);
  const auto bodies = moving_bodies(scene, options.density, options.agitation, options.settling, random);
  const auto contacts = find_contacts(scene, options.margin * options.radius);
  return assemble(bodies, contacts,
                  {.step = options.step,
                   .friction = options.friction,
                   .recovery_speed = options.recovery_speed,
                   .law = options.law});
}

}  // namespace signorini::generator
