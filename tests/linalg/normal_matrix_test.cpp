#include "signorini/linalg/normal_matrix.h"

#include <random>

#include <Eigen/Dense>

#include <gtest/gtest.h>

#include "signorini/linalg/factorization.h"
#include "signorini/linalg/row_blocks.h"

namespace signorini {
namespace {

/// Free, positive and cone columns that touch a few random bodies each, and a mass matrix with some coupling.
struct Sample {
  int dof, free, positive, cones, dimension, width;
  SparseMatrix M, H;

  Sample(int bodies, int width_, int dimension_, bool coupled, unsigned seed)
      : dof(bodies * width_), free(2), positive(3), cones(5), dimension(dimension_), width(width_) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    std::uniform_int_distribution<int> body(0, bodies - 1);
    Eigen::MatrixXd dense_H = Eigen::MatrixXd::Zero(dof, free + positive + dimension * cones),
                    dense_M = Eigen::MatrixXd::Zero(dof, dof);
    const auto fill = [&](int column, int columns) {
      for (int touched = 0; touched < 3; ++touched) {
        const int b = body(random);
        for (int c = 0; c < columns; ++c)
          for (int r = 0; r < width; ++r) dense_H(b * width + r, column + c) = normal(random);
      }
    };
    for (int k = 0; k < free + positive; ++k) fill(k, 1);
    for (int i = 0; i < cones; ++i) fill(free + positive + dimension * i, dimension);
    for (int j = 0; j < dof; ++j) dense_M(j, j) = 10 + std::abs(normal(random));
    for (int k = 0; coupled && k < dof; ++k) {
      const int i = body(random) * width, j = body(random) * width + width - 1;
      dense_M(i, j) = dense_M(j, i) = i == j ? dense_M(i, i) : 0.1;
    }
    M = dense_M.sparseView();
    H = dense_H.sparseView();
  }
};

class NormalMatrixTest : public testing::TestWithParam<std::tuple<int, int, bool>> {};

TEST_P(NormalMatrixTest, EqualsTheDenseSum) {
  const auto [width, dimension, coupled] = GetParam();
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Sample sample(7, width, dimension, coupled, seed);
    const RowBlocks rows(sample.H, sample.free, sample.positive, sample.cones, dimension, width);
    NormalMatrix S(sample.M, {&rows.free, &rows.positive, &rows.cones});
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    for (int round = 0; round < 2; ++round) {  // the second time over the values of the first
      Eigen::MatrixXd expected(sample.M);
      S.reset();
      const auto add = [&](int part, int k, int first, int size) {
        Eigen::MatrixXd A(size, size);
        for (int i = 0; i < size; ++i)
          for (int j = 0; j < size; ++j) A(i, j) = normal(random);
        const Eigen::MatrixXd B = A * A.transpose();
        S.add(part, k, B.data());
        const Eigen::MatrixXd Hk = Eigen::MatrixXd(sample.H).middleCols(first, size);
        expected += Hk * B * Hk.transpose();
      };
      for (int k = 0; k < sample.free; ++k) add(0, k, k, 1);
      for (int k = 0; k < sample.positive; ++k) add(1, k, sample.free + k, 1);
      for (int k = 0; k < sample.cones; ++k) add(2, k, sample.free + sample.positive + dimension * k, dimension);
      const Eigen::MatrixXd lower = expected.triangularView<Eigen::Lower>();
      EXPECT_LE((Eigen::MatrixXd(S.lower()) - lower).norm(), 1e-13 * lower.norm());
    }
  }
}

TEST_P(NormalMatrixTest, IsFactorisedAndSolved) {
  const auto [width, dimension, coupled] = GetParam();
  const Sample sample(9, width, dimension, coupled, 5);
  const RowBlocks rows(sample.H, sample.free, sample.positive, sample.cones, dimension, width);
  NormalMatrix S(sample.M, {&rows.free, &rows.positive, &rows.cones});
  const auto factorization = make_cholesky_factorization();
  factorization->analyze(S.lower());
  const std::vector<double> identity = [d = dimension] {
    std::vector<double> result(static_cast<std::size_t>(d * d), 0.0);
    for (int i = 0; i < d; ++i) result[i * d + i] = 1;
    return result;
  }();
  for (const bool with_contacts : {false, true}) {
    S.reset();
    for (int k = 0; with_contacts && k < sample.cones; ++k) S.add(2, k, identity.data());
    ASSERT_EQ(factorization->factorize(S.lower()), Factorization::Outcome::done);
    const Vector b = Vector::LinSpaced(sample.dof, -1, 2);
    Vector x = b;
    factorization->solve(x);
    const Eigen::MatrixXd A = Eigen::MatrixXd(S.lower()).selfadjointView<Eigen::Lower>();
    EXPECT_LE((A * x - b).norm(), 1e-12 * b.norm());
  }
  EXPECT_GT(factorization->flops(), 0);
  EXPECT_GE(factorization->factor_entries(), sample.dof);
}

INSTANTIATE_TEST_SUITE_P(Blocks, NormalMatrixTest,
                         testing::Combine(testing::Values(1, 3, 6), testing::Values(2, 3), testing::Bool()));

TEST(RowBlocks, GatherAndScatterAreTransposesOfEachOther) {
  const Sample sample(6, 3, 3, false, 2);
  const RowBlocks rows(sample.H, sample.free, sample.positive, sample.cones, 3);
  const Vector x = Vector::LinSpaced(sample.dof, 0, 1), r = Vector::LinSpaced(rows.rows(), -1, 1);
  Vector u, y = Vector::Zero(sample.dof);
  rows.gather(x, u);
  rows.scatter(r, y);
  EXPECT_LE((u - sample.H.transpose() * x).norm(), 1e-14 * u.norm());
  EXPECT_LE((y - sample.H * r).norm(), 1e-14 * y.norm());
}

}  // namespace
}  // namespace signorini
