#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "signorini/collision/ball.h"

namespace signorini::collision {

/// Finds the near pairs among balls of similar size: cubes of one edge length, sorted by counting.
///
/// The grid is a torus: balls beyond its extent wrap around into cells that other balls use, too. That costs a few
/// comparisons in vain, and saves the grid from growing when a body flies off.
class GridLevel {
 public:
  /// `members`: the balls on this level. `cell`: edge length, m, at least the largest diameter plus the margin.
  void build(std::span<const Ball> balls, std::span<const int> members, double cell);

  /// Calls visit(i, j) once for every two members whose surfaces are nearer than `margin`.
  template <typename Visit>
  void visit_pairs(double margin, Visit&& visit) const;
  /// Calls visit(i) for every member nearer than `margin` to a ball that is not larger than the members.
  template <typename Visit>
  void visit_near(const Ball& ball, double margin, Visit&& visit) const;

 private:
  struct Entry {
    Ball ball;
    int index;
  };
  static bool near(const Ball& a, const Ball& b, double margin) {
    const double reach = a.radius + b.radius + margin;
    return (a.centre - b.centre).squaredNorm() < reach * reach;
  }
  void choose_extent(std::span<const Ball> balls, std::span<const int> members);
  int wrap(double coordinate, int axis) const {
    const double cell = std::floor(coordinate * inverse_cell_);
    // Where a ball is beyond all reason (or not a number) any cell will do: only near() decides.
    return std::abs(cell) < 0x1p50 ? static_cast<int>(static_cast<std::int64_t>(cell) & mask_[axis]) : 0;
  }
  int cell_index(int x, int y, int z) const { return ((z << bits_[1] | y) << bits_[0]) | x; }

  double inverse_cell_ = 1;
  std::array<int, 3> bits_{}, mask_{};
  std::vector<int> start_;    ///< first entry of each cell, and the end
  std::vector<int> cell_of_;  ///< of each member
  std::vector<Entry> entries_;
  std::vector<double> sample_;
};

template <typename Visit>
void GridLevel::visit_pairs(double margin, Visit&& visit) const {
  const auto pair_up = [&](const Entry& entry, int begin, int end) {
    for (int k = begin; k < end; ++k)
      if (near(entry.ball, entries_[k].ball, margin)) visit(entry.index, entries_[k].index);
  };
  for (int z = 0; z <= mask_[2]; ++z) {
    for (int y = 0; y <= mask_[1]; ++y) {
      // Half of the neighbours: those that come later in the order (z, y, x). Each pair of cells meets once.
      const int row = cell_index(0, y, z);
      const int above = (z + 1) & mask_[2], behind = (y + 1) & mask_[1], before = (y - 1) & mask_[1];
      const int rows[] = {cell_index(0, behind, z), cell_index(0, before, above), cell_index(0, y, above),
                          cell_index(0, behind, above)};
      for (int x = 0; x <= mask_[0]; ++x) {
        const int begin = start_[row + x], end = start_[row + x + 1];
        if (begin == end) continue;
        const int left = (x - 1) & mask_[0], right = (x + 1) & mask_[0];
        const bool together = left < x && x < right;
        for (int k = begin; k < end; ++k) {
          const Entry& entry = entries_[k];
          pair_up(entry, k + 1, together ? start_[row + right + 1] : end);
          if (!together) pair_up(entry, start_[row + right], start_[row + right + 1]);
          for (const int other : rows) {
            if (together) {  // the three cells follow each other
              pair_up(entry, start_[other + left], start_[other + right + 1]);
            } else {
              for (const int beside : {left, x, right})
                pair_up(entry, start_[other + beside], start_[other + beside + 1]);
            }
          }
        }
      }
    }
  }
}

template <typename Visit>
void GridLevel::visit_near(const Ball& ball, double margin, Visit&& visit) const {
  const int x = wrap(ball.centre.x(), 0), y = wrap(ball.centre.y(), 1), z = wrap(ball.centre.z(), 2);
  for (int k = -1; k <= 1; ++k) {
    for (int j = -1; j <= 1; ++j) {
      for (int i = -1; i <= 1; ++i) {
        const int cell = cell_index((x + i) & mask_[0], (y + j) & mask_[1], (z + k) & mask_[2]);
        for (int entry = start_[cell]; entry < start_[cell + 1]; ++entry)
          if (near(ball, entries_[entry].ball, margin)) visit(entries_[entry].index);
      }
    }
  }
}

}  // namespace signorini::collision
