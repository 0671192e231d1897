#pragma once

#include <vector>

#include "signorini/math/types.h"

namespace signorini {

/// Fewest rows for which nested dissection pays. On packings it takes fewer operations than minimum degree from 2,000
/// contacts up (condensed matrix, 4,000 rows); below, finding that out took 3 to 10 % of a solve. On their augmented
/// matrices it takes as long as 3 factorisations at 1,000 contacts (5,000 rows) and 0.5 at 16,000, and makes each 1.5
/// and 3.3 times as fast as minimum fill does.
constexpr int smallest_dissected = 3'000;

/// An elimination order of little fill by nested dissection (METIS), the same in every run: order[k] is the row to
/// eliminate k-th. Empty in builds without CHOLMOD, which brings METIS along, or when memory runs out. For use inside
/// linalg.
std::vector<int> nested_dissection(const SparseMatrix& lower);

}  // namespace signorini
