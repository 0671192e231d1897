#include "signorini/cone/exact.h"

#include <gtest/gtest.h>

#include "cone/samples.h"

namespace signorini {
namespace {

using test::epsilon;
using test::Quad;
using test::Samples;

TEST(Exact, SumsAndProductsLoseNothing) {
  Samples samples(1);
  for (int n = 0; n < 5000; ++n) {
    const double a = samples.sign() * samples.size(), b = samples.sign() * samples.size();
    const ExactPair product = two_product(a, b);
    EXPECT_TRUE(Quad(product.high) + product.low == Quad(a) * b);
    EXPECT_EQ(product.high, a * b);
    // A quad holds the exact sum when the exponents are less than 60 apart.
    const ExactPair sum = two_sum(a, b);
    EXPECT_TRUE(Quad(sum.high) + sum.low == Quad(a) + b);
    EXPECT_EQ(sum.high, a + b);
  }
}

TEST(Exact, TwoProductsThatCancelKeepTheirDigits) {
  Samples samples(2);
  for (int n = 0; n < 5000; ++n) {
    const double a = samples.size(), b = samples.size(), c = samples.size();
    const double d = a * b / c * (1 + samples.integer(3) * epsilon);  // a b ≈ c d
    const Quad difference = Quad(a) * b - Quad(c) * d;
    EXPECT_LE(test::abs(difference_of_products(a, b, c, d) - difference), 4 * epsilon * test::abs(difference));
    const Quad sum = Quad(a) * b + Quad(c) * d;
    EXPECT_LE(test::abs(sum_of_products(a, b, c, d) - sum), 4 * epsilon * sum);
  }
}

TEST(Exact, SumSurvivesCancellationOfThirtyDigits) {
  ExactSum sum;
  for (double x : {1e15, 3.0, 1e-15, -1e15, 5e-17, -3.0}) sum.add(x);
  EXPECT_NEAR(sum.value(), 1.05e-15, 4e-31);
  // Three doubles deep: what two would forget is there when the upper ones go.
  ExactSum deep;
  for (double x : {1.0, 0x1p-60, 0x1p-120, -1.0, -0x1p-60}) deep.add(x);
  EXPECT_EQ(deep.value(), 0x1p-120);
  ExactSum products;
  products.add_product(1 + 0x1p-30, 1 + 0x1p-30);
  products.add_product(-1, 1 + 0x1p-29);
  EXPECT_EQ(products.value(), 0x1p-60);
}

}  // namespace
}  // namespace signorini
