#pragma once

#include <algorithm>

#include "signorini/math/types.h"

namespace signorini::newton {

/// The function of Alart and Curnier (1991) in scaled unknowns (friction 1, step ρ = 1), whose zeros are the pairs that
/// obey Coulomb's law:
///
///     F_N = r_N - R,   F_T = r_T - P_R(r_T - u_T),   R = max(0, r_N - u_N)
///
/// with P_R the projection onto the disc of radius R.
template <int D>
inline VectorN<D> alart_curnier(const VectorN<D>& r, const VectorN<D>& u) {
  const VectorN<D> x = r - u;
  if (x[0] <= 0) return r;
  const double slip = x.template tail<D - 1>().norm();
  if (slip <= x[0]) return u;
  VectorN<D> F = r - x[0] / slip * x;
  F[0] = u[0];
  return F;
}

/// An element of its generalised Jacobian: A = ∂F/∂r, B = ∂F/∂u.
template <int D>
inline void alart_curnier_jacobian(const VectorN<D>& r, const VectorN<D>& u, MatrixN<D>& A, MatrixN<D>& B) {
  constexpr int T = D - 1;
  const VectorN<D> x = r - u;
  A.setIdentity();
  B.setZero();
  if (x[0] <= 0) return;
  A.setZero();
  B.setIdentity();
  const double slip = x.template tail<T>().norm();
  if (slip <= x[0]) return;
  const VectorN<T> n = x.template tail<T>() / slip;
  // ∂P_R = (R/|x_T|)(I - n nᵀ) dx_T + n dR.
  const MatrixN<T> turning = x[0] / slip * (MatrixN<T>::Identity() - n * n.transpose());
  A.template bottomRightCorner<T, T>() = MatrixN<T>::Identity() - turning;
  B.template bottomRightCorner<T, T>() = turning;
  A.template block<T, 1>(1, 0) = -n;
  B.template block<T, 1>(1, 0) = n;
}

}  // namespace signorini::newton
