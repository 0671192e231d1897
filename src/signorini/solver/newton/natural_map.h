#pragma once

#include "signorini/math/types.h"

namespace signorini::newton {

/// F = r - P(r - u) in scaled unknowns, with P the projection onto the Lorentz cone: its zeros are the pairs that obey
/// the convex law.
template <int D>
inline VectorN<D> natural_map(const VectorN<D>& r, const VectorN<D>& u) {
  const VectorN<D> x = r - u;
  const double slip = x.template tail<D - 1>().norm();
  if (slip <= x[0]) return u;
  if (slip <= -x[0]) return r;
  VectorN<D> projected = x / slip;
  projected[0] = 1;
  return r - 0.5 * (x[0] + slip) * projected;
}

/// An element of its generalised Jacobian: A = ∂F/∂r = 1 - P', B = ∂F/∂u = P'.
template <int D>
inline void natural_map_jacobian(const VectorN<D>& r, const VectorN<D>& u, MatrixN<D>& A, MatrixN<D>& B) {
  constexpr int T = D - 1;
  const VectorN<D> x = r - u;
  const double slip = x.template tail<T>().norm();
  if (slip <= x[0]) {
    B.setIdentity();
  } else if (slip <= -x[0]) {
    B.setZero();
  } else {
    // P = ½ (x₀ + |x_T|) (1, n) with n = x_T/|x_T|.
    const VectorN<T> n = x.template tail<T>() / slip;
    const MatrixN<T> along = n * n.transpose();
    B(0, 0) = 0.5;
    B.template block<T, 1>(1, 0) = 0.5 * n;
    B.template block<1, T>(0, 1) = 0.5 * n.transpose();
    B.template bottomRightCorner<T, T>() = 0.5 * (along + (1 + x[0] / slip) * (MatrixN<T>::Identity() - along));
  }
  A = MatrixN<D>::Identity() - B;
}

}  // namespace signorini::newton
