#pragma once

#include <cmath>

#include "signorini/cone/lorentz.h"

namespace signorini {

/// The Nesterov-Todd scaling of a pair (y, λ) strictly inside the Lorentz cone: the symmetric W with W λ = W⁻¹ y = z
/// and W² λ = y (thesis §4.14.2; W is symmetric, so W⁻ᵀ is W⁻¹).
///
/// W is kept by its eigenvectors: η k along (1, ŵ), η/k along (1, -ŵ), and in three dimensions η along (0, ŵ⊥). As the
/// pair converges k grows without bound (k⁴ is the condition number of W²). The entries of the matrix forms hold the
/// large eigenvalue and lose the small one to rounding once k⁴ passes 1e16, while the numbers below stay good to the
/// last digits.
template <int D>
struct NesterovTodd {
  /// η = (det y / det λ)^¼.
  double eta;
  /// k = w̄₀ + |w̄₁| ≥ 1 (up to rounding) of the normalised scaling point w̄; as det w̄ = 1, w̄₀ - |w̄₁| is 1/k.
  double k;
  /// ŵ = w̄₁/|w̄₁|; some unit vector when w̄₁ = 0.
  VectorN<D - 1> direction;
  /// The scaled point z = W λ = W⁻¹ y, accurate by itself: multiplying would cost a factor k² in accuracy.
  VectorN<D> z;
  /// det z = √(det y det λ). The rounded z does not determine it when z is next to the boundary.
  double det_z;

  VectorN<D> apply(const VectorN<D>& x) const { return apply_spectrum(spectrum(eta, k), x); }  ///< W x
  VectorN<D> apply_inverse(const VectorN<D>& x) const {
    return apply_spectrum(spectrum(1 / eta, 1 / k), x);
  }                                                      ///< W⁻¹ x
  VectorN<D> apply_squared(const VectorN<D>& x) const {  ///< WᵀW x
    return apply_spectrum(spectrum(eta * eta, k * k), x);
  }
  VectorN<D> apply_inverse_squared(const VectorN<D>& x) const {  ///< (WᵀW)⁻¹ x
    return apply_spectrum(spectrum(1 / (eta * eta), 1 / (k * k)), x);
  }

  MatrixN<D> matrix() const { return with_spectrum(spectrum(eta, k)); }                                 ///< W
  MatrixN<D> inverse() const { return with_spectrum(spectrum(1 / eta, 1 / k)); }                        ///< W⁻¹
  MatrixN<D> squared() const { return with_spectrum(spectrum(eta * eta, k * k)); }                      ///< WᵀW
  MatrixN<D> inverse_squared() const { return with_spectrum(spectrum(1 / (eta * eta), 1 / (k * k))); }  ///< (WᵀW)⁻¹

  /// W = V diag(eigenvalues) Vᵀ with V = basis(), orthogonal. For methods that work where the scaling is diagonal.
  VectorN<D> eigenvalues() const { return spectrum(eta, k); }
  MatrixN<D> basis() const {
    const double half = std::sqrt(0.5);
    MatrixN<D> V = MatrixN<D>::Zero();
    V(0, 0) = V(0, 1) = half;
    V.template block<D - 1, 1>(1, 0) = half * direction;
    V.template block<D - 1, 1>(1, 1) = -half * direction;
    if constexpr (D == 3) {
      V(1, 2) = -direction[1];
      V(2, 2) = direction[0];
    }
    return V;
  }

  /// V diag(values) Vᵀ x.
  VectorN<D> apply_spectrum(const VectorN<D>& values, const VectorN<D>& x) const {
    const double along = direction.dot(x.template tail<D - 1>());
    const double rise = 0.5 * values[0] * (x[0] + along);
    const double fall = 0.5 * values[1] * (x[0] - along);
    VectorN<D> y;
    y[0] = rise + fall;
    y.template tail<D - 1>() = (rise - fall) * direction;
    if constexpr (D == 3) {
      const double across = values[2] * (direction[0] * x[2] - direction[1] * x[1]);
      y[1] -= across * direction[1];
      y[2] += across * direction[0];
    }
    return y;
  }

