#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "signorini/math/types.h"

namespace signorini::generator {

/// Finds the points near a place: cubes of one edge length, each with the list of points inside. Points beyond the
/// horizontal extent are kept in the outermost cells, so that none is ever missed; upwards the grid grows with its
/// points.
class CellGrid {
 public:
  /// Cells of edge length `cell` over x, y in [-half_width, half_width] and z ≥ 0, m.
  CellGrid(double cell, double half_width)
      : cell_(cell),
        half_width_(half_width),
        columns_(std::max(1, static_cast<int>(std::ceil(2 * half_width / cell)))) {}

  /// Adds the point with the next index: 0, 1, 2, …
  void add(const Vector3& point) {
    const auto [x, y, z] = cell_of(point);
    if (z >= layers_) {
      layers_ = z + 1;
      first_.resize(static_cast<std::size_t>(layers_) * columns_ * columns_, none);
    }
    int& first = first_[index(x, y, z)];
    next_.push_back(first);
    first = static_cast<int>(next_.size()) - 1;
  }

  /// Calls visit(index) for every point within one cell length of `place`, and for some others nearby.
  template <typename Visit>
  void visit_near(const Vector3& place, Visit&& visit) const {
    const auto [x, y, z] = cell_of(place);
    for (int k = std::max(0, z - 1); k <= std::min(layers_ - 1, z + 1); ++k) {
      for (int j = std::max(0, y - 1); j <= std::min(columns_ - 1, y + 1); ++j) {
        for (int i = std::max(0, x - 1); i <= std::min(columns_ - 1, x + 1); ++i) {
          for (int point = first_[index(i, j, k)]; point != none; point = next_[point]) visit(point);
        }
      }
    }
  }

  std::array<int, 3> cell_of(const Vector3& point) const {
    const auto horizontal = [this](double x) {
      return static_cast<int>(std::clamp((x + half_width_) / cell_, 0.0, columns_ - 1.0));
    };
    return {horizontal(point.x()), horizontal(point.y()), static_cast<int>(std::max(0.0, point.z() / cell_))};
  }
  int columns() const { return columns_; }

 private:
  static constexpr int none = -1;
  std::size_t index(int x, int y, int z) const { return (static_cast<std::size_t>(z) * columns_ + y) * columns_ + x; }

  double cell_;
  double half_width_;
  int columns_;
  int layers_ = 0;
  std::vector<int> first_;  ///< of each cell's list
  std::vector<int> next_;   ///< of each point
};

}  // namespace signorini::generator
