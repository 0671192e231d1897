#include "signorini/linalg/schur_complement.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "random.h"
#include "signorini/linalg/cholesky.h"

namespace signorini::test {
namespace {

/// Three parts that nothing ties together.
Matrix three_parts(Random& random) {
  Matrix M = Matrix::Zero(42, 42);
  M.block(0, 0, 20, 20) = random.positive_definite(20, 0.1);
  M.block(20, 20, 12, 12) = random.positive_definite(12, 0.2);
  M.block(32, 32, 10, 10) = random.positive_definite(10, 0.2);
  return M;
}

TEST(SchurComplement, EliminatesTheOtherUnknowns) {
  if (Cholesky::backend() == "Eigen") GTEST_SKIP() << "built without CHOLMOD";
  Random random(7);
  SchurComplement schur;
  // None of the last part is kept in the first set, none of the second part in the last.
  const std::vector<std::vector<int>> sets = {{0, 3, 19, 20, 31}, {5}, {1, 2, 3, 35, 41}};
  const Matrix M = three_parts(random);
  for (const auto& kept : sets) {
    std::vector<int> others;
    for (int k = 0; k < M.rows(); ++k)
      if (std::find(kept.begin(), kept.end(), k) == kept.end()) others.push_back(k);
    for (const double scale : {1.0, 3.0}) {
      const SparseMatrix sparse = (scale * M).sparseView();
      EXPECT_GT(schur.order(sparse), 0);
      EXPECT_GT(schur.analyze(kept), 0);
      ASSERT_TRUE(schur.factorize(sparse));
      const Matrix A = scale * M, between = A(kept, others),
                   inside = A(others, others).llt().solve(between.transpose());
      const Matrix S = A(kept, kept) - between * inside;
      EXPECT_LE((Matrix(schur.complement()) - S).norm(), 1e-13 * S.norm());
      const Vector f = random.vector(M.rows()), v_c = random.vector(static_cast<Eigen::Index>(kept.size()));
      EXPECT_LE((schur.reduce(f) - (f(kept) - inside.transpose() * f(others))).norm(), 1e-13 * f.norm());
      EXPECT_LE((A * schur.solve(f) - f).norm(), 1e-12 * f.norm());
      const Vector v = schur.expand(f, v_c);
      EXPECT_EQ(Vector(v(kept)), v_c);
      EXPECT_LE(((A * v)(others)-f(others)).norm(), 1e-12 * (f.norm() + A.norm() * v.norm()));
    }
  }
}

TEST(SchurComplement, SaysWhenTheMatrixIsNotPositiveDefinite) {
  if (Cholesky::backend() == "Eigen") GTEST_SKIP() << "built without CHOLMOD";
  Random random(3);
  Matrix M = three_parts(random);
  M(25, 25) = -1;
  SchurComplement schur;
  schur.order(M.sparseView());
  schur.analyze({0, 1});
  EXPECT_FALSE(schur.factorize(M.sparseView()));
}

}  // namespace
}  // namespace signorini::test
