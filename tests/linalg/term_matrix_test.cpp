#include "signorini/linalg/term_matrix.h"

#include <gtest/gtest.h>

namespace signorini {
namespace {

/// Terms of one entry add up, zeros keep their place, and nothing of an earlier sum is left.
TEST(TermMatrix, SumsTermsOverOnePattern) {
  TermMatrix sum;
  const auto terms = [](double factor) {
    return [factor](auto&& add) {
      add(2, 0, factor);
      add(0, 1, 0.0);
      add(2, 0, 10 * factor);
    };
  };
  sum.lay_out(3, terms(0));
  for (const double factor : {1.0, 2.0}) {
    sum.sum(terms(factor));
    EXPECT_EQ(sum.matrix().nonZeros(), 2);
    EXPECT_TRUE(sum.matrix().isCompressed());
    EXPECT_EQ(sum.matrix().coeff(2, 0), 11 * factor);
    EXPECT_EQ(sum.matrix().coeff(0, 1), 0);
  }
}

}  // namespace
}  // namespace signorini
