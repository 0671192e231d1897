#include "signorini/cone/nesterov_todd.h"

#include <gtest/gtest.h>

#include "cone/samples.h"

namespace signorini {
namespace {

using test::epsilon;
using test::Quad;
using test::Samples;

constexpr int sample_count = 4000;

template <typename Dimension>
class NesterovToddTest : public testing::Test {};
TYPED_TEST_SUITE(NesterovToddTest, test::Dimensions);

template <int D>
struct Pair {
  VectorN<D> y, lambda;
};

/// Pairs as an interior point method meets them: unrelated ones, nearly complementary ones next to the boundary (on the
/// central path or off it), equal ones (where w̄₁ vanishes).
template <int D>
Pair<D> random_pair(Samples& samples) {
  const VectorN<D> y = samples.inside_lorentz<D>();
  switch (samples.integer(4)) {
    case 0:
      return {y, samples.size() * lorentz::reflect(y)};
    case 1: {  // λ turned away from -y₁ by a little, at its own distance from the boundary
      VectorN<D> lambda = lorentz::reflect(y);
      lambda.template tail<D - 1>() += samples.power_of_ten(-9, -1) * y[0] * samples.unit<D>();
      lambda[0] = lambda.template tail<D - 1>().norm() * (1 + samples.power_of_ten(-12, 0));
      return {y, samples.size() * lambda};
    }
    case 2:
      return {y, samples.size() * y};
    default:
      return {y, samples.inside_lorentz<D>()};
  }
}

/// The same scaling from the textbook formulas in quads.
template <int D>
struct Reference {
  Quad y[D], lambda[D], w[D], z[D], eta, det_z;

