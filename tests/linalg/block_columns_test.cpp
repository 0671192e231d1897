#include "signorini/linalg/block_columns.h"

#include <ostream>
#include <tuple>

#include <gtest/gtest.h>

#include "linalg/random.h"

namespace signorini {
namespace {

using test::difference;
using test::Matrix;
using test::Random;
using test::sparse;

constexpr double rounding = 1e-13;
constexpr int first = 4;  // columns of H before ours
constexpr int groups = 7;

/// Columns that touch one to three dense runs of `width` rows each: the matrix for which that width is the leanest.
Matrix matrix_of_blocks(int width, int group, Random& random) {
  const int blocks = 8;
  Matrix H = random.matrix(blocks * width, first + groups * group + 2);
  for (int k = 0; k < groups; ++k) {
    auto columns = H.middleCols(first + k * group, group);
    columns.setZero();
    for (int n = 0; n < 1 + k % 3; ++n) {
      const int block = 2 * random.integer(blocks / 2) + (width == 1 ? 0 : n % 2);  // for width 1 never two in a row
      columns.middleRows(block * width, width) = random.matrix(width, group);
    }
  }
  return H;
}

class BlockColumnsOf : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  int width = std::get<0>(GetParam()), group = std::get<1>(GetParam());
  Random random{static_cast<std::uint64_t>(100 * width + group)};
  Matrix H = matrix_of_blocks(width, group, random);
  BlockColumns columns{sparse(H), first, groups, group};

