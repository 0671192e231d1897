#pragma once

#include <optional>

#include "signorini/linalg/cholesky.h"

namespace signorini {

/// M = C Cᵀ: entrywise for the diagonal mass matrices of rigid bodies, by sparse Cholesky otherwise. The half solves
/// "whiten": with v̂ = Cᵀ v and Ĥ = C⁻¹ H the dynamics read v̂ = f̂ + Ĥ r, so that one matrix serves both u = Ĥᵀ v̂ + w and
/// the update of v̂.
class MassFactor {
 public:
  /// Throws InputError when M is not positive definite.
  explicit MassFactor(const SparseMatrix& M);

  Vector solve(const Vector& b) const;               ///< M⁻¹ b
  Vector whiten(const Vector& f) const;              ///< C⁻¹ f
  SparseMatrix whiten(const SparseMatrix& H) const;  ///< C⁻¹ H
  Vector unwhiten(const Vector& v_hat) const;        ///< C⁻ᵀ v̂, the velocities of v̂

 private:
  Vector inverse_root_;  ///< 1/√M_jj, when M is diagonal
  std::optional<Cholesky> cholesky_;
};

}  // namespace signorini
