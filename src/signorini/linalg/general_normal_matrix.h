#pragma once

#include "signorini/linalg/normal_matrix.h"

namespace signorini {

/// S = M + Σ_k H_k B_k H_kᵀ with blocks B_k, or an M, that are not symmetric: the lower triangle of S is that of a
/// NormalMatrix with M and the blocks B_k, the upper one that with Mᵀ and B_kᵀ.
class GeneralNormalMatrix {
 public:
  /// `parts`: as for NormalMatrix.
  GeneralNormalMatrix(const SparseMatrix& M, const std::vector<const BlockColumns*>& parts);

  void reset();
  /// Multiplies the diagonal.
  void scale_diagonal(double factor) {
    below_.scale_diagonal(factor);
    above_.scale_diagonal(factor);
  }
  /// S += H_k B H_kᵀ for group k of a part; B is group × group, column by column.
  void add(int part, int k, const double* B);
  /// S, all of it. Valid until the next add.
  const SparseMatrix& to_factor();

 private:
  GeneralNormalMatrix(const std::vector<const BlockColumns*>& parts, const SparseMatrix& padded_M);

  NormalMatrix below_, above_;
  SparseMatrix S_;
  std::vector<int> below_place_, above_place_;  ///< of the entries of the two triangles in S
};

}  // namespace signorini