  Matrix group_columns(int k) const { return H.middleCols(first + k * group, group); }
};
INSTANTIATE_TEST_SUITE_P(Widths, BlockColumnsOf, testing::Combine(testing::Values(1, 3, 6), testing::Values(1, 2, 3)),
                         [](const auto& sizes) {
                           return "width" + std::to_string(std::get<0>(sizes.param)) + "_group" +
                                  std::to_string(std::get<1>(sizes.param));
                         });

TEST_P(BlockColumnsOf, ChoosesTheWidthOfTheBlocks) {
  EXPECT_EQ(columns.width(), width);
  EXPECT_EQ(columns.group(), group);
  EXPECT_EQ(columns.groups(), groups);
}

TEST_P(BlockColumnsOf, CountsTheBytesOfItsBlocks) {
  std::size_t blocks = 0;
  for (int k = 0; k < groups; ++k)
    for (int b = 0; b < H.rows() / width; ++b)
      if ((group_columns(k).middleRows(b * width, width).array() != 0).any()) ++blocks;
  EXPECT_EQ(columns.block().size(), blocks);
  EXPECT_EQ(columns.start().front(), 0);
  EXPECT_EQ(columns.start().back(), static_cast<int>(blocks));
  EXPECT_EQ(columns.bytes(), blocks * (sizeof(int) + sizeof(double) * static_cast<std::size_t>(group * width)) +
                                 (groups + 1) * sizeof(int));
}

TEST_P(BlockColumnsOf, Gathers) {
  const Vector x = random.vector(H.rows());
  with_block_sizes(columns, [&](auto g, auto w) {
    ASSERT_EQ(g, group);
    ASSERT_EQ(w, width);
    for (int k = 0; k < groups; ++k) {
      Vector u = Vector::Constant(group, 1e3);  // to be overwritten
      columns.gather<g, w>(k, x.data(), u.data());
      EXPECT_LE(difference(u, group_columns(k).transpose() * x), rounding) << "group " << k;
    }
  });
}

TEST_P(BlockColumnsOf, Scatters) {
  with_block_sizes(columns, [&](auto g, auto w) {
    for (int k = 0; k < groups; ++k) {
      const Vector r = random.vector(group), before = random.vector(H.rows());
      Vector x = before;
      columns.scatter<g, w>(k, r.data(), x.data());
      EXPECT_LE(difference(x, before + group_columns(k) * r), rounding) << "group " << k;
    }
  });
}

TEST_P(BlockColumnsOf, GivesProductsOfColumns) {
  const Vector weight = random.vector(H.rows());
  for (int k = 0; k < groups; ++k) {
    const Matrix plain = group_columns(k).transpose() * group_columns(k);
    const Matrix weighted = group_columns(k).transpose() * weight.asDiagonal() * group_columns(k);
    for (int i = 0; i < group; ++i)
      for (int j = 0; j < group; ++j) {
        EXPECT_NEAR(columns.dot(k, i, j), plain(i, j), rounding * (1 + plain.norm()));
        EXPECT_NEAR(columns.weighted_dot(k, i, j, weight.data()), weighted(i, j), rounding * (1 + plain.norm()));
      }
  }
}

TEST_P(BlockColumnsOf, GivesEntriesAndSums) {
  for (int k = 0; k < groups; ++k)
    for (int g = 0; g < group; ++g) {
      EXPECT_NEAR(columns.absolute_sum(k, g), group_columns(k).col(g).cwiseAbs().sum(), rounding * 18);
      for (int row = 0; row < H.rows(); ++row) EXPECT_EQ(columns.coeff(k, g, row), group_columns(k)(row, g));
    }
}

TEST_P(BlockColumnsOf, GivesTheColumnsBackWithoutStoredZeros) {
  SparseMatrix back(H.rows(), 1 + groups * group);
  back.startVec(0);
  columns.append_to(back, 1);
  back.finalize();
  const Matrix ours = H.middleCols(first, groups * group);
  EXPECT_EQ(Matrix(back).rightCols(groups * group), ours);
  EXPECT_EQ(Matrix(back).col(0).norm(), 0);
  EXPECT_EQ(back.nonZeros(), (ours.array() != 0).count());
}

TEST(BlockColumns, TakesColumnsThatFillTheirBlocksPartly) {
  Random random(1);
  for (int n = 0; n < 50; ++n) {
    const int rows = 1 + random.integer(24), group = 1 + random.integer(3);
    const Matrix H = random.scattered(rows, 5 * group, random.uniform(0, 1));
    const BlockColumns columns(sparse(H), 0, 5, group);
    EXPECT_EQ(rows % columns.width(), 0);
    const Vector x = random.vector(rows), r = random.vector(5 * group);
    Vector u(5 * group), y = Vector::Zero(rows);
    with_block_sizes(columns, [&](auto g, auto w) {
      for (int k = 0; k < 5; ++k) {
        columns.gather<g, w>(k, x.data(), u.data() + k * group);
        columns.scatter<g, w>(k, r.data() + k * group, y.data());
      }
    });
    EXPECT_LE(difference(u, H.transpose() * x), rounding);
    EXPECT_LE(difference(y, H * r), rounding);
    SparseMatrix back(rows, 5 * group);
    columns.append_to(back, 0);
    back.finalize();
    EXPECT_EQ(Matrix(back), H);
    EXPECT_EQ(back.nonZeros(), (H.array() != 0).count()) << "zeros that fill up blocks are not stored";
  }
}

TEST(BlockColumns, KeepsWidthOneWhereBlocksWouldBeMostlyZero) {
  Matrix H = Matrix::Zero(12, 2);
  H(0, 0) = H(7, 1) = 1;
  EXPECT_EQ(BlockColumns(sparse(H), 0, 2, 1).width(), 1);
  // Five of six entries: one wide block needs less than five narrow ones with an index each.
  H.setZero();
  H.col(0).head(5).setOnes();
  H.col(1).tail(5).setOnes();
  EXPECT_EQ(BlockColumns(sparse(H), 0, 2, 1).width(), 6);
}

TEST(BlockColumns, ChoosesAWidthThatDividesTheRows) {
  EXPECT_EQ(BlockColumns(sparse(Matrix::Ones(9, 3)), 0, 1, 3).width(), 3);
  EXPECT_EQ(BlockColumns(sparse(Matrix::Ones(8, 3)), 0, 1, 3).width(), 1);
  EXPECT_EQ(BlockColumns(sparse(Matrix::Ones(12, 3)), 0, 1, 3).width(), 6);
}

TEST(BlockColumns, ScalesTheRows) {
  Matrix H = Matrix::Zero(12, 6);
  for (int k = 0; k < 12; ++k) H(k, k % 6) = H(k, (5 * k + 1) % 6) = 1 + 0.3 * k;
  const Vector scale = Vector::LinSpaced(12, 0.5, 3);
  for (const int width : {1, 3, 6}) {
    SparseMatrix back(12, 6);
    BlockColumns(sparse(H), 0, 2, 3, width, scale).append_to(back, 0);
    back.finalize();
    EXPECT_EQ(Matrix(back), Matrix(scale.asDiagonal() * H)) << width;
  }
}

TEST(BlockColumns, MayBeEmpty) {
  const BlockColumns none;
  EXPECT_EQ(none.groups(), 0);
  EXPECT_EQ(none.bytes(), sizeof(int));
  EXPECT_EQ(BlockColumns(SparseMatrix(0, 0), 0, 0, 3).groups(), 0);
  EXPECT_EQ(BlockColumns(SparseMatrix(12, 3), 3, 0, 1).groups(), 0);

  const BlockColumns zeros(SparseMatrix(12, 6), 0, 2, 3);  // contacts between fixed bodies
  EXPECT_EQ(zeros.groups(), 2);
  EXPECT_TRUE(zeros.block().empty());
  EXPECT_EQ(zeros.dot(1, 0, 0), 0);
  EXPECT_EQ(zeros.coeff(1, 2, 11), 0);
  const Vector x = Vector::Ones(12);
  Vector u = Vector::Ones(3);
  with_block_sizes(zeros, [&](auto g, auto w) { zeros.gather<g, w>(1, x.data(), u.data()); });
  EXPECT_EQ(u.head(zeros.group()).norm(), 0);
}

}  // namespace
}  // namespace signorini
