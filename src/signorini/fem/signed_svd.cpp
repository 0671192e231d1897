#include "signorini/fem/signed_svd.h"

#include <cmath>
#include <limits>
#include <utility>

#include <Eigen/Geometry>

namespace signorini {
namespace {

/// Jacobi converges quadratically: 3 × 3 matrices take 3 to 6 sweeps. More would turn rounding errors around.
constexpr int most_sweeps = 12;
constexpr double rounding = std::numeric_limits<double>::epsilon();

/// Turns columns i and j of B = F V to be orthogonal, V with them. False when they are already.
bool turn_columns(Matrix3& B, Matrix3& V, int i, int j) {
  const double ii = B.col(i).squaredNorm(), jj = B.col(j).squaredNorm(), ij = B.col(i).dot(B.col(j));
  if (std::abs(ij) <= rounding * std::sqrt(ii * jj)) return false;
  // The smaller root of t² + 2 τ t - 1 = 0: the rotation by at most 45°.
  const double tau = (jj - ii) / (2 * ij);
  const double t = (tau >= 0 ? 1 : -1) / (std::abs(tau) + std::sqrt(1 + tau * tau));
  const double c = 1 / std::sqrt(1 + t * t), s = c * t;
  for (Matrix3* matrix : {&B, &V}) {
    const Vector3 old = matrix->col(i);
    matrix->col(i) = c * old - s * matrix->col(j);
    matrix->col(j) = s * old + c * matrix->col(j);
  }
  return true;
}

/// Exchanges two columns by a quarter turn, so that V stays a rotation.
void exchange_columns(Matrix3& matrix, int i, int j) {
  const Vector3 old = matrix.col(i);
  matrix.col(i) = matrix.col(j);
  matrix.col(j) = -old;
}

/// Any unit vector at right angles to the unit vector u.
Vector3 across(const Vector3& u) {
  int least = 0;
  u.cwiseAbs().minCoeff(&least);
  return u.cross(Vector3::Unit(least)).normalized();
}

}  // namespace

SignedSvd signed_svd(const Matrix3& F) {
  const double scale = F.cwiseAbs().maxCoeff();
  SignedSvd svd{Matrix3::Identity(), Matrix3::Identity(), Vector3::Zero()};
  if (!(scale > 0) || !std::isfinite(scale)) return svd;
  Matrix3 B = F / scale;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool turned = turn_columns(B, svd.V, 0, 1);
    turned = turn_columns(B, svd.V, 0, 2) || turned;
    turned = turn_columns(B, svd.V, 1, 2) || turned;
    if (!turned) break;
  }
  Vector3 length = B.colwise().norm().transpose();
  for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
    if (length[i] >= length[j]) continue;
    std::swap(length[i], length[j]);
    exchange_columns(B, i, j);
    exchange_columns(svd.V, i, j);
  }
  // length[0] ≥ 1/√3: never zero here. Directions shorter than rounding of it say nothing.
  svd.U.col(0) = B.col(0) / length[0];
  const Vector3 second = B.col(1) - svd.U.col(0) * svd.U.col(0).dot(B.col(1));
  svd.U.col(1) = length[1] > rounding * length[0] ? Vector3(second.normalized()) : across(svd.U.col(0));
  svd.U.col(2) = svd.U.col(0).cross(svd.U.col(1));
  svd.sigma = scale * Vector3(length[0], svd.U.col(1).dot(B.col(1)), svd.U.col(2).dot(B.col(2)));
  return svd;
}

}  // namespace signorini
