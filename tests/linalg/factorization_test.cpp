#include "signorini/linalg/factorization.h"

#include <cstring>
#include <thread>

#include <Eigen/LU>

#include <gtest/gtest.h>

#include "linalg/random.h"

namespace signorini {
namespace {

using test::difference;
using test::Matrix;
using test::Random;
using test::sparse;
using Outcome = Factorization::Outcome;

SparseMatrix lower_of(const Matrix& A) { return sparse(A.triangularView<Eigen::Lower>()); }

Vector solution(Factorization& factorization, const SparseMatrix& lower, const Vector& b) {
  factorization.analyze(lower);
  EXPECT_EQ(factorization.factorize(lower), Outcome::done);
  Vector x = b;
  factorization.solve(x);
  return x;
}

bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

struct Kind {
  const char* name;
  std::unique_ptr<Factorization> (*make)();
};
void PrintTo(const Kind& one, std::ostream* out) { *out << one.name; }
constexpr Kind sparse_cholesky{"cholesky", make_cholesky_factorization},
    dense_cholesky{"dense", make_dense_factorization}, indefinite{"indefinite", make_indefinite_factorization};
const auto kind_name = [](const auto& info) { return info.param.name; };

/// What every kind must do, on positive definite matrices.
class FactorizationKind : public testing::TestWithParam<Kind> {
 protected:
  std::unique_ptr<Factorization> make() const { return GetParam().make(); }
};
INSTANTIATE_TEST_SUITE_P(All, FactorizationKind, testing::Values(sparse_cholesky, dense_cholesky, indefinite),
                         kind_name);

TEST_P(FactorizationKind, SolvesAsDenseAlgebraDoes) {
  Random random(1);
  const auto factorization = make();
  for (const auto& [size, density] :
       {std::pair{1, 1.0}, {2, 1.0}, {12, 1.0}, {40, 0.05}, {150, 0.01}, {150, 0.04}, {150, 1.0}}) {
    const Matrix A = random.positive_definite(size, density);
    const Vector b = random.vector(size);
    EXPECT_LE(difference(solution(*factorization, lower_of(A), b), A.partialPivLu().solve(b)), 1e-10)
        << size << " rows, density " << density;
    EXPECT_GE(factorization->factor_entries(), static_cast<double>(lower_of(A).nonZeros()));
    EXPECT_GE(factorization->flops(), 0);
  }
}

TEST_P(FactorizationKind, AnalysesAPatternOnce) {
  Random random(2);
  const auto factorization = make();
  EXPECT_EQ(factorization->analyses(), 0);
  for (const int size : {30, 20}) {
    SparseMatrix lower = lower_of(random.positive_definite(size, 0.1));
    for (int round = 0; round < 3; ++round) {
      lower.coeffs() *= random.uniform(0.5, 2);
      lower.coeffRef(size / 2, size / 2) += 1;
      const Matrix A = Matrix(lower).selfadjointView<Eigen::Lower>();
      const Vector b = random.vector(size);
      EXPECT_LE(difference(solution(*factorization, lower, b), A.partialPivLu().solve(b)), 1e-10) << "values anew";
    }
    EXPECT_EQ(factorization->analyses(), size == 30 ? 1 : 2);
  }
}

TEST_P(FactorizationKind, TellsPatternsOfOneSizeApart) {
  const auto factorization = make();
  for (const int row : {1, 2}) {  // as many rows and entries, in another place
    Matrix A = 2 * Matrix::Identity(3, 3);
    A(row, 0) = A(0, row) = 1;
    const Vector b = Vector::LinSpaced(3, 1, 2);
    EXPECT_LE(difference(solution(*factorization, lower_of(A), b), A.partialPivLu().solve(b)), 1e-15);
  }
  EXPECT_EQ(factorization->analyses(), 2);
}

TEST_P(FactorizationKind, GivesTheSameBitsAgain) {
  Random random(3);
  for (const double density : {0.02, 1.0}) {
    const SparseMatrix lower = lower_of(random.positive_definite(100, density));
    const Vector b = random.vector(100);
    const auto factorization = make();
    const Vector first = solution(*factorization, lower, b);
    EXPECT_TRUE(same_bits(solution(*factorization, lower, b), first)) << "by the same object";
    EXPECT_TRUE(same_bits(solution(*make(), lower, b), first)) << "by another object";
  }
}

TEST_P(FactorizationKind, TakesTheEmptyMatrix) {
  const auto factorization = make();
  EXPECT_EQ(solution(*factorization, SparseMatrix(0, 0), Vector()).size(), 0);
  EXPECT_EQ(factorization->factor_entries(), 0);
  EXPECT_EQ(solution(*factorization, lower_of(Matrix{{4.0}}), Vector::Constant(1, 8))[0], 2) << "after the empty one";
}

TEST_P(FactorizationKind, TwoObjectsDoNotDisturbEachOther) {
  Random random(4);
  const Matrix A = random.positive_definite(40, 0.1), B = random.positive_definite(60, 0.05);
  const SparseMatrix lower_A = lower_of(A), lower_B = lower_of(B);
  const auto one = make(), other = make();
  one->analyze(lower_A);
  other->analyze(lower_B);
  ASSERT_EQ(one->factorize(lower_A), Outcome::done);
  ASSERT_EQ(other->factorize(lower_B), Outcome::done);
  const Vector a = random.vector(40), b = random.vector(60);
  Vector x = a, y = b;
  one->solve(x);
  other->solve(y);
  EXPECT_LE(difference(x, A.partialPivLu().solve(a)), 1e-10);
  EXPECT_LE(difference(y, B.partialPivLu().solve(b)), 1e-10);
}

TEST_P(FactorizationKind, TwoThreadsDoNotDisturbEachOther) {
  const auto work = [&](std::uint64_t seed) {
    Random random(seed);
    for (int round = 0; round < 20; ++round) {
      const int size = 20 + random.integer(60);
      const Matrix A = random.positive_definite(size, 0.1);
      const Vector b = random.vector(size);
      EXPECT_LE(difference(solution(*make(), lower_of(A), b), A.partialPivLu().solve(b)), 1e-10);
    }
  };
  std::thread other(work, 5);
  work(6);
  other.join();
}

TEST_P(FactorizationKind, ReportsWhatIsNotANumber) {
  Random random(7);
  for (const int size : {3, 80}) {
    const SparseMatrix lower = lower_of(random.positive_definite(size, 0.2));
    const auto factorization = make();
    factorization->analyze(lower);
    for (int round = 0; round < 20; ++round) {
      SparseMatrix spoiled = lower;
      spoiled.valuePtr()[random.integer(static_cast<int>(lower.nonZeros()))] = NAN;
      EXPECT_EQ(factorization->factorize(spoiled), Outcome::breakdown) << size << " rows";
    }
  }
}

class CholeskyKind : public FactorizationKind {};
INSTANTIATE_TEST_SUITE_P(All, CholeskyKind, testing::Values(sparse_cholesky, dense_cholesky), kind_name);

TEST_P(CholeskyKind, NoticesAnIndefiniteMatrixAndRecovers) {
  Random random(8);
  for (const int size : {2, 30, 150}) {
    Matrix A = random.positive_definite(size);
    const double diagonal = A(size / 2, size / 2);
    const auto factorization = make();
    for (const double bad : {-1.0, 0.0}) {
      A(size / 2, size / 2) = bad;
      SparseMatrix lower = lower_of(A + Matrix::Constant(size, size, 1e-300));  // keeps the zero in the pattern
      factorization->analyze(lower);
      EXPECT_EQ(factorization->factorize(lower), Outcome::breakdown) << size << " rows, " << bad;
    }
    A(size / 2, size / 2) = diagonal;
    const Vector b = random.vector(size);
    EXPECT_LE(difference(solution(*factorization, lower_of(A), b), A.partialPivLu().solve(b)), 1e-10);
    EXPECT_EQ(factorization->analyses(), 1);
  }
}

/// [M H; Hᵀ -D]: what the methods that keep the impulses as unknowns factorise.
Matrix saddle_point(const Matrix& M, const Matrix& H, const Vector& D) {
  Matrix K(M.rows() + H.cols(), M.rows() + H.cols());
  K << M, H, H.transpose(), Matrix((-D).asDiagonal());
  return K;
}

TEST(IndefiniteFactorization, SolvesSaddlePoints) {
  Random random(9);
  const auto factorization = make_indefinite_factorization();
  for (const int size : {2, 20, 80}) {
    const Matrix H = random.scattered(size, 2 * size, 0.2);
    // The spread of D in the last steps of an interior point method: contacts that stick, and contacts that part.
    const Vector D = Vector::NullaryExpr(2 * size, [&] { return random.power_of_ten(-6, 6); });
    const Matrix K = saddle_point(random.positive_definite(size, 0.1), H, D);
    const Vector b = random.vector(3 * size);
    const Vector x = solution(*factorization, lower_of(K), b);
    EXPECT_LE((K * x - b).norm(), 1e-10 * (b.norm() + K.norm() * 1e-6 * x.norm())) << size;
  }
}

/// The rows of H that joints would make: no D, and the last one twice. Needs pivots of two by two and null pivots.
class RedundantJoints : public testing::Test {
 protected:
  void SetUp() override {
    if (indefinite_backend() == "Eigen") GTEST_SKIP() << "Eigen's factorisation does not pivot";
  }

