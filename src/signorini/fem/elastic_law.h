#pragma once

#include "signorini/fem/elastic_material.h"
#include "signorini/fem/signed_svd.h"
#include "signorini/math/types.h"

namespace signorini {

/// The law with its constants, Pa. Both laws are isotropic: the energy density Ψ is a function of the signed stretches
/// σ.
///
/// corotational: Ψ = μ ‖F - R‖² + λ/2 tr(RᵀF - 1)², corotated linear elasticity; in 4-node elements the rotated
/// stiffness of the thesis (§3.4).
/// neo_hookean: Ψ = μ/2 (tr FᵀF - 3) - μ (J - 1) + (λ + μ)/2 (J - 1)², J = det F (Smith, de Goes, Kim 2018, without
/// their barrier against zero volume): at rest without stress, with Hooke's stiffness for E and ν, finite for any F.
struct ElasticModuli {
  ElasticLaw law;
  double mu, lambda;

  explicit ElasticModuli(const ElasticMaterial& material);
};

/// J/m³.
double energy_density(const ElasticModuli& moduli, const Matrix3& F);
/// The first Piola stress P = ∂Ψ/∂F, Pa.
Matrix3 piola_stress(const ElasticModuli& moduli, const Matrix3& F);

/// ∂P/∂F at F = U diag(σ) Vᵀ in principal axes: with δF = U X Vᵀ and δP = U Y Vᵀ,
/// Y_ii = Σ_k A_ik X_kk, and for the pairs (i, j) = (1,2), (2,0), (0,1): Y_ij = ij X_ij + crossed X_ji,
/// Y_ji = crossed X_ij + ji X_ji.
struct PrincipalTangent {
  Matrix3 A;
  Vector3 ij, ji, crossed;
};

/// Which tangent of the elastic forces.
enum class Tangent {
  exact,
  projected,      ///< with negative eigenvalues set to zero: the nearest positive semidefinite one
  rotation_free,  ///< the same without what turns a body as it is: δF = ω × F makes no stress. Its forces for any
                  ///< velocities have no moment about the nodes where they are
};

/// Of the law at these stretches: A = ∂²Ψ/∂σᵢ∂σₖ, and Y_ij ± Y_ji = p (X_ij + X_ji) or q (X_ij - X_ji) with
/// p = (Ψᵢ - Ψⱼ)/(σᵢ - σⱼ), q = (Ψᵢ + Ψⱼ)/(σᵢ + σⱼ) (Smith, de Goes, Kim 2019). Corotational elements that are flat in
/// two directions have infinite q; it is cut where σᵢ + σⱼ < 1e-6.
PrincipalTangent principal_tangent(const ElasticModuli& moduli, const Vector3& sigma, Tangent tangent);

/// ∂P/∂F for δF = u (V g)ᵀ with u in space and g in the axes of V: block (j, l) couples u g_j with u g_l, so that
/// displacements with gradients a and b are coupled by Σ_jl a_j b_l block(j, l).
Eigen::Matrix<double, 9, 9> tangent_blocks(const PrincipalTangent& T, const Matrix3& U);

}  // namespace signorini
