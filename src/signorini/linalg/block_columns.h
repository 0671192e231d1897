#pragma once

#include <type_traits>
#include <vector>

#include "signorini/math/types.h"

namespace signorini {

/// Some consecutive columns of a sparse matrix H, in groups of `group` columns (the rows of one contact), each group
/// stored as dense group × width blocks over runs of `width` consecutive rows of H (the degrees of freedom of one
/// body). A sweep reads it from front to back, and the inner loops have lengths known to the compiler.
class BlockColumns {
 public:
  BlockColumns() = default;
  /// The columns [first, first + groups * group) of H, with the block width (1, 3 or 6) that needs the fewest bytes, or
  /// with the given one. `scale`: what the rows of H are multiplied with; empty: nothing.
  BlockColumns(const SparseMatrix& H, int first, int groups, int group, int width = leanest, const Vector& scale = {});
  static constexpr int leanest = 0;

  int groups() const { return static_cast<int>(start_.size()) - 1; }
  int group() const { return group_; }
  int width() const { return width_; }
  /// What one pass over the blocks reads.
  std::size_t bytes() const;
  /// The blocks of group k are [start[k], start[k+1]); block e covers rows [width·block[e], width·(block[e]+1)) of H.
  const std::vector<int>& start() const { return start_; }
  const std::vector<int>& block() const { return block_; }

  /// The dense block e, group × width, row by row.
  const double* values(int e) const { return value_.data() + std::ptrdiff_t{group_} * width_ * e; }

  /// u = H_kᵀ x. Even and odd entries are summed apart, which halves the chain of additions and fits two-lane
  /// registers.
  template <int group, int width>
  void gather(int k, const double* x, double* u) const {
    double even[group] = {}, odd[group] = {};
    for (int e = start_[k]; e < start_[k + 1]; ++e) {
      const double* xb = x + std::ptrdiff_t{width} * block_[e];
      const double* h = value_.data() + std::ptrdiff_t{group * width} * e;
      for (int b = 0; b + 1 < width; b += 2)
        for (int g = 0; g < group; ++g) {
          even[g] += h[g * width + b] * xb[b];
          odd[g] += h[g * width + b + 1] * xb[b + 1];
        }
      if constexpr (width % 2 == 1)
        for (int g = 0; g < group; ++g) even[g] += h[g * width + width - 1] * xb[width - 1];
    }
    for (int g = 0; g < group; ++g) u[g] = even[g] + odd[g];
  }

  /// x += H_k r.
  template <int group, int width>
  void scatter(int k, const double* r, double* x) const {
    double impulse[group];
    for (int g = 0; g < group; ++g) impulse[g] = r[g];
    for (int e = start_[k]; e < start_[k + 1]; ++e) {
      double* __restrict xb = x + std::ptrdiff_t{width} * block_[e];
      const double* __restrict h = value_.data() + std::ptrdiff_t{group * width} * e;
      double change[width] = {};
      for (int g = 0; g < group; ++g)
        for (int b = 0; b < width; ++b) change[b] += h[g * width + b] * impulse[g];
      for (int b = 0; b < width; ++b) xb[b] += change[b];
    }
  }

  /// The same for the groups [begin, end); u and r hold theirs alone. Out of line: there the compiler keeps the loops
  /// in packets.
  void gather(int begin, int end, const double* x, double* u) const;
  void scatter(int begin, int end, const double* r, double* x) const;

  /// (H_kᵀ H_k)(i, j).
  double dot(int k, int i, int j) const;
  /// Σ_row weight[row] H(row, i) H(row, j) of group k.
  double weighted_dot(int k, int i, int j, const double* weight) const;
  /// Σ_row |H(row, g)| of group k.
  double absolute_sum(int k, int g) const;
  /// H(row, column g of group k).
  double coeff(int k, int g, int row) const;
  /// Appends the columns, without stored zeros, to a sparse matrix under construction whose next column is `column`.
  void append_to(SparseMatrix& H, int column) const;

 private:
  template <int width>
  void fill(const SparseMatrix& H, int first, const Vector& scale);

  int group_ = 1, width_ = 1;
  std::vector<int> start_{0}, block_;
  std::vector<double> value_;
};

/// Calls f(group, width) with the block sizes as compile-time constants.
template <typename F>
void with_block_sizes(const BlockColumns& columns, F&& f) {
  const auto with_width = [&](auto group) {
    switch (columns.width()) {
      case 6:
        return f(group, std::integral_constant<int, 6>{});
      case 3:
        return f(group, std::integral_constant<int, 3>{});
      default:
        return f(group, std::integral_constant<int, 1>{});
    }
  };
  switch (columns.group()) {
    case 3:
      return with_width(std::integral_constant<int, 3>{});
    case 2:
      return with_width(std::integral_constant<int, 2>{});
    default:
      return with_width(std::integral_constant<int, 1>{});
  }
}

}  // namespace signorini