  Random random{10};
  const int size = 40, joints = 15;
  Matrix H = random.matrix(size, joints);
};

TEST_F(RedundantJoints, SolvesConsistentEquations) {
  const auto factorization = make_indefinite_factorization();
  H.col(joints - 1) = H.col(joints - 2);
  H.col(0) = 3 * H.col(1) - 0.1 * H.col(2);
  const Matrix K = saddle_point(random.positive_definite(size, 0.1), H, Vector::Zero(joints));
  const Vector b = K * random.vector(K.rows());
  for (const bool stored_zeros : {false, true}) {
    SparseMatrix lower = lower_of(K);
    if (stored_zeros)
      for (int k = 0; k < joints; ++k) lower.coeffRef(size + k, size + k) = 0;
    lower.makeCompressed();
    const Vector x = solution(*factorization, lower, b);
    EXPECT_LE((K * x - b).norm(), 1e-12 * b.norm());
    const Vector r = x.tail(joints).cwiseAbs();
    EXPECT_LE(r.tail(2).minCoeff(), 1e-10) << "one of the equal rows is left out";
    EXPECT_LE(r.head(3).minCoeff(), 1e-10) << "one of the dependent rows is left out";
  }
}

TEST_F(RedundantJoints, GrowsItsWorkspace) {
  // Without M no pivot is on the diagonal: all are put off, and the factor outgrows what the analysis foresaw.
  const int rows = 500;
  for (int round = 0; round < 3; ++round) {
    const Matrix G = random.scattered(rows, rows, 1.5 / rows) + 3 * Matrix::Identity(rows, rows);
    const Matrix K = saddle_point(Matrix::Zero(rows, rows), G, Vector::Zero(rows));
    const SparseMatrix lower = lower_of(K);
    const auto factorization = make_indefinite_factorization();
    factorization->analyze(lower);
    const double foreseen = factorization->factor_entries();
    const Vector b = random.vector(2 * rows);
    const Vector x = solution(*factorization, lower, b);
    EXPECT_LE((K * x - b).norm(), 1e-8 * b.norm()) << "more than refinement mends";
    EXPECT_GT(factorization->factor_entries(), 1.5 * foreseen) << "not the hard case this test is about";
  }
}

TEST(IndefiniteFactorization, GivesTheSameBitsOnLargeMatrices) {
  // Large enough for nested dissection: a chain of blocks, with a rung between chains.
  Random random(11);
  const int bodies = 2'000;
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < bodies; ++i) {
    entries.emplace_back(i, i, random.uniform(1, 2));
    entries.emplace_back(bodies + i, bodies + i, -random.power_of_ten(-3, 3));
    for (const int other : {i, (i + 1) % bodies, (i + 50) % bodies})
      entries.emplace_back(bodies + i, other, random.uniform(-1, 1));
  }
  SparseMatrix lower(2 * bodies, 2 * bodies);
  lower.setFromTriplets(entries.begin(), entries.end());
  const Vector b = random.vector(2 * bodies);
  const auto factorization = make_indefinite_factorization();
  const Vector x = solution(*factorization, lower, b);
  EXPECT_LE((lower.selfadjointView<Eigen::Lower>() * x - b).norm(), 1e-11 * b.norm());
  EXPECT_TRUE(same_bits(solution(*factorization, lower, b), x)) << "by the same object";
  EXPECT_TRUE(same_bits(solution(*make_indefinite_factorization(), lower, b), x)) << "by another object";
}

TEST(MostlyFull, TellsBandsFromFullMatrices) {
  Random random(12);
  for (const int size : {30, 100}) {
    EXPECT_TRUE(mostly_full(lower_of(random.positive_definite(size))));
    const Matrix band =
        Matrix::NullaryExpr(size, size, [](auto i, auto j) { return std::abs(i - j) <= 1 ? 1.0 : 0.0; });
    EXPECT_FALSE(mostly_full(lower_of(band)));
  }
}

}  // namespace
}  // namespace signorini
