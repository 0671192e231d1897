#include "signorini/linalg/node_lu.h"

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "random.h"
#include "signorini/linalg/factorization.h"

namespace signorini {
namespace {

constexpr int width = NodeLu::width;

/// Blocks between random pairs of nodes, not symmetric but in their pattern, and a share of them zero. No diagonal
/// block is dominant within itself.
SparseMatrix random_blocks(int nodes, double share, double share_of_zeros, unsigned seed) {
  test::Random random(seed);
  std::vector<Eigen::Triplet<double>> entries;
  const auto block = [&](int i, int j, double size) {
    for (int r = 0; r < width; ++r)
      for (int c = 0; c < width; ++c) entries.emplace_back(width * i + r, width * j + c, size * random.uniform(-1, 1));
  };
  for (int i = 0; i < nodes; ++i) {
    block(i, i, 1);
    for (int r = 0; r < width; ++r) entries.emplace_back(width * i + r, width * i + (r + 1) % width, 8.0);
    for (int j = 0; j < i; ++j)
      if (random.chance(share)) {
        const double size = random.chance(share_of_zeros) ? 0 : 0.3;
        block(i, j, size), block(j, i, size);
      }
  }
  SparseMatrix A(width * nodes, width * nodes);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

TEST(NodeLu, SolvesWithAnyPatternOfBlocks) {
  for (const double share : {0.0, 0.05, 0.2, 1.0}) {
    const SparseMatrix A = random_blocks(40, share, 0.3, 7);
    NodeLu lu;
    lu.analyze(A, true);
    ASSERT_TRUE(lu.factorize(A));
    const Vector x = Vector::LinSpaced(A.rows(), -1, 2);
    Vector b = A * x;
    lu.solve(b);
    EXPECT_LE((b - x).norm(), 1e-10 * x.norm()) << share;
  }
}

TEST(NodeLu, WhatIsZeroCostsNothing) {
  const SparseMatrix A = random_blocks(60, 0.2, 0.8, 8);
  NodeLu all, there;
  all.analyze(A, false);
  there.analyze(A, true);
  EXPECT_LT(there.flops(), 0.3 * all.flops());
  EXPECT_LT(there.entries(), 0.6 * all.entries());
}

TEST(NodeLu, ABandHasNoFill) {
  SparseMatrix A = random_blocks(50, 0, 0, 9);
  for (int i = 0; i + 1 < 50; ++i) A.coeffRef(width * i, width * (i + 1)) = A.coeffRef(width * (i + 1), width * i) = 1;
  A.makeCompressed();
  NodeLu lu;
  lu.analyze(A, true);
  EXPECT_EQ(lu.entries(), width * width * (50 + 2 * 49));
}

TEST(NodeLu, ABlockWithoutInverseIsTold) {
  SparseMatrix A = random_blocks(30, 0, 0, 10);
  A.prune([](Eigen::Index row, Eigen::Index, double) { return row != 17; });
  NodeLu lu;
  lu.analyze(A, true);
  EXPECT_FALSE(lu.factorize(A));
}

/// [0 I; I 0] has no pivots within its nodes, and [tiny I; I tiny] only bad ones.
TEST(NodeLu, WhereItsPivotsAreBadAnotherFactorisationTakesOver) {
  const int nodes = 40, half = width * nodes / 2;
  for (const double own : {0.0, 1e-12}) {
    SparseMatrix A(2 * half, 2 * half);
    for (int k = 0; k < half; ++k) {
      A.insert(k, k) = own;
      A.insert(half + k, half + k) = own;
      A.insert(k, half + k) = 1 + 0.01 * k;
      A.insert(half + k, k) = 2;
    }
    A.makeCompressed();
    const auto lu = make_lu_factorization();
    lu->analyze(A);
    ASSERT_EQ(lu->factorize(A), Factorization::Outcome::done);
    const Vector x = Vector::LinSpaced(2 * half, 1, 2);
    Vector b = A * x;
    lu->solve(b);
    EXPECT_LE((b - x).norm(), 1e-7 * x.norm()) << own;
  }
}

}  // namespace
}  // namespace signorini