  /// y = V diag(values) Vᵀ x, and the same with other values: what x is along V is found once.
  void apply_spectra(const VectorN<D>& values, const VectorN<D>& other, const double* x, double* y,
                     double* other_y) const {
    double along = direction[0] * x[1];
    if constexpr (D == 3) along += direction[1] * x[2];
    const double rise = 0.5 * (x[0] + along), fall = 0.5 * (x[0] - along);
    const double across = D == 3 ? direction[0] * x[D - 1] - direction[D - 2] * x[1] : 0;
    const auto put = [&](const VectorN<D>& v, double* out) {
      const double up = v[0] * rise, down = v[1] * fall;
      out[0] = up + down;
      out[1] = (up - down) * direction[0];
      if constexpr (D == 3) {
        const double a = v[2] * across;
        out[1] -= a * direction[1];
        out[2] = (up - down) * direction[1] + a * direction[0];
      }
    };
    put(values, y);
    put(other, other_y);
  }

  /// V diag(values) Vᵀ.
  MatrixN<D> with_spectrum(const VectorN<D>& values) const {
    const double mean = 0.5 * (values[0] + values[1]), half_difference = 0.5 * (values[0] - values[1]);
    MatrixN<D> A;
    A(0, 0) = mean;
    A.template block<D - 1, 1>(1, 0) = half_difference * direction;
    A.template block<1, D - 1>(0, 1) = half_difference * direction.transpose();
    A.template block<D - 1, D - 1>(1, 1) = mean * direction * direction.transpose();
    if constexpr (D == 3) {
      A(1, 1) += values[2] * direction[1] * direction[1];
      A(1, 2) -= values[2] * direction[0] * direction[1];
      A(2, 1) = A(1, 2);
      A(2, 2) += values[2] * direction[0] * direction[0];
    }
    return A;
  }

 private:
  /// scale · (ratio, 1/ratio, 1).
  static VectorN<D> spectrum(double scale, double ratio) {
    VectorN<D> values = VectorN<D>::Constant(scale);
    values[0] = scale * ratio;
    values[1] = scale / ratio;
    return values;
  }
};

/// The scaling for determinants and a gap yᵀλ that the caller carries along from step to step: next to the boundary
/// they hold more than the rounded y and λ do.
template <int D>
NesterovTodd<D> nesterov_todd(const VectorN<D>& y, const VectorN<D>& lambda, double det_y, double det_lambda,
                              double gap) {
  constexpr int T = D - 1;
  const double root_y = std::sqrt(det_y), root_lambda = std::sqrt(det_lambda);
  const double root_both = root_y * root_lambda;
  const double gamma = std::sqrt(0.5 + 0.5 * gap / root_both);
  // ȳ and λ̄ are the points divided by the roots of their determinants, w̄ = (ȳ + J λ̄)/(2γ).
  const double y0 = y[0] / root_y, lambda0 = lambda[0] / root_lambda;
  const VectorN<T> y1 = y.template tail<T>() / root_y, lambda1 = lambda.template tail<T>() / root_lambda;

  NesterovTodd<D> scaling;
  scaling.eta = std::sqrt(root_y / root_lambda);
  const VectorN<T> difference = y1 - lambda1;
  const double norm = difference.norm();
  scaling.direction = norm > 0 ? VectorN<T>(difference / norm) : VectorN<T>(VectorN<T>::Unit(0));
  scaling.k = (y0 + lambda0 + norm) / (2 * gamma);

  // z = √(det z) (γ, ((γ + λ̄₀) ȳ₁ + (γ + ȳ₀) λ̄₁) / (ȳ₀ + λ̄₀ + 2γ)) (Vandenberghe, the CVXOPT cone programs). On the
  // central path the two terms cancel down to nothing. We regroup them as γ (ȳ₁ + λ̄₁) + (λ₀ y₁ + y₀ λ₁)/(…), where the
  // first loses nothing that matters beside γ, and the second is formed without cancellation: z is then good to the
  // last digits of |z| for any k.
  scaling.det_z = root_both;
  const double root_z = std::sqrt(root_both);
  scaling.z[0] = root_z * gamma;
  for (int i = 0; i < T; ++i) {
    const double mixed = sum_of_products(lambda[0], y[1 + i], y[0], lambda[1 + i]) / root_both;
    scaling.z[1 + i] = root_z * (gamma * (y1[i] + lambda1[i]) + mixed) / (y0 + lambda0 + 2 * gamma);
  }
  return scaling;
}

/// The scaling of y and λ as stored.
template <int D>
NesterovTodd<D> nesterov_todd(const VectorN<D>& y, const VectorN<D>& lambda) {
  return nesterov_todd<D>(y, lambda, lorentz::det<D>(y), lorentz::det<D>(lambda), lorentz::dot<D>(y, lambda));
}

}  // namespace signorini
