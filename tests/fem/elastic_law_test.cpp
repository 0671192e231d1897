#include "signorini/fem/elastic_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "signorini/math/random.h"

namespace signorini {
namespace {

using Matrix9 = Eigen::Matrix<double, 9, 9>;

class ElasticLaws : public testing::TestWithParam<ElasticLaw> {
 protected:
  ElasticModuli moduli(double poisson = 0.3) const {
    return ElasticModuli({.young = 7, .poisson = poisson, .law = GetParam()});
  }
  /// ∂P/∂F as a 9 × 9 matrix over entries by columns.
  static Matrix9 tangent(const ElasticModuli& moduli, const Matrix3& F, Tangent kind) {
    const SignedSvd svd = signed_svd(F);
    // Column 3 l + k of a matrix of entries by columns is e_k e_lᵀ: its gradient e_l, in the axes of V.
    Matrix9 axes = Matrix9::Zero();
    for (int j = 0; j < 3; ++j)
      for (int l = 0; l < 3; ++l) axes.block<3, 3>(3 * j, 3 * l) = svd.V(l, j) * Matrix3::Identity();
    return axes.transpose() * tangent_blocks(principal_tangent(moduli, svd.sigma, kind), svd.U) * axes;
  }
  static Matrix3 random_matrix(Random& random, double spread) {
    Matrix3 F = Matrix3::Identity();
    for (double& entry : F.reshaped()) entry += spread * random.normal();
    return F;
  }
};

TEST_P(ElasticLaws, IsHookesAtRest) {
  for (double poisson : {-0.9, -0.3, 0.0, 0.3, 0.499}) {
    const ElasticModuli law = moduli(poisson);
    EXPECT_LT(piola_stress(law, Matrix3::Identity()).norm(), 1e-13 * law.mu);
    Matrix9 hooke;
    for (int j = 0; j < 3; ++j)
      for (int l = 0; l < 3; ++l) {
        const Vector3 a = Vector3::Unit(j), b = Vector3::Unit(l);
        hooke.block<3, 3>(3 * j, 3 * l) =
            law.mu * a.dot(b) * Matrix3::Identity() + law.mu * b * a.transpose() + law.lambda * a * b.transpose();
      }
    EXPECT_LT((tangent(law, Matrix3::Identity(), Tangent::exact) - hooke).norm(), 1e-13 * hooke.norm()) << poisson;
  }
}

TEST_P(ElasticLaws, StressAndTangentAreSlopes) {
  Random random(3);
  const ElasticModuli law = moduli();
  for (int trial = 0; trial < 40; ++trial) {
    const Matrix3 F = random_matrix(random, trial < 20 ? 0.2 : 1.0);
    const Vector3 sigma = signed_svd(F).sigma;
    if (sigma[1] + sigma[2] < 0.1) continue;  // the corotational law has a kink where the nearest rotation jumps
    const double step = 1e-6;
    const Matrix9 C = tangent(law, F, Tangent::exact);
    for (int k = 0; k < 9; ++k) {
      Matrix3 up = F, down = F;
      up.reshaped()[k] += step;
      down.reshaped()[k] -= step;
      const double slope = (energy_density(law, up) - energy_density(law, down)) / (2 * step);
      const Matrix3 P = piola_stress(law, F), dP = (piola_stress(law, up) - piola_stress(law, down)) / (2 * step);
      EXPECT_NEAR(P.reshaped()[k], slope, 1e-7 * C.norm());
      EXPECT_LT((C.col(k) - dP.reshaped()).norm(), 1e-7 * C.norm());
    }
  }
}

TEST_P(ElasticLaws, ProjectionSetsNegativeEigenvaluesToZero) {
  Random random(4);
  const ElasticModuli law = moduli(0.45);
  for (int trial = 0; trial < 30; ++trial) {
    const Matrix3 F = random_matrix(random, 1.0);
    const Eigen::SelfAdjointEigenSolver<Matrix9> eigen(tangent(law, F, Tangent::exact));
    const Matrix9 expected =
        eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() * eigen.eigenvectors().transpose();
    EXPECT_LT((tangent(law, F, Tangent::projected) - expected).norm(),
              1e-12 * eigen.eigenvalues().cwiseAbs().maxCoeff());
  }
}

TEST_P(ElasticLaws, AreFiniteForFlatAndInvertedElements) {
  const ElasticModuli law = moduli();
  for (const Vector3& sigma : {Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(1, 1, -1),
                               Vector3(-1, -1, -1), Vector3(5, 1e-12, -1e-12)}) {
    const Matrix3 F = sigma.asDiagonal();
    EXPECT_TRUE(std::isfinite(energy_density(law, F)));
    EXPECT_TRUE(piola_stress(law, F).allFinite());
    EXPECT_TRUE(tangent(law, F, Tangent::projected).allFinite());
    if (sigma != Vector3(-1, -1, -1)) {
      EXPECT_GT(energy_density(law, F), 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Both, ElasticLaws, testing::Values(ElasticLaw::corotational, ElasticLaw::neo_hookean));

TEST(NeoHookean, PulledBarHasTheClosedForm) {
  // Free sides: μ s + c s a = 0 with c = (λ + μ)(a s² - 1) - μ, so a c = -μ and a s² = 1 + (μ - μ/a)/(λ + μ).
  const ElasticModuli law({.young = 7, .poisson = 0.4, .law = ElasticLaw::neo_hookean});
  for (double a : {0.6, 1.0, 1.5, 3.0}) {
    const double J = 1 + law.mu * (1 - 1 / a) / (law.lambda + law.mu), s = std::sqrt(J / a);
    const Matrix3 P = piola_stress(law, Vector3(a, s, s).asDiagonal());
    EXPECT_NEAR(P(1, 1), 0, 1e-13);
    EXPECT_NEAR(P(0, 0), law.mu * (a - s * s / a), 1e-13);
  }
}

}  // namespace
}  // namespace signorini
