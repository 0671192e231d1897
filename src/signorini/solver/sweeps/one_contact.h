#pragma once

#include <cmath>

#include "signorini/math/types.h"

namespace signorini {

/// The sliding case of solve_one_contact, which the caller has found to be neither open nor sticking.
VectorN<3> solve_sliding_contact(const MatrixN<3>& W, const VectorN<3>& b, double mu, bool coulomb,
                                 const VectorN<3>& guess);
VectorN<2> solve_sliding_contact(const MatrixN<2>& W, const VectorN<2>& b, double mu, bool coulomb,
                                 const VectorN<2>& guess);

/// x of W x = -b by Cramer's rule; not finite when W is singular.
inline VectorN<3> sticking_impulse(const MatrixN<3>& W, const VectorN<3>& b) {
  const double c00 = W(1, 1) * W(2, 2) - W(1, 2) * W(2, 1), c01 = W(1, 2) * W(2, 0) - W(1, 0) * W(2, 2),
               c02 = W(1, 0) * W(2, 1) - W(1, 1) * W(2, 0);
  const double inverse = -1 / (W(0, 0) * c00 + W(0, 1) * c01 + W(0, 2) * c02);
  const double c10 = W(0, 2) * W(2, 1) - W(0, 1) * W(2, 2), c11 = W(0, 0) * W(2, 2) - W(0, 2) * W(2, 0),
               c12 = W(0, 1) * W(2, 0) - W(0, 0) * W(2, 1);
  const double c20 = W(0, 1) * W(1, 2) - W(0, 2) * W(1, 1), c21 = W(0, 2) * W(1, 0) - W(0, 0) * W(1, 2),
               c22 = W(0, 0) * W(1, 1) - W(0, 1) * W(1, 0);
  return {inverse * (c00 * b[0] + c10 * b[1] + c20 * b[2]), inverse * (c01 * b[0] + c11 * b[1] + c21 * b[2]),
          inverse * (c02 * b[0] + c12 * b[1] + c22 * b[2])};
}
inline VectorN<2> sticking_impulse(const MatrixN<2>& W, const VectorN<2>& b) {
  const double inverse = -1 / (W(0, 0) * W(1, 1) - W(0, 1) * W(1, 0));
  return {inverse * (W(1, 1) * b[0] - W(0, 1) * b[1]), inverse * (W(0, 0) * b[1] - W(1, 0) * b[0])};
}

/// One friction contact with everything else held fixed: the r in K with u = W r + b and K* ∋ u + s(u) ⟂ r, where s is
/// the term of exact Coulomb friction, or 0. The symmetric part of W is positive definite. `guess` is an earlier
/// answer: its direction of sliding starts the search. Open and sticking contacts are solved in closed form, here,
/// inlined into the sweeps; sliding ones to rounding.
template <int D>
inline VectorN<D> solve_one_contact(const MatrixN<D>& W, const VectorN<D>& b, double mu, bool coulomb,
                                    const VectorN<D>& guess) {
  const auto squared_tangent = [](const VectorN<D>& x) {
    if constexpr (D == 2)
      return x[1] * x[1];
    else
      return x[1] * x[1] + x[2] * x[2];
  };
  if (b[0] >= 0 && (coulomb || b[0] * b[0] >= mu * mu * squared_tangent(b))) return VectorN<D>::Zero();
  if (mu == 0) {
    VectorN<D> r = VectorN<D>::Zero();
    r[0] = -b[0] / W(0, 0);
    return r;
  }
  const VectorN<D> stick = sticking_impulse(W, b);
  if (stick[0] >= 0 && squared_tangent(stick) <= mu * mu * stick[0] * stick[0]) return stick;
  return solve_sliding_contact(W, b, mu, coulomb, guess);
}

}  // namespace signorini
