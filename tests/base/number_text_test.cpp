#include "signorini/base/number_text.h"

#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

namespace signorini {
namespace {

TEST(ToleranceText, IsWhatPeopleWrite) {
  EXPECT_EQ(tolerance_text(1e-4), "1e-4");
  EXPECT_EQ(tolerance_text(1e-3), "1e-3");
  EXPECT_EQ(tolerance_text(1e-8), "1e-8");
  EXPECT_EQ(tolerance_text(2.5e-10), "2.5e-10");
  EXPECT_EQ(tolerance_text(0.01), "0.01");
  EXPECT_EQ(tolerance_text(0.5), "0.5");
  EXPECT_EQ(tolerance_text(1), "1");
  EXPECT_EQ(tolerance_text(1e6), "1e6");
  EXPECT_EQ(tolerance_text(INFINITY), "inf");
}

TEST(ToleranceText, KeepsEveryBit) {
  for (const double value : {1.0 / 3, 1e-300, 4.9e-324, 1.7976931348623157e308, 0.1 + 0.2})
    EXPECT_EQ(std::strtod(tolerance_text(value).c_str(), nullptr), value) << tolerance_text(value);
}

}  // namespace
}  // namespace signorini
