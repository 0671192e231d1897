#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "signorini/dynamics/simulation.h"

/// Spheres by the thousand: how they are poured, watched and measured.
namespace signorini::test {

/// Diameter of the mean grain, m. The laws are in units of it.
constexpr double grain = 0.01;
constexpr double grain_gravity = 9.81;  ///< m/s²

/// Exact friction, steps of 1 ms. A certificate of 1e-3 is enough: in a column of 270 grains 1e-4 changes the run-out
/// by 0.2 diameters, as other places of the grains do.
Settings grain_settings();

/// A space with vertical walls above z = 0.
struct Prism {
  std::function<bool(double x, double y, double radius)> holds;  ///< whether a grain has its place there
  double reach;                                                  ///< largest |x| and |y|, m
  double area;                                                   ///< m²
};
Prism round_prism(double radius);
/// 0 ≤ x ≤ length, |y| ≤ width / 2.
Prism slab_prism(double length, double width);

/// Adds grains that hang in the prism well apart from each other, and will fill it up to that height, m. Their
/// diameters differ by up to a tenth from the mean: they do not lie in rows. Returns how high they hang, m.
double pour(const Prism& prism, double height, std::uint64_t seed, Model& model);

/// Grains glued to the floor of a prism, with their tops at z = 0.
Body rough_floor(const Prism& prism, std::uint64_t seed);
/// A tube about the z-axis, open at both ends.
Body tube(double radius, double from, double to, int material);
/// The half space behind a point; `normal` points at the grains.
Body flat_wall(const Vector3& point, const Vector3& normal, int material);

/// The bodies that are spheres and move.
std::vector<int> grains_of(const Model& model);
/// The model at the places and velocities that a simulation of it, with or without more bodies at the end, has come to.
void take_places(const Simulation& from, Model& model);

/// Steps for that long, and calls `each` after each step. Throws InputError when a step is not done, or so badly that
/// its velocities mean nothing.
void run_grains(double seconds, Simulation& simulation, const std::function<void(const StepRecord&)>& each = {});

/// How many grains are below z = 0. Those below that height, m, are put far away, apart from each other and at rest:
/// what falls for long makes every search for contacts wide.
int put_aside(double below, const std::vector<int>& grains, Simulation& simulation);

}  // namespace signorini::test
