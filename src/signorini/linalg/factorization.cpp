#include "signorini/linalg/factorization.h"

#include <algorithm>

namespace signorini {

void Factorization::analyze(const SparseMatrix& lower) {
  const int *outer = lower.outerIndexPtr(), *inner = lower.innerIndexPtr();
  const auto columns = lower.outerSize() + 1, entries = lower.nonZeros();
  if (std::equal(outer_.begin(), outer_.end(), outer, outer + columns) &&
      std::equal(inner_.begin(), inner_.end(), inner, inner + entries))
    return;
  outer_.clear();  // in case the analysis throws
  analyze_pattern(lower);
  outer_.assign(outer, outer + columns);
  inner_.assign(inner, inner + entries);
  ++analyses_;
}

}  // namespace signorini
