#include "signorini/linalg/symmetry.h"

#include <cmath>

namespace signorini {

bool is_symmetric(const SparseMatrix& A) {
  constexpr double rounding = 1e-13;
  const Vector diagonal = A.diagonal();
  if (A.nonZeros() == A.rows() && (diagonal.array() != 0).all()) return true;
  const SparseMatrix transposed = A.transpose();
  const SparseMatrix difference = A - transposed;
  for (Eigen::Index j = 0; j < difference.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(difference, j); it; ++it) {
      const double size = std::sqrt(std::abs(diagonal[it.row()])) * std::sqrt(std::abs(diagonal[j]));
      if (std::abs(it.value()) > rounding * size) return false;
    }
  return true;
}

bool is_diagonal(const SparseMatrix& A) {
  for (Eigen::Index j = 0; j < A.outerSize(); ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it)
      if (it.row() != j && it.value() != 0) return false;
  return true;
}

SparseMatrix symmetric_part(const SparseMatrix& A) {
  const SparseMatrix transposed = A.transpose();
  return 0.5 * (A + transposed);
}

SparseMatrix with_symmetric_pattern(const SparseMatrix& A) {
  SparseMatrix zeros = A.transpose();
  std::fill_n(zeros.valuePtr(), zeros.nonZeros(), 0.0);
  SparseMatrix result = A + zeros;
  result.makeCompressed();
  return result;
}

}  // namespace signorini
