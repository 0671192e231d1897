#pragma once

#include <algorithm>

#include "signorini/math/types.h"

namespace signorini {

/// Where the values of a compressed matrix hold entry (row, column), which must be in its pattern.
inline int place_of_entry(const SparseMatrix& matrix, Eigen::Index row, Eigen::Index column) {
  const int *begin = matrix.innerIndexPtr() + matrix.outerIndexPtr()[column],
            *end = matrix.innerIndexPtr() + matrix.outerIndexPtr()[column + 1];
  return static_cast<int>(std::lower_bound(begin, end, static_cast<int>(row)) - matrix.innerIndexPtr());
}

}  // namespace signorini
