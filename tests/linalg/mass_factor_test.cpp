#include "signorini/linalg/mass_factor.h"

#include <string>

#include <Eigen/LU>

#include <gtest/gtest.h>

#include "linalg/random.h"
#include "signorini/base/error.h"

namespace signorini {
namespace {

using test::difference;
using test::Matrix;
using test::Random;
using test::sparse;

constexpr double rounding = 1e-11;

/// All that MassFactor promises, against dense algebra.
void expect_factor_of(const Matrix& M, const SparseMatrix& stored, Random& random) {
  const MassFactor factor(stored);
  const Matrix inverse = M.inverse();
  const Vector b = random.vector(M.rows());
  const Matrix H = random.scattered(M.rows(), 5, 0.4);
  EXPECT_LE(difference(factor.solve(b), inverse * b), rounding);
  EXPECT_LE(difference(factor.unwhiten(factor.whiten(b)), inverse * b), rounding);
  const Matrix H_hat = factor.whiten(sparse(H));
  EXPECT_LE(difference(H_hat.transpose() * H_hat, H.transpose() * inverse * H), rounding);
  EXPECT_LE(difference(H_hat.transpose() * factor.whiten(b), H.transpose() * inverse * b), rounding);
  for (int j = 0; j < 5; ++j) EXPECT_LE(difference(H_hat.col(j), factor.whiten(Vector(H.col(j)))), rounding);
}

TEST(MassFactor, OfADiagonalMatrix) {
  Random random(1);
  const Vector mass = random.vector(12).array() + 1.5;
  expect_factor_of(mass.asDiagonal(), sparse(mass.asDiagonal()), random);
}

/// M with every entry stored, zeros too.
SparseMatrix full_pattern(const Matrix& M) {
  SparseMatrix stored(M.rows(), M.cols());
  for (Eigen::Index j = 0; j < M.cols(); ++j) {
    stored.startVec(j);
    for (Eigen::Index i = 0; i < M.rows(); ++i) stored.insertBack(i, j) = M(i, j);
  }
  stored.finalize();
  return stored;
}

TEST(MassFactor, SeesThatAMatrixWithStoredZerosIsDiagonal) {
  Random random(2);
  const int size = 12;
  const Vector mass = random.vector(size).array() + 1.5;
  // Zeros in the first row and column: an arrow, which a sparse factorisation would turn round.
  SparseMatrix stored(size, size);
  for (int j = 0; j < size; ++j) {
    stored.startVec(j);
    for (int i = 0; i < size; ++i)
      if (i == j || i == 0 || j == 0) stored.insertBack(i, j) = i == j ? mass[j] : 0;
  }
  stored.finalize();
  ASSERT_EQ(stored.nonZeros(), 3 * size - 2);
  expect_factor_of(mass.asDiagonal(), stored, random);
  // Entry by entry: each unit vector stays where it is.
  const MassFactor factor(stored);
  for (int j = 0; j < size; ++j) {
    const Vector unit = Vector::Unit(size, j);
    EXPECT_LE(difference(factor.whiten(unit), unit / std::sqrt(mass[j])), rounding);
  }
}

TEST(MassFactor, OfBlocks) {
  Random random(3);
  Matrix M = Matrix::Zero(18, 18);
  for (int k = 0; k < 18; k += 3) M.block(k, k, 3, 3) = random.positive_definite(3);
  expect_factor_of(M, sparse(M), random);
}

TEST(MassFactor, OfADenseMatrix) {
  Random random(4);
  const Matrix M = random.positive_definite(20);
  expect_factor_of(M, sparse(M), random);
}

TEST(MassFactor, OfMassesFarApart) {
  const Vector mass{{1e-8, 1.0, 1e8}};
  const MassFactor factor(sparse(mass.asDiagonal()));
  const Vector v = factor.solve(Vector{{3e-8, 3.0, 3e8}});
  for (int j = 0; j < 3; ++j) EXPECT_NEAR(v[j], 3, 1e-14);
}

TEST(MassFactor, OfNothing) {
  const MassFactor factor{SparseMatrix(0, 0)};
  EXPECT_EQ(factor.solve(Vector()).size(), 0);
  EXPECT_EQ(factor.whiten(SparseMatrix(0, 2)).cols(), 2);
}

std::string refusal(const Matrix& M) {
  try {
    const MassFactor factor(full_pattern(M));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MassFactor, RefusesWhatIsNotPositiveDefinite) {
  EXPECT_EQ(refusal(Matrix{{1, 2}, {2, 1}}), "M is not positive definite: its Cholesky factorisation met a pivot <= 0");
  EXPECT_EQ(refusal(Matrix{{2, 0}, {0, -0.5}}), "M is not positive definite: M(1,1) = -0.5");
  EXPECT_EQ(refusal(Matrix{{0, 0}, {0, 1}}), "M is not positive definite: M(0,0) = 0");
  EXPECT_EQ(refusal(Matrix{{1, 0}, {0, NAN}}), "M is not positive definite: M(1,1) = nan");
  EXPECT_EQ(refusal(Matrix{{2, 1}, {1, 2}}), "accepted");
}

TEST(MassFactor, OfAMatrixWithGyroscopicTerms) {
  Random random(9);
  Matrix M = random.positive_definite(9);
  const Matrix A = random.matrix(9, 9);
  M += A - A.transpose();
  const MassFactor factor(sparse(M));
  EXPECT_FALSE(factor.symmetric());
  const Vector b = random.vector(9);
  EXPECT_LE(difference(M * factor.solve(b), b), rounding);
  const Matrix H = random.scattered(9, 5, 0.4);
  EXPECT_LE(difference(M * Matrix(factor.solve(sparse(H))), H), rounding);
  const Matrix symmetric = 0.5 * (M + M.transpose());
  EXPECT_LE(difference(symmetric * factor.unwhiten(factor.whiten(b)), b), rounding) << "whitened by the symmetric part";
}

TEST(MassFactor, RefusesASymmetricPartThatIsNotPositiveDefinite) {
  try {
    MassFactor(sparse(Matrix{{1, 3}, {0.5, 1}}));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("symmetric part of M is not positive definite"), std::string::npos);
  }
}

}  // namespace
}  // namespace signorini
