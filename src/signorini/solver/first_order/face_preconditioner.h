#pragma once

#include "signorini/solver/first_order/face.h"
#include "signorini/solver/first_order/proximal_system.h"

namespace signorini::first_order {

/// (Zᵀ(A + C)Z + δ)⁻¹ on the tangent space Z of a face, by one sparse Cholesky factorisation of S = M + H B Hᵀ with B =
/// Z (C + δ)⁻¹ Zᵀ contact by contact: the inverse is B - B Hᵀ S⁻¹ H B. The perturbation δ takes the place of the
/// paper's perturbed pivots. Global form without compliance.
class FacePreconditioner {
 public:
  /// The problem, in the units of the method, must outlive this.
  explicit FacePreconditioner(const ContactProblem& problem);

  /// For the face as it is now. False when the factorisation fails.
  bool factorize(const ConeQp& qp, const Face& face);
  /// y = (Zᵀ(A + C)Z + δ)⁻¹ a.
  void apply(const ConeQp& qp, const Face& face, const Vector& a, Vector& y);

  const Factorization& factorization() const { return *factorization_; }

 private:
  static constexpr double delta = 1e-4;  ///< in units of the Delassus diagonal

  RowBlocks H_;
  NormalMatrix S_;
  std::unique_ptr<Factorization> factorization_;
  Vector v_, u_;
};

}  // namespace signorini::first_order
