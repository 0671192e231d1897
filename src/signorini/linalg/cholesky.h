#pragma once

#include <memory>
#include <string_view>

#include "signorini/math/types.h"

namespace signorini {

/// Sparse Cholesky factorisation P A Pᵀ = L Lᵀ of a symmetric positive definite matrix. Backed by CHOLMOD, or by Eigen
/// in builds without it.
class Cholesky {
 public:
  /// Only the lower triangle of A is read. Check ok() afterwards.
  explicit Cholesky(const SparseMatrix& A);
  ~Cholesky();
  Cholesky(Cholesky&&) noexcept;

  /// False when a pivot was not positive.
  bool ok() const;
  /// Floating point operations of the factorisation, and entries of the factor.
  double flops() const;
  double entries() const;
  Vector solve(const Vector& b) const;
  /// L⁻¹ P b.
  Vector half_solve(const Vector& b) const;
  /// L⁻¹ P B, with exact zeros dropped.
  SparseMatrix half_solve(const SparseMatrix& B) const;
  /// Pᵀ L⁻ᵀ y: half_solve's transpose, so that half_solve_transposed(half_solve(b)) = A⁻¹ b.
  Vector half_solve_transposed(const Vector& y) const;

  /// "CHOLMOD 3.0 (supernodal, GPL)" or "Eigen".
  static std::string_view backend();

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace signorini
