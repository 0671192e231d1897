#pragma once

#include "signorini/math/types.h"

namespace signorini {

/// Whether A_ij and A_ji differ by no more than rounding, 1e-13 of √(A_ii A_jj), everywhere.
bool is_symmetric(const SparseMatrix& A);

/// Whether all entries beside the diagonal are zeros.
bool is_diagonal(const SparseMatrix& A);

/// (A + Aᵀ)/2.
SparseMatrix symmetric_part(const SparseMatrix& A);

/// A with every entry of its transpose's pattern stored, as a zero where A has none.
SparseMatrix with_symmetric_pattern(const SparseMatrix& A);

}  // namespace signorini
