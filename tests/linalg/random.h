#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <Eigen/Core>

#include "signorini/math/types.h"

namespace signorini::test {

using Matrix = Eigen::MatrixXd;

/// Seeded numbers, vectors and matrices of order one.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }
  double power_of_ten(double low, double high) { return std::pow(10.0, uniform(low, high)); }
  int integer(int below) { return std::uniform_int_distribution<>(0, below - 1)(engine_); }
  bool chance(double probability) { return uniform(0, 1) < probability; }

  Vector vector(Eigen::Index size) {
    return Vector::NullaryExpr(size, [&] { return uniform(-1, 1); });
  }
  Matrix matrix(Eigen::Index rows, Eigen::Index columns) {
    return Matrix::NullaryExpr(rows, columns, [&] { return uniform(-1, 1); });
  }
  /// Each entry is there with probability `density`.
  Matrix scattered(Eigen::Index rows, Eigen::Index columns, double density) {
    return Matrix::NullaryExpr(rows, columns, [&] { return chance(density) ? uniform(-1, 1) : 0.0; });
  }
  /// Symmetric positive definite, with eigenvalues between `shift` and about `shift` + the size.
  Matrix positive_definite(Eigen::Index size, double density = 1, double shift = 0.5) {
    const Matrix A = scattered(size, size, density);
    return A * A.transpose() + shift * Matrix::Identity(size, size);
  }

 private:
  std::mt19937_64 engine_;
};

inline SparseMatrix sparse(const Matrix& A) {
  SparseMatrix out = A.sparseView();
  out.makeCompressed();
  return out;
}

/// The largest entry of |a - b|, as a share of the largest entry of either (or of 1).
inline double difference(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return INFINITY;
  if (a.size() == 0) return 0;
  if (a.hasNaN() || b.hasNaN()) return INFINITY;
  return (a - b).cwiseAbs().maxCoeff() / std::max({1.0, a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff()});
}

}  // namespace signorini::test
