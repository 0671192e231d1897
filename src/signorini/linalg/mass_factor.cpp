#include "signorini/linalg/mass_factor.h"

#include <cmath>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/linalg/symmetry.h"

namespace signorini {

MassFactor::MassFactor(const SparseMatrix& M) {
  if (!is_diagonal(M)) {
    const bool symmetric = is_symmetric(M);
    cholesky_.emplace(symmetric ? M : symmetric_part(M));
    if (!cholesky_->ok())
      throw NotPositiveDefinite(fmt::format("{} is not positive definite: its Cholesky factorisation met a pivot <= 0",
                                            symmetric ? "M" : "the symmetric part of M"));
    if (symmetric) return;
    lu_.emplace(M);
    if (!lu_->ok()) throw NotPositiveDefinite("M is singular to rounding");
    return;
  }
  inverse_root_ = M.diagonal();
  for (Eigen::Index j = 0; j < inverse_root_.size(); ++j) {
    if (!(inverse_root_[j] > 0))
      throw NotPositiveDefinite(fmt::format("M is not positive definite: M({0},{0}) = {1}", j, inverse_root_[j]));
    inverse_root_[j] = 1 / std::sqrt(inverse_root_[j]);
  }
}

Vector MassFactor::solve(const Vector& b) const {
  if (lu_) return lu_->solve(b);
  return cholesky_ ? cholesky_->solve(b) : Vector(inverse_root_.array().square() * b.array());
}

SparseMatrix MassFactor::solve(const SparseMatrix& B) const { return lu_->solve(B); }

Vector MassFactor::whiten(const Vector& f) const {
  return cholesky_ ? cholesky_->half_solve(f) : Vector(inverse_root_.cwiseProduct(f));
}

SparseMatrix MassFactor::whiten(const SparseMatrix& H) const {
  if (cholesky_) return cholesky_->half_solve(H);
  SparseMatrix whitened = H;  // a product with a diagonal matrix takes Eigen several times as long
  for (Eigen::Index k = 0; k < whitened.nonZeros(); ++k)
    whitened.valuePtr()[k] *= inverse_root_[whitened.innerIndexPtr()[k]];
  return whitened;
}

Vector MassFactor::unwhiten(const Vector& v_hat) const {
  return cholesky_ ? cholesky_->half_solve_transposed(v_hat) : Vector(inverse_root_.cwiseProduct(v_hat));
}

}  // namespace signorini