  explicit Reference(const Pair<D>& pair) {
    Quad det_y = 0, det_lambda = 0, gap = 0;
    for (int i = 0; i < D; ++i) {
      const Quad sign = i == 0 ? 1 : -1;
      det_y += sign * pair.y[i] * Quad(pair.y[i]);
      det_lambda += sign * pair.lambda[i] * Quad(pair.lambda[i]);
      gap += Quad(pair.y[i]) * pair.lambda[i];
    }
    det_z = test::sqrt(det_y * det_lambda);
    const Quad gamma = test::sqrt((1 + gap / det_z) / 2);
    for (int i = 0; i < D; ++i) {
      y[i] = pair.y[i] / test::sqrt(det_y);
      lambda[i] = pair.lambda[i] / test::sqrt(det_lambda);
      w[i] = (y[i] + (i == 0 ? lambda[i] : -lambda[i])) / (2 * gamma);
    }
    eta = test::sqrt(test::sqrt(det_y / det_lambda));
    z[0] = gamma * test::sqrt(det_z);
    for (int i = 1; i < D; ++i) {
      z[i] = test::sqrt(det_z) * ((gamma + lambda[0]) * y[i] + (gamma + y[0]) * lambda[i]) /
             (y[0] + lambda[0] + 2 * gamma);
    }
  }
};

TYPED_TEST(NesterovToddTest, ItsNumbersAreGoodToTheLastDigits) {
  constexpr int D = TypeParam::value;
  Samples samples(1);
  double largest_k = 1;
  for (int n = 0; n < sample_count; ++n) {
    const Pair<D> pair = random_pair<D>(samples);
    const NesterovTodd<D> scaling = nesterov_todd(pair.y, pair.lambda);
    const Reference<D> exact(pair);
    Quad norm = 0;
    for (int i = 1; i < D; ++i) norm += exact.w[i] * exact.w[i];
    norm = test::sqrt(norm);
    const Quad k = exact.w[0] + norm;
    EXPECT_LE(test::abs(scaling.eta - exact.eta), 16 * epsilon * exact.eta);
    EXPECT_LE(test::abs(scaling.k - k), 16 * epsilon * k);
    EXPECT_LE(test::abs(scaling.det_z - exact.det_z), 16 * epsilon * exact.det_z);
    for (int i = 0; i < D; ++i) EXPECT_LE(test::abs(scaling.z[i] - exact.z[i]), 16 * epsilon * exact.z[0]);
    // ŵ matters in proportion to |w̄₁|, and to no more digits than w̄ has.
    for (int i = 1; i < D; ++i) EXPECT_LE(test::abs(scaling.direction[i - 1] * norm - exact.w[i]), 16 * epsilon * k);
    EXPECT_NEAR(scaling.direction.norm(), 1, 4 * epsilon);
    largest_k = std::max(largest_k, scaling.k);
  }
  EXPECT_GT(largest_k, 1e5);  // or the test would prove little
}

TYPED_TEST(NesterovToddTest, BothPointsMeetInZ) {
  constexpr int D = TypeParam::value;
  Samples samples(2);
  for (int n = 0; n < sample_count; ++n) {
    const Pair<D> pair = random_pair<D>(samples);
    const NesterovTodd<D> scaling = nesterov_todd(pair.y, pair.lambda);
    // Changing the last digit of λ changes W λ by ε η k |λ|, and that of y changes W⁻¹ y by ε (k/η) |y|: nothing
    // smaller can be asked of a multiplication. (The powers of k, η and the unit vector ŵ add a few such units each.)
    const double k = scaling.k, eta = scaling.eta;
    EXPECT_LE((scaling.apply(pair.lambda) - scaling.z).norm(), 32 * epsilon * eta * k * pair.lambda.norm());
    EXPECT_LE((scaling.apply_inverse(pair.y) - scaling.z).norm(), 32 * epsilon * k / eta * pair.y.norm());
    EXPECT_LE((scaling.apply_squared(pair.lambda) - pair.y).norm(),
              32 * epsilon * eta * eta * k * k * pair.lambda.norm());
    EXPECT_LE((scaling.apply_inverse_squared(pair.y) - pair.lambda).norm(),
              32 * epsilon * k * k / (eta * eta) * pair.y.norm());
    // zᵀz is the gap and det z the geometric mean of the determinants. The stored z knows its determinant up to ε z₀².
    EXPECT_NEAR(scaling.z.squaredNorm(), lorentz::dot(pair.y, pair.lambda), 64 * epsilon * scaling.z.squaredNorm());
    EXPECT_NEAR(lorentz::det(scaling.z), scaling.det_z, 64 * epsilon * scaling.z.squaredNorm());
    const double det_product = lorentz::det(pair.y) * lorentz::det(pair.lambda);
    EXPECT_NEAR(scaling.det_z * scaling.det_z, det_product, 16 * epsilon * det_product);
  }
}

TYPED_TEST(NesterovToddTest, InverseUndoesTheScaling) {
  constexpr int D = TypeParam::value;
  Samples samples(3);
  for (int n = 0; n < sample_count; ++n) {
    const Pair<D> pair = random_pair<D>(samples);
    const NesterovTodd<D> scaling = nesterov_todd(pair.y, pair.lambda);
    const VectorN<D> x = samples.anywhere<D>();
    // Condition numbers: k² for W, k⁴ for W².
    const double condition = scaling.k * scaling.k;
    EXPECT_LE((scaling.apply(scaling.apply_inverse(x)) - x).norm(), 32 * epsilon * condition * x.norm());
    EXPECT_LE((scaling.apply_inverse(scaling.apply(x)) - x).norm(), 32 * epsilon * condition * x.norm());
    EXPECT_LE((scaling.apply_inverse_squared(scaling.apply_squared(x)) - x).norm(),
              32 * epsilon * condition * condition * x.norm());
    // det(W x) = η² det x: W stretches the cone into itself. Measured where W x is not all rounding.
    if (condition < 1e4) {
      const VectorN<D> Wx = scaling.apply(x);
      EXPECT_NEAR(lorentz::det(Wx), scaling.eta * scaling.eta * lorentz::det(x),
                  64 * epsilon * condition * Wx.squaredNorm());
    }
  }
}

TYPED_TEST(NesterovToddTest, MatricesAndEigenvectorsSayTheSame) {
  constexpr int D = TypeParam::value;
  Samples samples(4);
  for (int n = 0; n < sample_count; ++n) {
    const Pair<D> pair = random_pair<D>(samples);
    const NesterovTodd<D> scaling = nesterov_todd(pair.y, pair.lambda);
    const VectorN<D> x = samples.anywhere<D>();
    const MatrixN<D> W = scaling.matrix(), W2 = scaling.squared();
    const double norm = scaling.eta * scaling.k, inverse_norm = scaling.k / scaling.eta;
    const double unit = 32 * epsilon * x.norm();
    EXPECT_EQ(W, W.transpose());
    EXPECT_LE((W * x - scaling.apply(x)).norm(), unit * norm);
    EXPECT_LE((scaling.inverse() * x - scaling.apply_inverse(x)).norm(), unit * inverse_norm);
    EXPECT_LE((W2 * x - scaling.apply_squared(x)).norm(), unit * norm * norm);
    EXPECT_LE((scaling.inverse_squared() * x - scaling.apply_inverse_squared(x)).norm(),
              unit * inverse_norm * inverse_norm);
    EXPECT_LE((W.transpose() * W - W2).norm(), 32 * epsilon * norm * norm);

    const MatrixN<D> V = scaling.basis();
    EXPECT_LE((V.transpose() * V - MatrixN<D>::Identity()).norm(), 8 * epsilon);
    EXPECT_LE((V * scaling.eigenvalues().asDiagonal() * V.transpose() - W).norm(), 16 * epsilon * norm);

    // The textbook matrix W = η [w̄₀ w̄₁ᵀ; w̄₁ I + w̄₁w̄₁ᵀ/(1 + w̄₀)].
    const Reference<D> exact(pair);
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j < D; ++j) {
        const Quad entry = i == 0   ? exact.w[j]
                           : j == 0 ? exact.w[i]
                                    : (i == j) + exact.w[i] * exact.w[j] / (1 + exact.w[0]);
        EXPECT_LE(test::abs(W(i, j) - exact.eta * entry), 32 * epsilon * norm);
      }
    }
  }
}

