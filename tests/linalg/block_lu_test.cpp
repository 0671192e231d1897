#include "signorini/linalg/block_lu.h"

#include <Eigen/LU>

#include <gtest/gtest.h>

#include "linalg/random.h"
#include "signorini/linalg/symmetry.h"

namespace signorini {
namespace {

using test::difference;
using test::Matrix;
using test::Random;
using test::sparse;

/// Blocks of these sizes, their rows dealt out in turn so that no block is contiguous.
Matrix scattered_blocks(const std::vector<int>& sizes, Random& random) {
  int rows = 0;
  for (const int size : sizes) rows += size;
  Matrix A = Matrix::Zero(rows, rows);
  std::vector<std::vector<int>> members(sizes.size());
  for (int i = 0, b = 0; i < rows; ++i) {
    while (static_cast<int>(members[static_cast<std::size_t>(b)].size()) == sizes[static_cast<std::size_t>(b)])
      b = (b + 1) % static_cast<int>(sizes.size());
    members[static_cast<std::size_t>(b)].push_back(i);
    b = (b + 1) % static_cast<int>(sizes.size());
  }
  for (const auto& block : members) {
    const auto n = static_cast<Eigen::Index>(block.size());
    A(block, block) = random.positive_definite(n) + 0.5 * random.matrix(n, n);
  }
  return A;
}

TEST(BlockLu, SolvesBlocksThatAreScattered) {
  Random random(1);
  const Matrix A = scattered_blocks({3, 1, 6, 3, 200}, random);
  const BlockLu lu(sparse(A));
  ASSERT_TRUE(lu.ok());
  const Vector b = random.vector(A.rows());
  EXPECT_LE(difference(A * lu.solve(b), b), 1e-10);
  const Matrix B = random.scattered(A.rows(), 7, 0.1);
  EXPECT_LE(difference(A * Matrix(lu.solve(sparse(B))), B), 1e-10);
}

TEST(BlockLu, LeavesOtherBlocksOutOfAColumn) {
  Random random(2);
  Matrix A = Matrix::Zero(9, 9);
  for (int k = 0; k < 9; k += 3) A.block(k, k, 3, 3) = random.positive_definite(3) + random.matrix(3, 3);
  SparseMatrix B(9, 1);
  B.insert(4, 0) = 1;
  EXPECT_EQ(BlockLu(sparse(A)).solve(B).nonZeros(), 3);
}

TEST(BlockLu, SeesASingularBlock) {
  Matrix A = Matrix::Identity(4, 4);
  A.block(2, 2, 2, 2) << 1, 2, 2, 4;
  EXPECT_FALSE(BlockLu(sparse(A)).ok());
}

TEST(Symmetry, IsJudgedToRounding) {
  Random random(3);
  Matrix A = random.positive_definite(6);
  EXPECT_TRUE(is_symmetric(sparse(A)));
  A(4, 1) += 1e-15;
  EXPECT_TRUE(is_symmetric(sparse(A)));
  A(4, 1) += 1e-10;
  EXPECT_FALSE(is_symmetric(sparse(A)));
  EXPECT_TRUE(is_symmetric(sparse(Vector{{1, 1e-300}}.asDiagonal())));
  EXPECT_FALSE(is_symmetric(sparse(Matrix{{1e-300, 1e-305}, {0, 1e-300}}))) << "small numbers count by their own size";
}

TEST(Symmetry, PartsAndPatterns) {
  const SparseMatrix A = sparse(Matrix{{2, 1, 0}, {0, 2, 0}, {4, 0, 2}});
  EXPECT_EQ(Matrix(symmetric_part(A)), (Matrix{{2, 0.5, 2}, {0.5, 2, 0}, {2, 0, 2}}));
  const SparseMatrix padded = with_symmetric_pattern(A);
  EXPECT_EQ(Matrix(padded), Matrix(A));
  EXPECT_EQ(padded.nonZeros(), 7);
}

}  // namespace
}  // namespace signorini
