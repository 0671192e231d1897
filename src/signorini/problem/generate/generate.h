#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/problem/contact_problem.h"
#include "signorini/problem/law.h"

/// Contact problems of any size, made without a simulator: one time step of bodies that rest on each other under
/// gravity. All are in global form, with six degrees of freedom a body (three linear in world axes, three angular in
/// body axes) and one three-row friction cone a contact. The same options give the same problem, bit for bit; a seed
/// chooses among the samples.
namespace SIGNORINI_PUBLIC signorini {

enum class Container { box, cylinder };
std::string_view to_string(Container container);
/// Throws InputError that lists the known containers and the nearest one.
Container container_from_string(std::string_view name);
const std::vector<std::string>& container_names();

enum class StackShape { sphere, box };
std::string_view to_string(StackShape shape);
/// Throws InputError that lists the known shapes and the nearest one.
StackShape stack_shape_from_string(std::string_view name);
const std::vector<std::string>& stack_shape_names();

/// Spheres poured into a container about as wide as they fill it high, and still settling a little.
struct PackingOptions {
  /// Number of spheres, ≥ 1. About 3 contacts come with each.
  int spheres = 1000;
  /// Friction coefficient μ of every contact, dimensionless, ≥ 0.
  double friction = 0.3;
  /// Chooses the sample: radii, drop positions, gaps and velocities.
  std::uint64_t seed = 1;
  /// Walls that hold the packing: a square box or an upright cylinder, open at the top.
  Container container = Container::box;
  /// Mean radius, m, > 0.
  double radius = 0.035;
  /// Radii are uniform in radius · (1 ± radius_spread); dimensionless, in [0, 0.5].
  double radius_spread = 0.1;
  /// Density of the spheres, kg/m³, > 0.
  double density = 1000.0;
  /// Time step h, s, > 0.
  double step = 0.01;
  /// Standard deviation of each coordinate about the position of rest, as a share of the radius, in [0, 0.01]. It opens
  /// some contacts and presses others into each other.
  double gap_spread = 0.002;
  /// Pairs nearer than margin · radius are contacts; dimensionless, in [0, 0.5].
  double margin = 0.02;
  /// Standard deviation of each component of the old velocity and of radius · angular velocity, m/s, ≥ 0.
  double agitation = 0.02;
  /// Downward speed of the old velocity at the top of the heap, growing in proportion to height, m/s, ≥ 0.
  double settling = 0.05;
  /// Largest speed at which w pushes penetrating contacts apart, m/s, ≥ 0. With 0 the bodies at rest satisfy every row;
  /// pushing contacts apart between walls can leave the convex law without a feasible velocity (0.1 m/s did at μ =
  /// 0.7).
  double recovery_speed = 0.0;
  /// Friction law of the problem.
  Law law = Law::coulomb;

  /// Throws InputError that names the option and its value.
  void validate() const;
};
ContactProblem generate_packing(const PackingOptions& options = {});

/// Spheres poured onto an open floor from a source above the origin: a cone.
struct PileOptions {
  /// Number of spheres, ≥ 1. About 2.4 contacts come with each of 1,000, and 2.8 with each of 36,000.
  int spheres = 1000;
  /// Friction coefficient μ of every contact, dimensionless, ≥ 0.
  double friction = 0.3;
  /// Chooses the sample: radii, drop positions, gaps and velocities.
  std::uint64_t seed = 1;
  /// Slope of the heap, degrees, in [5, 35]. The spheres lie in pockets, so it does not follow from the friction.
  double slope = 25.0;
  /// Mean radius, m, > 0.
  double radius = 0.035;
  /// Radii are uniform in radius · (1 ± radius_spread); dimensionless, in [0, 0.5].
  double radius_spread = 0.1;
  /// Density of the spheres, kg/m³, > 0.
  double density = 1000.0;
  /// Time step h, s, > 0.
  double step = 0.01;
  /// Standard deviation of each coordinate about the position of rest, as a share of the radius, in [0, 0.01].
  double gap_spread = 0.002;
  /// Pairs nearer than margin · radius are contacts; dimensionless, in [0, 0.5].
  double margin = 0.02;
  /// Standard deviation of each component of the old velocity and of radius · angular velocity, m/s, ≥ 0.
  double agitation = 0.02;
  /// Downward speed of the old velocity at the top of the heap, growing in proportion to height, m/s, ≥ 0.
  double settling = 0.05;
  /// Largest speed at which w pushes penetrating contacts apart, m/s, ≥ 0. With 0 the bodies at rest satisfy every row;
  /// pushing contacts apart between walls can leave the convex law without a feasible velocity (0.1 m/s did at μ =
  /// 0.7).
  double recovery_speed = 0.0;
  /// Friction law of the problem.
  Law law = Law::coulomb;

