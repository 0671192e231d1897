#include <random>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "signorini/linalg/factorization.h"
#include "signorini/linalg/general_normal_matrix.h"

namespace signorini {
namespace {

/// Diagonally dominant in no row: pivoting is needed.
SparseMatrix random_matrix(int n, double share, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    A(i, (i + 1) % n) = 1 + uniform(random);  // a permutation keeps it regular
    for (int j = 0; j < n; ++j)
      if (uniform(random) < share) A(i, j) += 0.1 * normal(random);
  }
  SparseMatrix sparse = A.sparseView();
  sparse.makeCompressed();
  return sparse;
}

TEST(LuFactorization, SolvesUnsymmetricMatricesOfAnySize) {
  for (const int n : {1, 2, 7, 100, 400}) {
    const SparseMatrix A = random_matrix(n, n < 10 ? 0.5 : 3.0 / n, 5);
    const auto lu = make_lu_factorization();
    lu->analyze(A);
    ASSERT_EQ(lu->factorize(A), Factorization::Outcome::done);
    const Vector x = Vector::LinSpaced(n, 1, 2);
    Vector b = A * x;
    lu->solve(b);
    EXPECT_LE((b - x).norm(), 1e-7 * x.norm()) << n;  // pivots may be small, see factorization_mumps.cpp
  }
}

TEST(LuFactorization, NewValuesOnTheSamePatternNeedNoAnalysis) {
  SparseMatrix A = random_matrix(300, 0.01, 6);
  const auto lu = make_lu_factorization();
  lu->analyze(A);
  for (const double factor : {1.0, 3.0}) {
    A *= factor;
    lu->analyze(A);
    ASSERT_EQ(lu->factorize(A), Factorization::Outcome::done);
    Vector b = A * Vector::Ones(300);
    lu->solve(b);
    EXPECT_LE((b - Vector::Ones(300)).norm(), 1e-6);
  }
  EXPECT_EQ(lu->analyses(), 1);
}

TEST(LuFactorization, SmallSingularMatricesBreakDown) {
  SparseMatrix A = Eigen::MatrixXd::Zero(3, 3).eval().sparseView();
  A.coeffRef(0, 0) = 1;
  A.makeCompressed();
  const auto lu = make_lu_factorization();
  lu->analyze(A);
  EXPECT_EQ(lu->factorize(A), Factorization::Outcome::breakdown);
}

TEST(GeneralNormalMatrix, IsTheProductAsWritten) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  const int dof = 18, groups = 5;
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(dof, 3 * groups), B = Eigen::MatrixXd::Zero(3 * groups, 3 * groups);
  for (int k = 0; k < groups; ++k) {
    for (const int body : {k % 3, (k + 1) % 3})
      for (int i = 0; i < 6; ++i)
        for (int g = 0; g < 3; ++g) H(6 * body + i, 3 * k + g) = normal(random);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) B(3 * k + i, 3 * k + j) = normal(random);
  }
  SparseMatrix M(Vector::LinSpaced(dof, 1, 3).asDiagonal());
  M.coeffRef(1, 0) = M.coeffRef(0, 1) = 0.25;
  M.coeffRef(7, 8) = 0.5;  // without a partner: M need not be symmetric, nor its pattern
  M.coeffRef(16, 2) = -0.25;
  M.makeCompressed();
  const BlockColumns columns(H.sparseView(), 0, groups, 3);
  GeneralNormalMatrix S(M, {&columns});
  for (int round = 0; round < 2; ++round) {
    S.reset();
    for (int k = 0; k < groups; ++k) {
      const Matrix3 block = B.block<3, 3>(3 * k, 3 * k);
      S.add(0, k, block.data());
    }
    EXPECT_LE((Eigen::MatrixXd(S.to_factor()) - (Eigen::MatrixXd(M) + H * B * H.transpose())).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace signorini
