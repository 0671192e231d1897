#pragma once

#include "signorini/math/types.h"

namespace signorini {

/// One friction contact with everything else held fixed: the r in K with u = W r + b and K* ∋ u + s(u) ⟂ r, where s is
/// the term of exact Coulomb friction, or 0. W is a D × D matrix with positive definite symmetric part. `guess` is an
/// earlier answer: its direction of sliding starts the search. Solved to rounding in the open, sticking and sliding
/// cases.
VectorN<3> solve_one_contact(const MatrixN<3>& W, const VectorN<3>& b, double mu, bool coulomb,
                             const VectorN<3>& guess);
VectorN<2> solve_one_contact(const MatrixN<2>& W, const VectorN<2>& b, double mu, bool coulomb,
                             const VectorN<2>& guess);

}  // namespace signorini