TYPED_TEST(NesterovToddTest, TwoSpectraAtOnceAreAsOneByOne) {
  constexpr int D = TypeParam::value;
  Samples samples(6);
  for (int n = 0; n < sample_count; ++n) {
    const Pair<D> pair = random_pair<D>(samples);
    const NesterovTodd<D> scaling = nesterov_todd(pair.y, pair.lambda);
    const VectorN<D> x = samples.anywhere<D>(), one = samples.anywhere<D>(), other = samples.anywhere<D>();
    VectorN<D> y, z;
    scaling.apply_spectra(one, other, x.data(), y.data(), z.data());
    EXPECT_LE((y - scaling.apply_spectrum(one, x)).norm(), 16 * epsilon * one.norm() * x.norm());
    EXPECT_LE((z - scaling.apply_spectrum(other, x)).norm(), 16 * epsilon * other.norm() * x.norm());
  }
}

TYPED_TEST(NesterovToddTest, EqualPointsNeedNoDirection) {
  constexpr int D = TypeParam::value;
  VectorN<D> y = VectorN<D>::Constant(0.25);
  y[0] = 2;
  const NesterovTodd<D> scaling = nesterov_todd<D>(4 * y, y);
  EXPECT_NEAR(scaling.k, 1, 4 * epsilon);
  EXPECT_NEAR(scaling.eta, 2, 8 * epsilon);
  EXPECT_LE((scaling.z - 2 * y).norm(), 8 * epsilon * y.norm());
  EXPECT_LE((scaling.matrix() - 2 * MatrixN<D>::Identity()).norm(), 8 * epsilon);
}

TEST(NesterovToddTest, CarriedDeterminantsReachBeyondTheStoredPoints) {
  // y = (1, 1 - 1e-20, 0) rounds to (1, 1, 0), on the boundary; with the determinant carried along the scaling is still
  // right. λ = J y is its partner on the central path: z = √(det y) e, η = 1, k = ȳ₀ + ȳ₁.
  const Vector3 y(1, 1, 0), lambda(1, -1, 0);
  const double det = 2e-20;
  const NesterovTodd<3> scaling = nesterov_todd(y, lambda, det, det, det);
  EXPECT_NEAR(scaling.k, 2 / std::sqrt(det), 1e-5);
  EXPECT_NEAR(scaling.eta, 1, 4 * epsilon);
  EXPECT_NEAR(scaling.det_z, det, 4 * epsilon * det);
  EXPECT_NEAR(scaling.z[0], std::sqrt(det), 8 * epsilon * std::sqrt(det));
  EXPECT_EQ(scaling.z[1], 0);
  EXPECT_EQ(scaling.z[2], 0);
}

}  // namespace
}  // namespace signorini
