#pragma once

#include <algorithm>
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
  /// Floating point operations of whitening so many columns, next to none where M is diagonal. Finite elements tie all
  /// their degrees of freedom together: each column takes a pass through the whole factor and comes out nearly full.
  double whitening_flops(int columns) const { return cholesky_ ? 2 * cholesky_->entries() * columns : 0; }
  Vector solve(const Vector& b) const;               ///< M⁻¹ b
  SparseMatrix solve(const SparseMatrix& B) const;   ///< M⁻¹ B, for an M that is not symmetric
  Vector whiten(const Vector& f) const;              ///< C⁻¹ f
  SparseMatrix whiten(const SparseMatrix& H) const;  ///< C⁻¹ H
  /// What whitening multiplies rows with where M is diagonal; empty else.
  const Vector& whitening_scale() const { return inverse_root_; }
  Vector unwhiten(const Vector& v_hat) const;  ///< C⁻ᵀ v̂, the velocities of v̂

 private:
  Vector inverse_root_;  ///< 1/√M_jj, when M is diagonal
  std::optional<Cholesky> cholesky_;
  std::optional<BlockLu> lu_;
};

/// A factorisation of less work takes no time: below a millisecond.
inline constexpr double negligible_flops = 1e6;

/// Whether M⁻¹ H takes more work than a factorisation of so many operations, as it does with finite elements. `mass`:
/// null in local form.
inline bool whitening_is_dear(const MassFactor* mass, int rows, double factorization_flops) {
  return mass != nullptr && mass->whitening_flops(rows) > std::max(negligible_flops, factorization_flops);
}

}  // namespace signorini
