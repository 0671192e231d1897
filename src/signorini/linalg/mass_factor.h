#pragma once

#include <optional>

#include "signorini/linalg/block_lu.h"
#include "signorini/linalg/cholesky.h"

namespace signorini {

/// The factors of a mass matrix. Its symmetric part is M = C Cᵀ: entrywise where it is diagonal (rigid bodies
/// without springs), by sparse Cholesky otherwise. The half solves "whiten": with v̂ = Cᵀ v and Ĥ = C⁻¹ H the dynamics
/// of a symmetric M read v̂ = f̂ + Ĥ r, so that one matrix serves both u = Ĥᵀ v̂ + w and the update of v̂. An M that is not
/// symmetric, as gyroscopic terms make it, is solved with by LU.
class MassFactor {
 public:
  /// Throws NotPositiveDefinite when M, or its symmetric part, is not positive definite.
  explicit MassFactor(const SparseMatrix& M);

  bool symmetric() const { return !lu_; }
  Vector solve(const Vector& b) const;               ///< M⁻¹ b
  SparseMatrix solve(const SparseMatrix& B) const;   ///< M⁻¹ B, for an M that is not symmetric
  Vector whiten(const Vector& f) const;              ///< C⁻¹ f
  SparseMatrix whiten(const SparseMatrix& H) const;  ///< C⁻¹ H
  Vector unwhiten(const Vector& v_hat) const;        ///< C⁻ᵀ v̂, the velocities of v̂

 private:
  Vector inverse_root_;  ///< 1/√M_jj, when M is diagonal
  std::optional<Cholesky> cholesky_;
  std::optional<BlockLu> lu_;
};

}  // namespace signorini
