#include "signorini/linalg/supernodal.h"

#include <gtest/gtest.h>
#include <Eigen/Cholesky>

#include "linalg/random.h"
#include "signorini/linalg/factorization.h"

namespace signorini {
namespace {

using namespace test;

/// The pattern of L by elimination, and its runs of columns with the same rows below.
struct Pattern {
  std::vector<int> first_column{0}, first_row{0}, first_value{0}, rows;

  explicit Pattern(const Matrix& A) {
    const int size = static_cast<int>(A.rows());
    std::vector<std::vector<int>> below(static_cast<std::size_t>(size));
    std::vector<std::vector<char>> full(below.size(), std::vector<char>(below.size(), 0));
    for (int k = 0; k < size; ++k)
      for (int i = k; i < size; ++i) full[i][k] = A(i, k) != 0;
    for (int k = 0; k < size; ++k) {
      for (int i = k + 1; i < size; ++i)
        if (full[i][k] != 0) below[k].push_back(i);
      for (const int i : below[k])
        for (const int j : below[k])
          if (i >= j) full[i][j] = 1;
    }
    for (int k = 0; k < size;) {
      int end = k + 1;
      while (end < size && below[end - 1].size() == below[end].size() + 1 && below[end - 1].front() == end) ++end;
      for (int j = k; j < end; ++j) rows.push_back(j);
      rows.insert(rows.end(), below[end - 1].begin(), below[end - 1].end());
      first_column.push_back(end);
      first_row.push_back(static_cast<int>(rows.size()));
      first_value.push_back(first_value.back() + (end - k) * (first_row.back() - *(first_row.end() - 2)));
      k = end;
    }
  }
  SupernodalPattern view() const {
    return {first_column.back(), static_cast<int>(first_column.size()) - 1,
            first_column.data(), first_row.data(),
            first_value.data(),  rows.data()};
  }
};

struct Factor {
  Pattern pattern;
  SupernodalCholesky cholesky;
  std::vector<double> values;
  explicit Factor(const Matrix& A) : pattern(A), values(static_cast<std::size_t>(pattern.first_value.back())) {
    cholesky.analyze(pattern.view());
  }
  int factorize(const Matrix& A) {
    const SparseMatrix lower = sparse(A.triangularView<Eigen::Lower>());
    return cholesky.factorize(lower.outerIndexPtr(), lower.innerIndexPtr(), lower.valuePtr(), values.data());
  }
};

class Supernodal : public testing::Test {
 protected:
  void SetUp() override {
    if (!SupernodalCholesky::available()) GTEST_SKIP() << "no BLAS";
  }
};

TEST_F(Supernodal, SolvesAsDenseAlgebraDoes) {
  Random random(1);
  for (const int size : {1, 2, 7, 40, 90})
    for (const double density : {0.0, 0.02, 0.1, 0.4, 1.0}) {
      const Matrix A = random.positive_definite(size, density);
      Factor factor(A);
      for (int again = 0; again < 2; ++again) {
        ASSERT_EQ(factor.factorize((1 + again) * A), size);
        const Vector b = random.vector(size);
        Vector x = b;
        factor.cholesky.solve(factor.values.data(), x.data());
        EXPECT_LE(difference(x, Vector(((1 + again) * A).llt().solve(b))), 1e-11) << size << ", " << density;
      }
    }
}

TEST_F(Supernodal, TellsTheFirstPivotThatIsNotPositive) {
  Random random(1);
  for (const int column : {0, 17, 39}) {
    Matrix A = random.positive_definite(40, 0.1);
    Factor factor(A);
    A(column, column) = -1;
    EXPECT_EQ(factor.factorize(A), column);
    A(column, column) = NAN;
    EXPECT_EQ(factor.factorize(A), column);
  }
}

}  // namespace
}  // namespace signorini
