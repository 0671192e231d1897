#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "signorini/math/types.h"

namespace signorini {

/// A = Vᵀ W V + diag(d) for a symmetric W whose last rows come in groups of D, each group with an orthogonal D × D
/// block of V of its own (the rows before them stay as they are). The pattern is found once; new blocks V and d are
/// then written straight into the values.
template <int D>
class TurnedMatrix {
 public:
  TurnedMatrix() = default;
  /// `singles` rows by themselves, then groups of D. Of W the symmetric part counts.
  TurnedMatrix(const SparseMatrix& W, int singles);

  /// `basis(i)` is the block of V of group i.
  template <typename Basis>
  void turn(const Basis& basis, const Vector& d);
  /// The lower triangle of A, compressed by columns.
  const SparseMatrix& lower() const { return A_; }

 private:
  int size(int group) const { return group < singles_ ? 1 : D; }
  int first_row(int group) const { return group < singles_ ? group : singles_ + D * (group - singles_); }
  int group_of(int row) const { return row < singles_ ? row : singles_ + (row - singles_) / D; }

  struct Block {
    int row_group, source, offset;  ///< offset: rows between the diagonal block's first and this block's first
  };
  /// Place of local entry (r, c) of a block at `offset` in a group column whose values start at `base`: the diagonal
  /// block is stored as its lower triangle.
  static int place(int base, int height, int offset, int r, int c) {
    return base + c * height - c * (c - 1) / 2 + offset + r - c;
  }

  int singles_ = 0, groups_ = 0;
  std::vector<int> start_;  ///< first block of each group column
  std::vector<int> base_, height_;
  std::vector<Block> blocks_;
  std::vector<double> source_;  ///< the blocks of ½(W + Wᵀ), column by column
  SparseMatrix A_;
};

template <int D>
TurnedMatrix<D>::TurnedMatrix(const SparseMatrix& W, int singles)
    : singles_(singles), groups_(singles + (static_cast<int>(W.rows()) - singles) / D) {
  std::vector<std::vector<int>> touched(groups_);
  for (int g = 0; g < groups_; ++g) touched[g].push_back(g);
  for (Eigen::Index j = 0; j < W.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(W, j); it; ++it) {
      const int a = group_of(static_cast<int>(it.row())), b = group_of(static_cast<int>(j));
      std::vector<int>& rows = touched[std::min(a, b)];
      if (rows.back() != std::max(a, b)) rows.push_back(std::max(a, b));
    }
  start_.assign(1, 0);
  int place_count = 0, source_count = 0;
  for (int g = 0; g < groups_; ++g) {
    std::vector<int>& rows = touched[g];
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    int height = 0;
    for (const int row : rows) {
      blocks_.push_back({row, source_count, height});
      height += size(row);
      source_count += size(row) * size(g);
    }
    start_.push_back(static_cast<int>(blocks_.size()));
    base_.push_back(place_count);
    height_.push_back(height);
    place_count += size(g) * height - size(g) * (size(g) - 1) / 2;
  }

  A_.resize(W.rows(), W.cols());
  A_.resizeNonZeros(place_count);
  for (int g = 0; g < groups_; ++g)
    for (int c = 0; c < size(g); ++c) {
      A_.outerIndexPtr()[first_row(g) + c] = place(base_[g], height_[g], 0, c, c);
      for (int b = start_[g]; b < start_[g + 1]; ++b)
        for (int r = b == start_[g] ? c : 0; r < size(blocks_[b].row_group); ++r)
          A_.innerIndexPtr()[place(base_[g], height_[g], blocks_[b].offset, r, c)] =
              first_row(blocks_[b].row_group) + r;
    }
  A_.outerIndexPtr()[A_.cols()] = place_count;

  source_.assign(source_count, 0.0);
  for (Eigen::Index j = 0; j < W.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(W, j); it; ++it) {
      const auto add = [&](int row, int column, double value) {
        const int g = group_of(column), h = group_of(row);
        if (h < g) return;
        const auto block = std::lower_bound(blocks_.begin() + start_[g], blocks_.begin() + start_[g + 1], h,
                                            [](const Block& b, int wanted) { return b.row_group < wanted; });
        source_[block->source + size(h) * (column - first_row(g)) + row - first_row(h)] += value;
      };
      add(static_cast<int>(it.row()), static_cast<int>(j), 0.5 * it.value());
      add(static_cast<int>(j), static_cast<int>(it.row()), 0.5 * it.value());
    }
}

template <int D>
template <typename Basis>
void TurnedMatrix<D>::turn(const Basis& basis, const Vector& d) {
  double* values = A_.valuePtr();
  for (int g = 0; g < groups_; ++g) {
    const MatrixN<D> V = g < singles_ ? MatrixN<D>(MatrixN<D>::Identity()) : basis(g - singles_);
    for (int b = start_[g]; b < start_[g + 1]; ++b) {
      const Block& block = blocks_[b];
      const double* source = source_.data() + block.source;
      if (block.row_group < singles_) {
        values[place(base_[g], height_[g], block.offset, 0, 0)] = source[0];
      } else if (g < singles_) {
        const VectorN<D> turned = basis(block.row_group - singles_).transpose() * Eigen::Map<const VectorN<D>>(source);
        for (int r = 0; r < D; ++r) values[place(base_[g], height_[g], block.offset, r, 0)] = turned[r];
      } else {
        const MatrixN<D> turned =
            basis(block.row_group - singles_).transpose() * (Eigen::Map<const MatrixN<D>>(source) * V);
        for (int c = 0; c < D; ++c)
          for (int r = b == start_[g] ? c : 0; r < D; ++r)
            values[place(base_[g], height_[g], block.offset, r, c)] = turned(r, c);
      }
    }
    for (int c = 0; c < size(g); ++c) values[place(base_[g], height_[g], 0, c, c)] += d[first_row(g) + c];
  }
}

}  // namespace signorini
