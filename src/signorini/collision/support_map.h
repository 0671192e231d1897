#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "signorini/math/types.h"

namespace signorini::collision {

/// Which corners of a convex polyhedron may be the farthest along a direction: a few, whatever the direction.
///
/// Directions are sorted into the cells of a cube around the origin. A corner is left out of a cell's list where one
/// other corner is farther along all directions of the cell: along the four at the cell's own corners, whose positive
/// combinations the others are. So who searches the list finds what a search of all corners would find.
class SupportMap {
 public:
  /// Up to so many corners are searched faster without lists.
  static constexpr std::size_t most_without = 16;

  void build(std::span<const Vector3> corners);
  bool empty() const { return start_.empty(); }

  /// In increasing order; at least one. Any direction but 0.
  std::span<const int> candidates(const Vector3& direction) const {
    const std::size_t cell = cell_of(direction);
    return {list_.data() + start_[cell], list_.data() + start_[cell + 1]};
  }

 private:
  std::size_t cell_of(const Vector3& direction) const {
    int axis;
    const double largest = direction.cwiseAbs().maxCoeff(&axis), half = 0.5 * side_ / largest;
    const int side = axis * 2 + (direction[axis] < 0);
    const auto place = [&](double coordinate) {
      return std::min(side_ - 1, static_cast<int>(coordinate * half + 0.5 * side_));
    };
    const int u = place(direction[(axis + 1) % 3]), v = place(direction[(axis + 2) % 3]);
    return static_cast<std::size_t>((side * side_ + v) * side_ + u);
  }

  int side_ = 0;            ///< cells along the edge of a cube's face
  std::vector<int> start_;  ///< of each cell's list, and the end
  std::vector<int> list_;
};

}  // namespace signorini::collision
