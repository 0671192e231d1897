#include "signorini/fem/elastic_law.h"

#include <algorithm>

#include <Eigen/Eigenvalues>

namespace signorini {
namespace {

/// Of σᵢ + σⱼ in the corotational tangent, dimensionless: elements squeezed to a millionth in two directions.
constexpr double least_stretch_sum = 1e-6;

/// The matrix of cofactors, ∂ det F/∂F.
Matrix3 cofactors(const Matrix3& F) {
  Matrix3 result;
  result << F.col(1).cross(F.col(2)), F.col(2).cross(F.col(0)), F.col(0).cross(F.col(1));
  return result;
}

/// With p and q as in principal_tangent().
struct SymmetricTangent {
  Matrix3 A;
  Vector3 p, q;
};

SymmetricTangent corotational_tangent(const ElasticModuli& moduli, const Vector3& sigma) {
  const double mu = moduli.mu, lambda = moduli.lambda;
  SymmetricTangent T;
  T.A = Matrix3::Constant(lambda);
  T.A.diagonal().array() += 2 * mu;
  T.p.setConstant(2 * mu);
  const double pull = 2 * lambda * (sigma.sum() - 3) - 4 * mu;
  for (int k = 0; k < 3; ++k)
    T.q[k] = 2 * mu + pull / std::max(sigma[(k + 1) % 3] + sigma[(k + 2) % 3], least_stretch_sum);
  return T;
}

SymmetricTangent neo_hookean_tangent(const ElasticModuli& moduli, const Vector3& sigma) {
  const double mu = moduli.mu, lambda = moduli.lambda + mu;
  const double c = lambda * (sigma.prod() - 1) - mu;  // P = μ F + c cof F
  const Vector3 dJ(sigma[1] * sigma[2], sigma[2] * sigma[0], sigma[0] * sigma[1]);
  SymmetricTangent T;
  T.A = lambda * dJ * dJ.transpose();
  T.A.diagonal().array() += mu;
  T.A(0, 1) += c * sigma[2];
  T.A(0, 2) += c * sigma[1];
  T.A(1, 2) += c * sigma[0];
  T.A(1, 0) = T.A(0, 1);
  T.A(2, 0) = T.A(0, 2);
  T.A(2, 1) = T.A(1, 2);
  T.p = Vector3::Constant(mu) - c * sigma;
  T.q = Vector3::Constant(mu) + c * sigma;
  return T;
}

/// All leading minors positive (Sylvester).
bool is_positive_definite(const Matrix3& A) {
  return A(0, 0) > 0 && A(0, 0) * A(1, 1) - A(0, 1) * A(0, 1) > 0 && A.determinant() > 0;
}

void make_semidefinite(SymmetricTangent& T) {
  T.p = T.p.cwiseMax(0.0);
  T.q = T.q.cwiseMax(0.0);
  if (is_positive_definite(T.A)) return;
  const Eigen::SelfAdjointEigenSolver<Matrix3> eigen(T.A);
  T.A = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() * eigen.eigenvectors().transpose();
}

/// Turning δF = ω × F has (X_ij, X_ji) along (σⱼ, -σᵢ): of each 2 × 2 block only what acts along (σᵢ, σⱼ) stays.
void take_out_rotation(const Vector3& sigma, PrincipalTangent& T) {
  for (int k = 0; k < 3; ++k) {
    const double i = sigma[(k + 1) % 3], j = sigma[(k + 2) % 3], size = i * i + j * j;
    const double stiffness =
        size > 0 ? (T.ij[k] * i * i + 2 * T.crossed[k] * i * j + T.ji[k] * j * j) / (size * size) : 0;
    T.ij[k] = stiffness * i * i;
    T.ji[k] = stiffness * j * j;
    T.crossed[k] = stiffness * i * j;
  }
}

}  // namespace

ElasticModuli::ElasticModuli(const ElasticMaterial& material)
    : law(material.law), mu(material.mu()), lambda(material.lambda()) {}

double energy_density(const ElasticModuli& moduli, const Matrix3& F) {
  const double mu = moduli.mu;
  if (moduli.law == ElasticLaw::corotational) {
    const Vector3 strain = signed_svd(F).sigma - Vector3::Ones();
    return mu * strain.squaredNorm() + 0.5 * moduli.lambda * strain.sum() * strain.sum();
  }
  const double growth = F.determinant() - 1;
  return 0.5 * mu * (F.squaredNorm() - 3) - mu * growth + 0.5 * (moduli.lambda + mu) * growth * growth;
}

Matrix3 piola_stress(const ElasticModuli& moduli, const Matrix3& F) {
  const double mu = moduli.mu;
  if (moduli.law == ElasticLaw::corotational) {
    const SignedSvd svd = signed_svd(F);
    const Matrix3 R = svd.rotation();
    return 2 * mu * (F - R) + moduli.lambda * (svd.sigma.sum() - 3) * R;
  }
  return mu * F + ((moduli.lambda + mu) * (F.determinant() - 1) - mu) * cofactors(F);
}

PrincipalTangent principal_tangent(const ElasticModuli& moduli, const Vector3& sigma, Tangent tangent) {
  SymmetricTangent T =
      moduli.law == ElasticLaw::corotational ? corotational_tangent(moduli, sigma) : neo_hookean_tangent(moduli, sigma);
  if (tangent != Tangent::exact) make_semidefinite(T);
  PrincipalTangent made{T.A, 0.5 * (T.p + T.q), 0.5 * (T.p + T.q), 0.5 * (T.p - T.q)};
  if (tangent == Tangent::rotation_free) take_out_rotation(sigma, made);
  return made;
}

Eigen::Matrix<double, 9, 9> tangent_blocks(const PrincipalTangent& T, const Matrix3& U) {
  Matrix3 square[3];  // u_i u_iᵀ
  for (int i = 0; i < 3; ++i) square[i] = U.col(i) * U.col(i).transpose();
  Eigen::Matrix<double, 9, 9> blocks;
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3, l = (j + 2) % 3;
    blocks.block<3, 3>(3 * j, 3 * j) = T.A(j, j) * square[j] + T.ji[l] * square[k] + T.ij[k] * square[l];
    const Matrix3 product = U.col(k) * U.col(l).transpose();
    const Matrix3 coupling = T.A(k, l) * product + T.crossed[j] * product.transpose();
    blocks.block<3, 3>(3 * k, 3 * l) = coupling;
    blocks.block<3, 3>(3 * l, 3 * k) = coupling.transpose();
  }
  return blocks;
}

}  // namespace signorini
