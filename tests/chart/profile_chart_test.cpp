#include "signorini/chart/profile_chart.h"

#include <cmath>

#include <gtest/gtest.h>

namespace signorini {
namespace {

TEST(ProfileChart, CurvesAreStairsThatRunOnToTheEdge) {
  // The first solver wins one problem and takes four times as long on the other; the second fails on that.
  const Chart chart = profile_chart("title", {"first", "second"}, {{1, 8}, {INFINITY, 2}});
  ASSERT_EQ(chart.series.size(), 2u);
  const Series &first = chart.series[0], &second = chart.series[1];
  EXPECT_EQ(first.name, "first");
  EXPECT_TRUE(first.stairs);
  EXPECT_EQ(first.x.front(), 1);
  EXPECT_EQ(first.y.front(), 0.5);
  EXPECT_EQ(first.y.back(), 1);
  EXPECT_EQ(second.y.back(), 0.5);
  EXPECT_EQ(first.x.back(), *chart.x.to);
  EXPECT_EQ(second.x.back(), *chart.x.to);
  EXPECT_GT(*chart.x.to, 4);
}

}  // namespace
}  // namespace signorini
