#include "signorini/collision/support_map.h"

#include <algorithm>
#include <limits>

namespace signorini::collision {
namespace {

/// Of the size: corners that are farther by less do not exclude others. Far above rounding in the heights of corners,
/// in the frame of the solid or of the world.
constexpr double height_slack = 1e-11;
/// Corners a cell, about, that the cells are made small for.
constexpr std::size_t corners_per_cell = 2;
constexpr int most_cells_along = 64;
/// Lists up to this length are thinned out by comparing each with each.
constexpr std::size_t short_list = 24;

using Heights = std::array<double, 4>;  ///< along the four directions at the corners of a cell

/// One cell, where the lists become shorter from larger cells to smaller ones.
class Cell {
 public:
  Cell(std::span<const Vector3> corners, double slack) : corners_(corners), slack_(slack) {}

  /// The members of `list` that stay for the directions between `low` and `high` on the side of an axis.
  std::vector<int> keep(const std::vector<int>& list, int side, std::array<double, 2> low, std::array<double, 2> high) {
    std::array<Vector3, 4> directions;
    for (int k = 0; k < 4; ++k) {
      const int axis = side / 2;
      directions[k][axis] = side % 2 == 0 ? 1 : -1;
      directions[k][(axis + 1) % 3] = k % 2 == 0 ? low[0] : high[0];
      directions[k][(axis + 2) % 3] = k / 2 == 0 ? low[1] : high[1];
    }
    heights_.resize(list.size());
    std::array<std::size_t, 5> best{};  // along the four directions, and along their sum
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (int k = 0; k < 4; ++k) heights_[i][k] = directions[k].dot(corners_[list[i]]);
      for (int k = 0; k < 4; ++k)
        if (heights_[i][k] > heights_[best[k]][k]) best[k] = i;
      if (sum(i) > sum(best[4])) best[4] = i;
    }
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < list.size(); ++i)
      if (std::none_of(best.begin(), best.end(), [&](std::size_t j) { return excludes(j, i); })) kept.push_back(i);
    std::vector<int> result;
    for (const std::size_t i : kept)
      if (kept.size() > short_list ||
          std::none_of(kept.begin(), kept.end(), [&](std::size_t j) { return excludes(j, i); }))
        result.push_back(list[i]);
    return result;
  }

 private:
  double sum(std::size_t i) const { return heights_[i][0] + heights_[i][1] + heights_[i][2] + heights_[i][3]; }
  bool excludes(std::size_t j, std::size_t i) const {
    for (int k = 0; k < 4; ++k)
      if (!(heights_[j][k] > heights_[i][k] + slack_)) return false;
    return true;
  }

  std::span<const Vector3> corners_;
  double slack_;
  std::vector<Heights> heights_;
};

}  // namespace

void SupportMap::build(std::span<const Vector3> corners) {
  side_ = 1;
  start_.clear();
  list_.clear();
  if (corners.size() <= most_without) return;
  double size = 0;
  for (const Vector3& corner : corners) size = std::max(size, corner.norm());
  Cell cell(corners, height_slack * size);
  std::vector<int> all(corners.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  // Cells are quartered; each starts with what was left of the cell around it.
  std::vector<std::vector<int>> lists(6, all);
  const auto fine_enough = [&] { return corners_per_cell * 6 * side_ * side_ >= 2 * corners.size(); };
  while (true) {
    const int coarse = std::max(1, side_ / 2);
    std::vector<std::vector<int>> finer;
    for (int side = 0; side < 6; ++side) {
      for (int v = 0; v < side_; ++v) {
        for (int u = 0; u < side_; ++u) {
          const int from = side_ == 1 ? side : (side * coarse + v / 2) * coarse + u / 2;
          const auto edge = [&](int place) { return 2.0 * place / side_ - 1; };
          finer.push_back(cell.keep(lists[from], side, {edge(u), edge(v)}, {edge(u + 1), edge(v + 1)}));
        }
      }
    }
    lists = std::move(finer);
    if (side_ == most_cells_along || (side_ > 1 && fine_enough())) break;
    side_ *= 2;
  }
  start_.push_back(0);
  for (const std::vector<int>& list : lists) {
    list_.insert(list_.end(), list.begin(), list.end());
    start_.push_back(static_cast<int>(list_.size()));
  }
}

}  // namespace signorini::collision
