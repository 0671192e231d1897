#pragma once

#include <span>
#include <utility>
#include <vector>

#include "signorini/collision/grid_level.h"
#include "signorini/collision/shape_info.h"

namespace signorini::collision {

/// Two shapes, as places in the list of all shapes; the body of the first comes before that of the second.
struct ShapePair {
  int first, second;
};

/// Finds the pairs of shapes that may be nearer than the margin.
///
/// Solids are kept in one grid for each class of sizes, so that the work grows with the number of bodies, however
/// mixed their sizes are, and one for the fixed ones of each, which stays while these stay. Boundaries (planes, meshes,
/// containers) are compared with every moving solid.
class BroadPhase {
 public:
  BroadPhase(std::span<const ShapeInfo> shapes, std::span<const std::pair<int, int>> ignored_pairs, double margin);

  /// `balls`, `boxes`, `placed`: of every shape; boxes need not be there for spheres, nor balls for boundaries.
  /// `fixed_moved`: whether fixed bodies are elsewhere than in the last call, or this is the first. Sorted by bodies,
  /// then by shapes. Valid until the next call.
  std::span<const ShapePair> find(std::span<const Ball> balls, std::span<const Aabb> boxes,
                                  std::span<const PlacedShape> placed, bool fixed_moved);

 private:
  struct SizeClass {
    std::vector<int> moving, fixed;  ///< its members
    double cell;
    GridLevel moving_grid, fixed_grid;
  };
  bool ignored(int body_a, int body_b) const;
  void add(int i, int j);
  void add_if_near(int i, int j, std::span<const Ball> balls, std::span<const Aabb> boxes);
  void sort();

  std::vector<ShapeTag> shapes_;
  double margin_;
  std::vector<SizeClass> classes_;  ///< from small to large
  std::vector<int> boundaries_, moving_solids_;
  std::vector<int> ignored_start_, ignored_;  ///< the bodies that each body ignores, in increasing order
  std::vector<ShapePair> pairs_, sorted_;
  std::vector<int> bucket_start_;  ///< by first body
};

}  // namespace signorini::collision