  /// Throws InputError that names the option and its value.
  void validate() const;
};
ContactProblem generate_pile(const PileOptions& options = {});

/// A vertical stack on the floor, light below and heavy above: hard for iterative methods, and known in closed form. As
/// long as gap_spread and agitation are 0 the answer is v = 0, with each interface carrying the weight above it.
struct StackOptions {
  /// Number of bodies, ≥ 1.
  int bodies = 10;
  /// Mass of each body over that of the body below it, dimensionless, > 0.
  double mass_ratio = 10.0;
  /// Spheres touch at one point, boxes (cubes) at the four corners of their common face.
  StackShape shape = StackShape::sphere;
  /// Friction coefficient μ of every contact, dimensionless, ≥ 0.
  double friction = 0.3;
  /// Diameter of a sphere or edge of a cube, m, > 0; the same for all bodies.
  double size = 0.07;
  /// Density of the lowest body, kg/m³, > 0.
  double density = 1000.0;
  /// Time step h, s, > 0.
  double step = 0.01;
  /// Chooses the sample; without effect while gap_spread and agitation are 0.
  std::uint64_t seed = 1;
  /// Bodies stand up to gap_spread · size above or below their place; dimensionless, in [0, 0.1].
  double gap_spread = 0.0;
  /// Standard deviation of each component of the old velocity and of ½ size · angular velocity, m/s, ≥ 0.
  double agitation = 0.0;
  /// Largest speed at which w pushes penetrating contacts apart, m/s, ≥ 0. With 0 the bodies at rest satisfy every row;
  /// pushing contacts apart between walls can leave the convex law without a feasible velocity (0.1 m/s did at μ =
  /// 0.7).
  double recovery_speed = 0.0;
  /// Friction law of the problem.
  Law law = Law::coulomb;

  /// Throws InputError that names the option and its value.
  void validate() const;
};
ContactProblem generate_stack(const StackOptions& options = {});

/// A brick wall in running bond: every other course starts and ends with a half brick, each full brick rests on two.
/// Faces touch at the four corners of their overlap; neighbours in a course face each other across the head joint.
struct WallOptions {
  /// Courses of bricks, ≥ 1.
  int rows = 10;
  /// Full bricks in the lowest course, ≥ 1.
  int columns = 10;
  /// Friction coefficient μ of every contact, dimensionless, ≥ 0.
  double friction = 0.5;
  /// Extent of a brick along the wall, m, > 0.
  double length = 0.2;
  /// Extent of a brick across the wall, m, > 0.
  double width = 0.1;
  /// Extent of a brick upwards, m, > 0.
  double height = 0.06;
  /// Open head joint between neighbours in a course, as a share of the length, in [0, 0.2].
  double joint = 0.005;
  /// Density of the bricks, kg/m³, > 0.
  double density = 2000.0;
  /// Time step h, s, > 0.
  double step = 0.01;
  /// Chooses the sample: gaps and velocities.
  std::uint64_t seed = 1;
  /// Bricks lie up to gap_spread · height off their place, along the wall and upwards; dimensionless, in [0, 0.02].
  double gap_spread = 0.001;
  /// Standard deviation of each component of the old velocity and of ½ height · angular velocity, m/s, ≥ 0.
  double agitation = 0.01;
  /// Largest speed at which w pushes penetrating contacts apart, m/s, ≥ 0. With 0 the bodies at rest satisfy every row;
  /// pushing contacts apart between walls can leave the convex law without a feasible velocity (0.1 m/s did at μ =
  /// 0.7).
  double recovery_speed = 0.0;
  /// Friction law of the problem.
  Law law = Law::coulomb;

  /// Throws InputError that names the option and its value.
  void validate() const;
};
ContactProblem generate_wall(const WallOptions& options = {});

}  // namespace signorini
