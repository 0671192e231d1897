#pragma once

#include "signorini/math/types.h"

namespace signorini {

/// F = U diag(σ) Vᵀ with rotations U and V (determinant +1) and σ₀ ≥ σ₁ ≥ |σ₂|. σ₂ has the sign of det F: inverted
/// elements have a negative stretch where they are thinnest, so that the rotation R = U Vᵀ turns them the short way
/// back (Irving, Teran, Fedkiw 2004). Any F has one: flat, inverted and zero ones too.
struct SignedSvd {
  Matrix3 U, V;
  Vector3 sigma;

  /// The rotation of the polar decomposition F = R S.
  Matrix3 rotation() const { return U * V.transpose(); }
};

/// By one-sided Jacobi rotations, which give small stretches to full relative accuracy.
SignedSvd signed_svd(const Matrix3& F);

}  // namespace signorini
