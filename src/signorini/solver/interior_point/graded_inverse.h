#pragma once

#include <Eigen/Cholesky>

#include "signorini/cone/nesterov_todd.h"

namespace signorini::interior_point {

/// (E + W² + δ)⁻¹ for one cone with compliance E, which need not share W's eigenvectors V. With W = V Λ Vᵀ it is
/// V Λ⁻¹ G⁻¹ Λ⁻¹ Vᵀ, G = 1 + Λ⁻¹ (Vᵀ E V + δ) Λ⁻¹. G is graded like Λ⁻², and a Cholesky factorisation that takes the
/// large entries first keeps the small ones accurate; inverting the sum itself would lose them.
template <int D>
class GradedInverse {
 public:
  GradedInverse() = default;
  GradedInverse(const NesterovTodd<D>& nt, const VectorN<D>& E, double delta) {
    const VectorN<D> eigenvalues = nt.eigenvalues();
    const MatrixN<D> V = nt.basis();
    for (int k = 0; k < D; ++k) {  // from the smallest eigenvalue, η/k, to the largest, η k
      const int from = k == 0 ? 1 : k == D - 1 ? 0 : 2;
      basis_.col(k) = V.col(from);
      inverse_eigenvalues_[k] = 1 / eigenvalues[from];
    }
    MatrixN<D> G = basis_.transpose() * E.asDiagonal() * basis_;
    G.diagonal().array() += delta;
    G = inverse_eigenvalues_.asDiagonal() * G * inverse_eigenvalues_.asDiagonal();
    G.diagonal().array() += 1;
    factor_.compute(G);
  }

  /// r = (E + W² + δ)⁻¹ x and ρ = W r.
  template <typename Out>
  void apply(const VectorN<D>& x, Out&& r, Out&& rho) const {
    const VectorN<D> h = factor_.solve(VectorN<D>(inverse_eigenvalues_.cwiseProduct(basis_.transpose() * x)));
    rho = basis_ * h;
    r = basis_ * inverse_eigenvalues_.cwiseProduct(h);
  }

  MatrixN<D> matrix() const {
    const MatrixN<D> half = factor_.matrixL().solve(MatrixN<D>(inverse_eigenvalues_.asDiagonal() * basis_.transpose()));
    return half.transpose() * half;
  }

 private:
  MatrixN<D> basis_;
  VectorN<D> inverse_eigenvalues_;
  Eigen::LLT<MatrixN<D>> factor_;
};

}  // namespace signorini::interior_point
