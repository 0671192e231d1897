#include "signorini/linalg/general_normal_matrix.h"

#include <algorithm>

#include "signorini/linalg/entry_place.h"
#include "signorini/linalg/symmetry.h"

namespace signorini {

GeneralNormalMatrix::GeneralNormalMatrix(const SparseMatrix& M, const std::vector<const BlockColumns*>& parts)
    : GeneralNormalMatrix(parts, with_symmetric_pattern(M)) {}

GeneralNormalMatrix::GeneralNormalMatrix(const std::vector<const BlockColumns*>& parts, const SparseMatrix& padded_M)
    : below_(padded_M, parts), above_(padded_M.transpose(), parts) {
  const SparseMatrix& lower = below_.lower();
  SparseMatrix pattern = lower;
  std::fill_n(pattern.valuePtr(), pattern.nonZeros(), 1.0);
  S_ = SparseMatrix(pattern.selfadjointView<Eigen::Lower>());
  S_.makeCompressed();
  for (Eigen::Index j = 0; j < lower.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(lower, j); it; ++it) {
      below_place_.push_back(place_of_entry(S_, it.row(), j));
      above_place_.push_back(place_of_entry(S_, j, it.row()));
    }
}

void GeneralNormalMatrix::reset() {
  below_.reset();
  above_.reset();
}

void GeneralNormalMatrix::add(int part, int k, const double* B) {
  // NormalMatrix reads its blocks row by row: what is there by columns is Bᵀ to it.
  above_.add(part, k, B);
  double transposed[9];
  const int n = below_.group(part);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) transposed[i * n + j] = B[j * n + i];
  below_.add(part, k, transposed);
}

const SparseMatrix& GeneralNormalMatrix::to_factor() {
  for (std::size_t e = 0; e < below_place_.size(); ++e) {
    S_.valuePtr()[above_place_[e]] = above_.lower().valuePtr()[e];
    S_.valuePtr()[below_place_[e]] = below_.lower().valuePtr()[e];
  }
  return S_;
}

}  // namespace signorini
