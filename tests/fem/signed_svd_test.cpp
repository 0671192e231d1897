#include "signorini/fem/signed_svd.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/LU>
#include <Eigen/SVD>

#include "signorini/math/random.h"

namespace signorini {
namespace {

/// Random matrices: full, flat in one, two or all directions, inverted, turned, nearly so, huge and tiny.
std::vector<Matrix3> samples() {
  std::vector<Matrix3> result{Matrix3::Zero(), Matrix3::Identity(), -Matrix3::Identity(), Matrix3::Constant(2)};
  result.push_back(Vector3(1, 1, -1).asDiagonal());
  result.push_back(Vector3(0, 0, 3).asDiagonal());
  Random random(1);
  for (int k = 0; k < 60; ++k) {
    Matrix3 F;
    for (double& entry : F.reshaped()) entry = random.normal();
    result.push_back(F);
    result.push_back(-F);
    result.push_back(Matrix3::Identity() + 1e-9 * F);
    result.push_back(1e150 * F);
    result.push_back(1e-150 * F);
    const Eigen::JacobiSVD<Matrix3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    for (const Vector3& sigma : {Vector3(1, 1, 0), Vector3(2, 1e-9, 0), Vector3(1, 0, 0), Vector3(1, 1, 1e-17),
                                 Vector3(1, 1, -1), Vector3(2, 1e-8, 1e-12), Vector3(1, 1e-20, 1e-40)})
      result.push_back(svd.matrixU() * sigma.asDiagonal() * svd.matrixV().transpose());
  }
  return result;
}

TEST(SignedSvd, AgreesWithAnotherOnRandomFlatInvertedAndZeroMatrices) {
  constexpr double rounding = 20 * std::numeric_limits<double>::epsilon();
  for (const Matrix3& F : samples()) {
    const SignedSvd svd = signed_svd(F);
    const double size = F.cwiseAbs().maxCoeff();
    EXPECT_LE((svd.U * svd.sigma.asDiagonal() * svd.V.transpose() - F).norm(), rounding * size) << F;
    EXPECT_LE((svd.U.transpose() * svd.U - Matrix3::Identity()).norm(), rounding) << F;
    EXPECT_LE((svd.V.transpose() * svd.V - Matrix3::Identity()).norm(), rounding) << F;
    EXPECT_NEAR(svd.U.determinant(), 1, rounding) << F;
    EXPECT_NEAR(svd.V.determinant(), 1, rounding) << F;
    EXPECT_GE(svd.sigma[0], svd.sigma[1] * (1 - rounding));
    EXPECT_GE(svd.sigma[1], std::abs(svd.sigma[2]) * (1 - rounding) - rounding * size);
    const Eigen::JacobiSVD<Matrix3> other(F);
    EXPECT_LE((svd.sigma.cwiseAbs() - other.singularValues()).norm(), rounding * size) << F;
    if (std::abs((svd.sigma / size).prod()) > rounding) {  // or else the determinant's own sign is noise
      EXPECT_EQ(svd.sigma[2] > 0, (F / size).determinant() > 0) << F;
    }
  }
}

TEST(SignedSvd, RotationIsTheNearestOne) {
  // tr(RᵀF) is largest for the nearest rotation: no small turn of it does better.
  for (const Matrix3& F : samples()) {
    const double size = F.cwiseAbs().maxCoeff();
    if (size == 0) continue;
    const Matrix3 R = signed_svd(F).rotation(), S = R.transpose() * F / size;
    EXPECT_LE((S - S.transpose()).norm(), 1e-14) << F;
    // The second variation -(tr(S) I - S) must not be positive: sums of two stretches are not negative.
    const Vector3 sigma = signed_svd(F).sigma / size;
    EXPECT_GE(sigma[1] + sigma[2], -1e-14) << F;
  }
}

}  // namespace
}  // namespace signorini
