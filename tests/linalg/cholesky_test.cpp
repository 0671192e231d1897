#include "signorini/linalg/cholesky.h"

#include <Eigen/LU>

#include <gtest/gtest.h>

#include "linalg/random.h"
#include "signorini/linalg/version.h"

namespace signorini {
namespace {

using test::difference;
using test::Matrix;
using test::Random;
using test::sparse;

constexpr double rounding = 1e-11;

struct Case {
  const char* name;
  int size;
  double density;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

/// From one entry to fill enough for supernodes; the sparse ones are permuted by the ordering.
class CholeskyOf : public testing::TestWithParam<Case> {
 protected:
  Random random{7};
  Matrix A = random.positive_definite(GetParam().size, GetParam().density);
  Cholesky factor{sparse(A)};
};
INSTANTIATE_TEST_SUITE_P(All, CholeskyOf,
                         testing::Values(Case{"one", 1, 1}, Case{"dense", 12, 1}, Case{"sparse", 40, 0.05},
                                         Case{"large", 150, 0.02}, Case{"large_dense", 120, 1}),
                         [](const auto& a) { return a.param.name; });

TEST_P(CholeskyOf, SolvesAsDenseAlgebraDoes) {
  ASSERT_TRUE(factor.ok());
  const Vector b = random.vector(A.rows());
  EXPECT_LE(difference(factor.solve(b), A.partialPivLu().solve(b)), rounding);
}

TEST_P(CholeskyOf, TwoHalfSolvesMakeASolve) {
  const Vector b = random.vector(A.rows());
  EXPECT_LE(difference(factor.half_solve_transposed(factor.half_solve(b)), A.partialPivLu().solve(b)), rounding);
}

TEST_P(CholeskyOf, HalfSolvesAreEachOthersTranspose) {
  const Vector b = random.vector(A.rows()), y = random.vector(A.rows());
  EXPECT_NEAR(y.dot(factor.half_solve(b)), b.dot(factor.half_solve_transposed(y)), rounding * A.rows());
}

TEST_P(CholeskyOf, HalfSolveWhitens) {
  const Vector b = random.vector(A.rows());
  const double energy = b.dot(A.partialPivLu().solve(b));
  EXPECT_NEAR(factor.half_solve(b).squaredNorm(), energy, rounding * energy);
}

TEST_P(CholeskyOf, SparseHalfSolveEqualsTheDenseOne) {
  Matrix B = random.scattered(A.rows(), 9, 0.1);
  B.col(4).setZero();
  const SparseMatrix Y = factor.half_solve(sparse(B));
  ASSERT_EQ(Y.rows(), A.rows());
  ASSERT_EQ(Y.cols(), 9);
  EXPECT_TRUE(Y.isCompressed());
  for (int j = 0; j < 9; ++j) {
    EXPECT_LE(difference(Vector(Y.col(j)), factor.half_solve(Vector(B.col(j)))), rounding) << "column " << j;
    int last = -1;
    for (SparseMatrix::InnerIterator it(Y, j); it; ++it) {
      EXPECT_NE(it.value(), 0.0) << "a stored zero in column " << j;
      EXPECT_GT(it.row(), last) << "unsorted rows in column " << j;
      last = static_cast<int>(it.row());
    }
  }
  EXPECT_EQ(Vector(Y.col(4)).norm(), 0);
}

TEST_P(CholeskyOf, ReadsTheLowerTriangleOnly) {
  const Matrix lower = A.triangularView<Eigen::Lower>();
  const Cholesky from_half(sparse(lower));
  ASSERT_TRUE(from_half.ok());
  const Vector b = random.vector(A.rows());
  EXPECT_LE(difference(from_half.solve(b), factor.solve(b)), rounding);
}

TEST(Cholesky, SparseHalfSolveOfABlockStaysInTheBlock) {
  // What the sweeps rely on: whitening keeps the sparsity of bodies with a mass matrix block each.
  Random random(3);
  Matrix A = Matrix::Zero(24, 24);
  for (int k = 0; k < 24; k += 6) A.block(k, k, 6, 6) = random.positive_definite(6);
  const Cholesky factor(sparse(A));
  Matrix B = Matrix::Zero(24, 1);
  B(8, 0) = 1;
  EXPECT_LE(factor.half_solve(sparse(B)).nonZeros(), 6);
}

TEST(Cholesky, FindsThatAMatrixIsNotPositiveDefinite) {
  EXPECT_FALSE(Cholesky(sparse(Matrix{{1, 2}, {2, 1}})).ok());
  EXPECT_FALSE(Cholesky(sparse(Matrix{{1, 0}, {0, -1}})).ok());
  Random random(5);
  for (const int size : {30, 150}) {
    Matrix A = random.positive_definite(size);
    ASSERT_TRUE(Cholesky(sparse(A)).ok());
    A(size / 2, size / 2) = -1;
    EXPECT_FALSE(Cholesky(sparse(A)).ok());
  }
}

TEST(Cholesky, FindsThatAMatrixIsSingular) {
  EXPECT_FALSE(Cholesky(sparse(Matrix{{1, 1}, {1, 1}})).ok());
  EXPECT_FALSE(Cholesky(SparseMatrix(3, 3)).ok());
}

TEST(Cholesky, TakesTheEmptyMatrix) {
  const Cholesky factor{SparseMatrix(0, 0)};
  EXPECT_TRUE(factor.ok());
  EXPECT_EQ(factor.solve(Vector()).size(), 0);
  EXPECT_EQ(factor.half_solve(Vector()).size(), 0);
  EXPECT_EQ(factor.half_solve_transposed(Vector()).size(), 0);
  EXPECT_EQ(factor.half_solve(SparseMatrix(0, 0)).cols(), 0);
  EXPECT_EQ(factor.half_solve(SparseMatrix(0, 3)).cols(), 3);
}

TEST(Cholesky, TakesARightHandSideWithoutColumns) {
  Random random(6);
  const Cholesky factor(sparse(random.positive_definite(5)));
  const SparseMatrix Y = factor.half_solve(SparseMatrix(5, 0));
  EXPECT_EQ(Y.rows(), 5);
  EXPECT_EQ(Y.cols(), 0);
}

TEST(Cholesky, CanBeMoved) {
  Random random(8);
  const Matrix A = random.positive_definite(5);
  Cholesky from(sparse(A));
  const Cholesky to(std::move(from));
  const Vector b = random.vector(5);
  EXPECT_LE(difference(to.solve(b), A.partialPivLu().solve(b)), rounding);
}

TEST(Version, NamesTheProgramAndTheFactorisation) {
  EXPECT_EQ(version_text().find("signorini "), 0u);
  EXPECT_NE(version_text().find(Cholesky::backend()), std::string::npos);
}

}  // namespace
}  // namespace signorini
