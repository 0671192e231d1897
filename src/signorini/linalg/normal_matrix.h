#pragma once

#include <vector>

#include "signorini/linalg/block_columns.h"

namespace signorini {

/// S = M + Σ_k H_k B_k H_kᵀ, the matrix of every method that eliminates the impulses. The pattern and the place of
/// every contribution in it are found once; setting new blocks B_k then writes straight into the values, without
/// sorting or allocating.
class NormalMatrix {
 public:
  /// `parts`: H by kinds of rows, all with the same block width; they must outlive this. Of M the lower triangle
  /// counts.
  NormalMatrix(const SparseMatrix& M, std::vector<const BlockColumns*> parts);

  /// S = M.
  void reset();
  /// S += H_k B H_kᵀ for group k of a part; B is symmetric, group × group. (Any B, row by row, gives the lower
  /// triangle.)
  void add(int part, int k, const double* B);
  /// Multiplies the diagonal.
  void scale_diagonal(double factor) {
    for (Eigen::Index j = 0; j < S_.cols(); ++j) S_.valuePtr()[S_.outerIndexPtr()[j]] *= factor;
  }
  /// The lower triangle of S, compressed by columns: what a symmetric factorisation takes.
  const SparseMatrix& lower() const { return S_; }
  const SparseMatrix& to_factor() const { return S_; }
  /// Rows of each group of a part.
  int group(int part) const { return parts_[part]->group(); }

 private:
  template <int group, int width>
  void add_group(int part, int k, const double* B);

  std::vector<const BlockColumns*> parts_;
  int width_;
  std::vector<int> base_;                     ///< place of each block column's first value
  std::vector<int> height_;                   ///< rows in each block column
  std::vector<std::vector<int>> pair_start_;  ///< by part and group: its first entry in ranks
  std::vector<std::vector<int>> rank_;        ///< by part: which block of its block column each pair of blocks adds to
  std::vector<int> M_place_;                  ///< place of each lower entry of M
  std::vector<double> M_value_;
  SparseMatrix S_;
};

}  // namespace signorini
