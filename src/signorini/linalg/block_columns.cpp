#include "signorini/linalg/block_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace signorini {
namespace {

constexpr std::array candidate_widths{6, 3, 1};

/// The sorted row blocks that the columns [first, first + group) touch. Rigid bodies have the same ones in all columns
/// of a contact: those of the first are sorted, and nothing is new in the others.
template <int width>
void touched_blocks(const SparseMatrix& H, int first, int group, std::vector<int>& blocks) {
  blocks.clear();
  bool sorted = true;
  for (int j = first; j < first + group; ++j) {
    std::size_t next = 0;  // in `blocks`, where this column goes on
    for (SparseMatrix::InnerIterator it(H, j); it; ++it) {
      const int block = static_cast<int>(it.row()) / width;
      while (next < blocks.size() && blocks[next] < block) ++next;
      if (next < blocks.size() && blocks[next] == block) continue;
      sorted = sorted && next == blocks.size();
      blocks.push_back(block);
      next = sorted ? blocks.size() - 1 : 0;
    }
  }
  if (sorted) return;
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
}

/// Calls f(width) with a candidate width as a compile-time constant: divisions by it are cheap.
template <typename F>
void with_width(int width, F&& f) {
  if (width == 6) return f(std::integral_constant<int, 6>{});
  if (width == 3) return f(std::integral_constant<int, 3>{});
  f(std::integral_constant<int, 1>{});
}

std::size_t bytes_of_block(int group, int width) {
  return sizeof(int) + sizeof(double) * static_cast<std::size_t>(group * width);
}

/// A few of many groups say which width is the leanest.
constexpr int most_samples = 200;

std::size_t bytes_with_width(const SparseMatrix& H, int first, int groups, int group, int width) {
  std::size_t blocks = 0;
  std::vector<int> touched;
  const int stride = 1 + groups / most_samples;
  with_width(width, [&](auto constant) {
    for (int k = 0; k < groups; k += stride) {
      touched_blocks<constant>(H, first + k * group, group, touched);
      blocks += touched.size();
    }
  });
  return blocks * bytes_of_block(group, width);
}

int leanest_width(const SparseMatrix& H, int first, int groups, int group) {
  int best = 1;
  std::size_t fewest = static_cast<std::size_t>(-1);
  for (const int width : candidate_widths) {
    if (H.rows() % width != 0) continue;
    const std::size_t bytes = bytes_with_width(H, first, groups, group, width);
    if (bytes < fewest) {
      fewest = bytes;
      best = width;
    }
  }
  return best;
}

}  // namespace

BlockColumns::BlockColumns(const SparseMatrix& H, int first, int groups, int group, int width, const Vector& scale)
    : group_(group), width_(width == leanest ? leanest_width(H, first, groups, group) : width) {
  with_width(width_, [&](auto constant) {
    start_.reserve(static_cast<std::size_t>(groups) + 1);
    std::vector<int> touched;
    for (int k = 0; k < groups; ++k) {
      touched_blocks<constant>(H, first + k * group, group, touched);
      block_.insert(block_.end(), touched.begin(), touched.end());
      start_.push_back(static_cast<int>(block_.size()));
    }
    value_.resize(block_.size() *
                  static_cast<std::size_t>(group * width_));  // once they are known: not a byte too many
    fill<constant>(H, first, scale);
  });
}

/// Rows come sorted within a column, as the blocks of a group do: both are gone through together.
template <int width>
void BlockColumns::fill(const SparseMatrix& H, int first, const Vector& scale) {
  for (int k = 0; k < groups(); ++k)
    for (int g = 0; g < group_; ++g) {
      int e = start_[k];
      for (SparseMatrix::InnerIterator it(H, first + k * group_ + g); it; ++it) {
        const int row = static_cast<int>(it.row()), block = row / width;
        while (block_[e] != block) ++e;
        value_[(std::ptrdiff_t{group_} * e + g) * width + (row - block * width)] =
            scale.size() == 0 ? it.value() : it.value() * scale[row];
      }
    }
}

std::size_t BlockColumns::bytes() const {
  return block_.size() * bytes_of_block(group_, width_) + start_.size() * sizeof(int);
}

void BlockColumns::gather(int begin, int end, const double* x, double* u) const {
  with_block_sizes(*this, [&](auto group, auto width) {
    for (int k = begin; k < end; ++k, u += group) gather<group, width>(k, x, u);
  });
}

void BlockColumns::scatter(int begin, int end, const double* r, double* x) const {
  with_block_sizes(*this, [&](auto group, auto width) {
    for (int k = begin; k < end; ++k, r += group) scatter<group, width>(k, r, x);
  });
}

double BlockColumns::dot(int k, int i, int j) const {
  double sum = 0;
  for (int e = start_[k]; e < start_[k + 1]; ++e) {
    const double* h = value_.data() + std::ptrdiff_t{group_} * width_ * e;
    for (int b = 0; b < width_; ++b) sum += h[i * width_ + b] * h[j * width_ + b];
  }
  return sum;
}

double BlockColumns::weighted_dot(int k, int i, int j, const double* weight) const {
  double sum = 0;
  for (int e = start_[k]; e < start_[k + 1]; ++e) {
    const double* h = value_.data() + std::ptrdiff_t{group_} * width_ * e;
    for (int b = 0; b < width_; ++b) sum += weight[block_[e] * width_ + b] * h[i * width_ + b] * h[j * width_ + b];
  }
  return sum;
}

double BlockColumns::absolute_sum(int k, int g) const {
  double sum = 0;
  for (int e = start_[k]; e < start_[k + 1]; ++e)
    for (int b = 0; b < width_; ++b) sum += std::abs(value_[(std::ptrdiff_t{group_} * e + g) * width_ + b]);
  return sum;
}

double BlockColumns::coeff(int k, int g, int row) const {
  for (int e = start_[k]; e < start_[k + 1]; ++e)
    if (block_[e] == row / width_) return value_[(std::ptrdiff_t{group_} * e + g) * width_ + row % width_];
  return 0;
}

void BlockColumns::append_to(SparseMatrix& H, int column) const {
  for (int k = 0; k < groups(); ++k)
    for (int g = 0; g < group_; ++g) {
      H.startVec(column + k * group_ + g);
      for (int e = start_[k]; e < start_[k + 1]; ++e)
        for (int b = 0; b < width_; ++b)
          if (const double value = value_[(std::ptrdiff_t{group_} * e + g) * width_ + b]; value != 0)
            H.insertBack(block_[e] * width_ + b, column + k * group_ + g) = value;
    }
}

}  // namespace signorini
