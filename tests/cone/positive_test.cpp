#include "signorini/cone/positive.h"

#include <gtest/gtest.h>

#include "cone/samples.h"

namespace signorini {
namespace {

using test::epsilon;
using test::Samples;

TEST(Positive, ProjectionSplitsEveryNumber) {
  Samples samples(1);
  for (int n = 0; n < 1000; ++n) {
    const double x = samples.sign() * samples.size();
    const double p = positive::project(x), q = positive::project_dual(-x);
    EXPECT_TRUE(positive::contains(p));
    EXPECT_TRUE(positive::contains(q));
    EXPECT_EQ(p - q, x);
    EXPECT_EQ(p * q, 0);
    EXPECT_EQ(positive::project(p), p);
  }
  EXPECT_FALSE(positive::contains(-1e-9));
  EXPECT_TRUE(positive::contains(-1e-9, 1e-8));
}

TEST(Positive, QuotientUndoesTheProduct) {
  Samples samples(2);
  for (int n = 0; n < 1000; ++n) {
    const double y = samples.size(), x = samples.sign() * samples.size();
    EXPECT_NEAR(positive::product(y, positive::quotient(y, x)), x, 4 * epsilon * std::abs(x));
  }
}

TEST(Positive, ScalingMeetsInTheMiddle) {
  Samples samples(3);
  for (int n = 0; n < 1000; ++n) {
    const double y = samples.size(), lambda = samples.size();
    const double w = positive::scaling(y, lambda), z = positive::scaled_point(y, lambda);
    EXPECT_NEAR(w * lambda, z, 6 * epsilon * z);
    EXPECT_NEAR(y / w, z, 6 * epsilon * z);
    EXPECT_NEAR(z * z, y * lambda, 6 * epsilon * y * lambda);
  }
}

TEST(Positive, StepEndsAtZero) {
  EXPECT_EQ(positive::step_to_boundary(3, -2), 1.5);
  EXPECT_EQ(positive::step_to_boundary(0, -2), 0);
  EXPECT_EQ(positive::step_to_boundary(3, 0), INFINITY);
  EXPECT_EQ(positive::step_to_boundary(3, 1), INFINITY);
  EXPECT_TRUE(std::isnan(positive::step_to_boundary(3, NAN)));
}

}  // namespace
}  // namespace signorini
