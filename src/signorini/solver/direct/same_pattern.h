#pragma once

#include <algorithm>
#include <vector>

#include "signorini/math/types.h"

namespace signorini::direct {

/// Whether a compressed matrix has the pattern that was remembered.
inline bool same_pattern(const SparseMatrix& A, const std::vector<int>& outer, const std::vector<int>& inner) {
  const auto columns = static_cast<std::size_t>(A.outerSize()) + 1, entries = static_cast<std::size_t>(A.nonZeros());
  return outer.size() == columns && inner.size() == entries &&
         std::equal(outer.begin(), outer.end(), A.outerIndexPtr()) &&
         std::equal(inner.begin(), inner.end(), A.innerIndexPtr());
}

inline void remember_pattern(const SparseMatrix& A, std::vector<int>& outer, std::vector<int>& inner) {
  outer.assign(A.outerIndexPtr(), A.outerIndexPtr() + A.outerSize() + 1);
  inner.assign(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros());
}

}  // namespace signorini::direct
