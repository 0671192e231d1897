#include "signorini/cone/lorentz.h"

#include <gtest/gtest.h>

#include "cone/samples.h"

namespace signorini {
namespace {

using test::epsilon;
using test::Quad;
using test::Samples;

constexpr int sample_count = 5000;

template <typename Dimension>
class Lorentz : public testing::Test {};
TYPED_TEST_SUITE(Lorentz, test::Dimensions);

/// The references are exact: a quad holds each product, and as near to the boundary as the tests go their sum up to a
/// relative 1e-18.
template <int D>
Quad exact_minkowski(const VectorN<D>& x, const VectorN<D>& y) {
  Quad sum = Quad(x[0]) * y[0];
  for (int i = 1; i < D; ++i) sum -= Quad(x[i]) * y[i];
  return sum;
}

TYPED_TEST(Lorentz, DeterminantAndMarginAreAccurateNextToTheBoundary) {
  constexpr int D = TypeParam::value;
  Samples samples(1);
  double narrowest = 1;
  for (int n = 0; n < sample_count; ++n) {
    const VectorN<D> x = samples.near_boundary<D>(1, samples.sign() * samples.power_of_ten(-15.5, -1));
    const Quad det = exact_minkowski<D>(x, x);
    EXPECT_LE(test::abs(lorentz::det(x) - det), 2 * epsilon * test::abs(det)) << x.transpose();
    const Quad margin = x[0] - test::tangential_norm<D>(x);
    EXPECT_LE(test::abs(lorentz::margin(x) - margin), 8 * epsilon * test::abs(margin)) << x.transpose();
    EXPECT_EQ(lorentz::contains(x), margin >= 0);
    EXPECT_EQ(lorentz::contains(x, 0.01 * x[0]), margin >= -0.01 * x[0]);
    if (margin != 0) narrowest = std::min(narrowest, std::abs(static_cast<double>(margin)) / x[0]);

    const VectorN<D> below = -x;
    const Quad below_margin = below[0] - test::tangential_norm<D>(below);
    EXPECT_LE(test::abs(lorentz::margin(below) - below_margin), 8 * epsilon * test::abs(below_margin));
    EXPECT_FALSE(lorentz::contains(below));
  }
  EXPECT_LT(narrowest, 1e-15);  // or the test would prove little
  EXPECT_EQ(lorentz::margin(VectorN<D>(VectorN<D>::Zero())), 0);
  EXPECT_TRUE(lorentz::contains(VectorN<D>(VectorN<D>::Zero())));
}

TEST(Lorentz, PythagoreanTriplesAreExactlyOnTheBoundary) {
  EXPECT_EQ(lorentz::det(Vector3(5, 3, 4)), 0);
  EXPECT_EQ(lorentz::det(Vector3(13, -5, 12)), 0);
  EXPECT_EQ(lorentz::margin(Vector3(13, -5, 12)), 0);
  // One unit in the last place inside: x₀² - 25 = 2·5·δ + δ² with δ = 2⁻⁵⁰.
  EXPECT_EQ(lorentz::det(Vector3(std::nextafter(5, 6), 3, 4)), 10 * 0x1p-50 + 0x1p-100);
}

TYPED_TEST(Lorentz, InnerProductsAreAccurateWhenTheyCancel) {
  constexpr int D = TypeParam::value;
  Samples samples(2);
  for (int n = 0; n < sample_count; ++n) {
    const VectorN<D> x = samples.near_boundary<D>(1, samples.power_of_ten(-12, -1));
    // Nearly parallel to x, so that xᵀJy cancels; then (x, Jy) is a nearly complementary pair, and xᵀJy is its gap.
    const VectorN<D> y =
        samples.size() * (x + samples.power_of_ten(-12, -6) * x[0] / samples.size() * samples.anywhere<D>());
    const Quad exact = exact_minkowski<D>(x, y);
    EXPECT_LE(test::abs(lorentz::minkowski(x, y) - exact), 2 * epsilon * test::abs(exact));
    EXPECT_LE(test::abs(lorentz::dot(x, lorentz::reflect(y)) - exact), 2 * epsilon * test::abs(exact));
    EXPECT_EQ(lorentz::reflect(lorentz::reflect(x)), x);
  }
}

TYPED_TEST(Lorentz, ProductIsAJordanAlgebra) {
  constexpr int D = TypeParam::value;
  Samples samples(3);
  const VectorN<D> e = lorentz::identity<D>();
  for (int n = 0; n < sample_count; ++n) {
    const VectorN<D> x = samples.anywhere<D>(), y = samples.anywhere<D>();
    const VectorN<D> xy = lorentz::product(x, y);
    const double rounding = 8 * epsilon * x.norm() * y.norm();
    EXPECT_EQ(lorentz::product(e, x), x);
    EXPECT_LE((lorentz::product(y, x) - xy).norm(), rounding);
    EXPECT_NEAR(xy[0], lorentz::dot(x, y), rounding);
    for (int i = 1; i < D; ++i) EXPECT_NEAR(xy[i], x[0] * y[i] + y[0] * x[i], rounding);
    // (x∘y)∘(x∘x) = x∘(y∘(x∘x))
    const VectorN<D> xx = lorentz::product(x, x);
    EXPECT_LE((lorentz::product(xy, xx) - lorentz::product(x, lorentz::product(y, xx))).norm(),
              8 * rounding * x.squaredNorm());
    // Cayley-Hamilton: x∘x = 2 x₀ x - det x e
    EXPECT_LE((xx - 2 * x[0] * x + lorentz::det(x) * e).norm(), 8 * epsilon * x.squaredNorm());
  }
}

TYPED_TEST(Lorentz, QuotientUndoesTheProduct) {
  constexpr int D = TypeParam::value;
  Samples samples(4);
  for (int n = 0; n < sample_count; ++n) {
    const VectorN<D> y = samples.inside_lorentz<D>(), x = samples.anywhere<D>();
    const VectorN<D> z = lorentz::quotient(y, x);
    // y ∘ (y ⊘ x) = x. Rounding z alone moves y ∘ z by ε|y||z|, so that is the unit.
    EXPECT_LE((lorentz::product(y, z) - x).norm(), 8 * epsilon * y.norm() * z.norm());
    // And z itself is good to its last digits: against the same formula in quads.
    const Quad z0 = exact_minkowski<D>(y, x) / exact_minkowski<D>(y, y);
    EXPECT_LE(test::abs(z[0] - z0), 4 * epsilon * test::abs(z0));
    for (int i = 1; i < D; ++i) EXPECT_LE(test::abs(z[i] - (x[i] - z0 * y[i]) / y[0]), 8 * epsilon * z.norm());
    EXPECT_LE((lorentz::quotient(lorentz::identity<D>(), x) - x).norm(), epsilon * x.norm());
  }
}

}  // namespace
}  // namespace signorini
