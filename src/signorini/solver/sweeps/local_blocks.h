#pragma once

#include <vector>

#include "signorini/problem/contact_problem.h"

namespace signorini {

/// u - W r: the constant part of one contact's own problem.
template <int d>
inline VectorN<d> shifted(const VectorN<d>& u, const Eigen::Map<const MatrixN<d>>& W, const VectorN<d>& r) {
  VectorN<d> b;
  for (int i = 0; i < d; ++i) {
    double sum = u[i];
    for (int j = 0; j < d; ++j) sum -= W(i, j) * r[j];
    b[i] = sum;
  }
  return b;
}

/// λ result + (1 - λ) old.
template <int d>
inline VectorN<d> damped(double lambda, const VectorN<d>& result, const VectorN<d>& old) {
  if (lambda == 1) return result;
  return lambda * result + (1 - lambda) * old;
}

/// The friction coefficients as the problem's law applies them.
Vector effective_friction(const ContactProblem& problem);

/// 1/x entrywise, 0 where x is not positive: rows that nothing moves are left alone.
Vector inverse_or_zero(const Vector& x);

/// Adds a small multiple of the trace to each dimension × dimension block, so that contacts whose tangential rows are
/// empty or dependent keep a solvable one-contact problem. A sweep that uses u - W̃ r as the constant part takes a
/// proximal step, so the fixed point stays the solution of the problem as given.
void regularise_blocks(std::vector<double>& blocks, int dimension);

}  // namespace signorini
