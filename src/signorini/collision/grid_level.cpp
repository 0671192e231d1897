#include "signorini/collision/grid_level.h"

#include <algorithm>

namespace signorini::collision {
namespace {

/// Below four cells along an axis, the cells left and right of one would be the same, and pairs would be found twice.
constexpr int least_bits = 2;
constexpr int most_bits = 20;
/// So many balls tell where most of them are.
constexpr std::size_t sample_size = 512;
/// Share of the balls that may lie outside on either side: they wrap around.
constexpr std::size_t outside_share = 50;  // one in fifty
/// Cells a ball at most: memory and the walk through empty cells stay in proportion.
constexpr std::size_t cells_per_ball = 2;

}  // namespace

void GridLevel::choose_extent(std::span<const Ball> balls, std::span<const int> members) {
  const std::size_t stride = std::max<std::size_t>(1, members.size() / sample_size);
  int total = 0;
  for (int axis = 0; axis < 3; ++axis) {
    sample_.clear();
    for (std::size_t k = 0; k < members.size(); k += stride) {
      const double coordinate = balls[members[k]].centre[axis];
      if (std::isfinite(coordinate)) sample_.push_back(coordinate);
    }
    double extent = 0;
    if (!sample_.empty()) {
      const std::size_t low = sample_.size() / outside_share, high = sample_.size() - 1 - low;
      std::nth_element(sample_.begin(), sample_.begin() + static_cast<std::ptrdiff_t>(low), sample_.end());
      const double from = sample_[low];
      std::nth_element(sample_.begin(), sample_.begin() + static_cast<std::ptrdiff_t>(high), sample_.end());
      extent = (sample_[high] - from) * inverse_cell_;
    }
    bits_[axis] = std::clamp(static_cast<int>(std::ceil(std::log2(extent + 1))), least_bits, most_bits);
    total += bits_[axis];
  }
  const std::size_t most_cells = cells_per_ball * members.size();
  while (std::size_t{1} << total > most_cells) {
    int& largest = *std::max_element(bits_.begin(), bits_.end());
    if (largest == least_bits) break;
    --largest;
    --total;
  }
  for (int axis = 0; axis < 3; ++axis) mask_[axis] = (1 << bits_[axis]) - 1;
  start_.assign((std::size_t{1} << total) + 1, 0);
}

void GridLevel::build(std::span<const Ball> balls, std::span<const int> members, double cell) {
  inverse_cell_ = 1 / cell;
  choose_extent(balls, members);
  cell_of_.resize(members.size());
  entries_.resize(members.size());
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Vector3& centre = balls[members[k]].centre;
    cell_of_[k] = cell_index(wrap(centre.x(), 0), wrap(centre.y(), 1), wrap(centre.z(), 2));
    ++start_[cell_of_[k]];
  }
  int sum = 0;
  for (int& start : start_) {
    sum += start;
    start = sum;  // the end, for now: filling from behind turns it into the beginning
  }
  for (std::size_t k = members.size(); k-- > 0;) entries_[--start_[cell_of_[k]]] = {balls[members[k]], members[k]};
}

}  // namespace signorini::collision
