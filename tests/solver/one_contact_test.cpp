#include "signorini/solver/sweeps/one_contact.h"

#include <random>

#include <gtest/gtest.h>

#include "signorini/cone/friction.h"

namespace signorini {
namespace {

/// The violation of the law by r, as a velocity over the size of the data: the certificate of one contact.
template <int D>
double violation(const MatrixN<D>& W, const VectorN<D>& b, double mu, bool coulomb, const VectorN<D>& r) {
  VectorN<D> u = W * r + b;
  if (coulomb) u[0] += mu * friction::tangential_norm<D>(u);
  const double scale = W.norm();
  return scale * (r - friction::project<D>(VectorN<D>(r - u / scale), mu)).norm() / (b.norm() + scale * r.norm());
}

template <int D>
struct Sampler {
  std::mt19937_64 random;
  std::normal_distribution<double> normal;

  explicit Sampler(unsigned seed) : random(seed) {}
  VectorN<D> vector() {
    VectorN<D> x;
    for (int i = 0; i < D; ++i) x[i] = normal(random);
    return x;
  }
  /// A Aᵀ of a random A, with its smallest eigenvalue kept above `floor` of the trace.
  MatrixN<D> matrix(double floor) {
    MatrixN<D> A;
    for (int i = 0; i < D; ++i) A.col(i) = vector();
    const MatrixN<D> W = A * A.transpose();
    return W + floor * W.trace() * MatrixN<D>::Identity();
  }
};

template <int D>
void expect_solved(double floor, bool coulomb, double tolerance) {
  Sampler<D> sample(7 + D);
  for (const double mu : {0.0, 0.01, 0.3, 0.7, 1.5})
    for (int k = 0; k < 4000; ++k) {
      const MatrixN<D> W = sample.matrix(floor);
      const VectorN<D> b = sample.vector(), guess = friction::project<D>(sample.vector(), mu);
      const VectorN<D> r = solve_one_contact<D>(W, b, mu, coulomb, guess);
      ASSERT_LE((violation<D>(W, b, mu, coulomb, r)), tolerance)
          << "mu " << mu << " sample " << k << "\nW\n"
          << W << "\nb " << b.transpose() << " r " << r.transpose();
    }
}

TEST(OneContact, ConvexIn3D) { expect_solved<3>(0.05, false, 1e-12); }
TEST(OneContact, CoulombIn3D) { expect_solved<3>(0.05, true, 1e-12); }
TEST(OneContact, ConvexIn2D) { expect_solved<2>(0.05, false, 1e-13); }
TEST(OneContact, CoulombIn2D) { expect_solved<2>(0.05, true, 1e-13); }
TEST(OneContact, ConvexWithStrongCoupling) { expect_solved<3>(1e-4, false, 1e-9); }
TEST(OneContact, CoulombWithStrongCoupling) { expect_solved<3>(1e-4, true, 1e-9); }

TEST(OneContact, NonSymmetricMatrixIsTakenAsGiven) {
  Sampler<3> sample(3);
  for (int k = 0; k < 2000; ++k) {
    Matrix3 W = sample.matrix(0.1);
    W(0, 1) *= 1.01;
    W(2, 0) *= 0.99;
    const Vector3 b = sample.vector();
    for (const bool coulomb : {false, true})
      ASSERT_LE((violation<3>(W, b, 0.5, coulomb, solve_one_contact<3>(W, b, 0.5, coulomb, Vector3::Zero()))), 1e-12);
  }
}

TEST(OneContact, OpensWhenBodiesSeparate) {
  const Matrix3 W = Matrix3::Identity();
  EXPECT_EQ(solve_one_contact<3>(W, {0.1, 5, 0}, 0.5, true, Vector3::Zero()), Vector3::Zero());
  EXPECT_NE(solve_one_contact<3>(W, {0.1, 5, 0}, 0.5, false, Vector3::Zero()), Vector3::Zero())
      << "the convex law brakes early";
}

TEST(OneContact, SticksWithinTheConeAndSlidesAtItsEdge) {
  const Matrix3 W = Matrix3::Identity();
  EXPECT_TRUE(
      solve_one_contact<3>(W, {-1, 0.3, 0.2}, 0.5, true, Vector3::Zero()).isApprox(Vector3(1, -0.3, -0.2), 1e-15));
  EXPECT_TRUE(solve_one_contact<3>(W, {-1, 3, 4}, 0.5, true, Vector3::Zero()).isApprox(Vector3(1, -0.3, -0.4), 1e-14));
}

TEST(OneContact, WithoutTangentialRowsOnlyTheNormalMatters) {
  Matrix3 W = 1e-12 * Matrix3::Identity();
  W(0, 0) = 2;
  const Vector3 r = solve_one_contact<3>(W, {-1, 0, 0}, 0.5, true, Vector3::Zero());
  EXPECT_NEAR(r[0], 0.5, 1e-14);
}

}  // namespace
}  // namespace signorini
