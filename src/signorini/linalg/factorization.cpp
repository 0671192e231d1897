#include "signorini/linalg/factorization.h"

#include <algorithm>

namespace signorini {

void Factorization::analyze(const SparseMatrix& matrix) {
  const int *outer = matrix.outerIndexPtr(), *inner = matrix.innerIndexPtr();
  const auto columns = matrix.outerSize() + 1, entries = matrix.nonZeros();
  if (std::equal(outer_.begin(), outer_.end(), outer, outer + columns) &&
      std::equal(inner_.begin(), inner_.end(), inner, inner + entries))
    return;
  outer_.clear();  // in case the analysis throws
  analyze_pattern(matrix);
  outer_.assign(outer, outer + columns);
  inner_.assign(inner, inner + entries);
  ++analyses_;
}

}  // namespace signorini
