#include "signorini/cone/free.h"

#include <gtest/gtest.h>

namespace signorini {
namespace {

TEST(FreeCone, AllImpulsesAndOnlyTheVelocityZero) {
  for (double x : {-3.0, 0.0, 1e-9, 7.0}) {
    EXPECT_TRUE(free_cone::contains(x));
    EXPECT_EQ(free_cone::project(x), x);
    EXPECT_EQ(free_cone::project_dual(x), 0);
    EXPECT_EQ(free_cone::dual_contains(x), x == 0);
    EXPECT_EQ(free_cone::project(x) - free_cone::project_dual(-x), x);  // Moreau
  }
  EXPECT_TRUE(free_cone::dual_contains(-1e-9, 1e-8));
  EXPECT_TRUE(free_cone::dual_contains(1e-9, 1e-8));
  EXPECT_FALSE(free_cone::dual_contains(-1e-7, 1e-8));
}

}  // namespace
}  // namespace signorini
