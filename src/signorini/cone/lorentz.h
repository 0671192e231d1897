#pragma once

#include <cmath>

#include "signorini/cone/exact.h"
#include "signorini/math/types.h"

namespace signorini {

/// The second-order cone {x₀ ≥ |x₁|}, its own dual, and its Jordan algebra; x = (x₀, x₁) with x₁ the D-1 tangential
/// components. The friction cone becomes this one by r̂ = (μ r_N, r_T), û = (u_N/μ, u_T), which keeps rᵀu; its
/// projection is friction::project with μ = 1.
namespace lorentz {

/// The unit of the algebra, e = (1, 0): e ∘ x = x.
template <int D>
inline VectorN<D> identity() {
  return VectorN<D>::Unit(0);
}

/// J x = (x₀, -x₁).
template <int D>
inline VectorN<D> reflect(const VectorN<D>& x) {
  VectorN<D> y = -x;
  y[0] = x[0];
  return y;
}

/// xᵀ J y = x₀ y₀ - x₁ᵀy₁ to full relative accuracy, however much cancels. Where the share `clear` of the terms' sizes
/// remains, as on the central path, where z is next to the axis, they are added up as they are: the three roundings of
/// each are then at most 3/clear times half a unit in the last place.
template <int D>
inline double minkowski(const VectorN<D>& x, const VectorN<D>& y, double clear = 0.9) {
  double plain = x[0] * y[0], size = std::abs(plain);
  for (int i = 1; i < D; ++i) {
    const double term = x[i] * y[i];
    plain -= term;
    size += std::abs(term);
  }
  if (std::abs(plain) > clear * size) return plain;
  ExactSum sum;
  sum.add_product(x[0], y[0]);
  for (int i = 1; i < D; ++i) sum.add_product(-x[i], y[i]);
  return sum.value();
}

/// xᵀy, with the accuracy of minkowski: the gap of a complementary pair, whose terms cancel when both touch the
/// boundary.
template <int D>
inline double dot(const VectorN<D>& x, const VectorN<D>& y) {
  return minkowski<D>(reflect<D>(x), y);
}

/// det x = x₀² - |x₁|² to full relative accuracy. Not (x₀ - |x₁|)(x₀ + |x₁|): at a relative distance of 1e-12 from the
/// boundary the rounding of |x₁| alone leaves four good digits.
template <int D>
inline double det(const VectorN<D>& x, double clear = 0.9) {
  return minkowski<D>(x, x, clear);
}

/// x₀ - |x₁|, the smaller eigenvalue of x: how far inside the cone, negative outside. As accurate as det.
template <int D>
inline double margin(const VectorN<D>& x) {
  const double norm = x.template tail<D - 1>().norm();
  if (x[0] <= 0) return x[0] - norm;  // nothing cancels
  return det<D>(x) / (x[0] + norm);
}

/// x in the cone up to an absolute tolerance. A negative tolerance asks for points that far inside.
template <int D>
inline bool contains(const VectorN<D>& x, double tolerance = 0) {
  return margin<D>(x) >= -tolerance;
}

/// The Jordan product x ∘ y = (xᵀy, x₀ y₁ + y₀ x₁), in plain arithmetic: errors of a few units in the last place of
/// |x||y|.
template <int D>
inline VectorN<D> product(const VectorN<D>& x, const VectorN<D>& y) {
  VectorN<D> z = x[0] * y + y[0] * x;
  z[0] = x.dot(y);
  return z;
}

/// y ⊘ x, the z with y ∘ z = x: the divisor comes first, as in z ⊘ r_z of the Newton step. y strictly inside the cone.
/// Errors of a few units in the last place of |z|, even when y is next to the boundary.
template <int D>
inline VectorN<D> quotient(const VectorN<D>& y, const VectorN<D>& x) {
  const double z0 = minkowski<D>(y, x) / det<D>(y);
  VectorN<D> z = (x - z0 * y) / y[0];
  z[0] = z0;
  return z;
}

/// f applied to the eigenvalues x₀ ± |x₁|, the eigenvectors kept: square root, absolute value and the like.
template <int D, typename F>
inline VectorN<D> spectral(const VectorN<D>& x, F&& f) {
  const double norm = x.template tail<D - 1>().norm();
  const double low = f(x[0] - norm), high = f(x[0] + norm);
  VectorN<D> y = VectorN<D>::Zero();
  y[0] = 0.5 * (low + high);
  if (norm > 0) y.template tail<D - 1>() = 0.5 * (high - low) / norm * x.template tail<D - 1>();
  return y;
}

}  // namespace lorentz
}  // namespace signorini
