#include "signorini/chart/performance_profile.h"

#include <limits>

#include <gtest/gtest.h>

namespace signorini {
namespace {

constexpr double failed = std::numeric_limits<double>::infinity();
using Numbers = std::vector<double>;

/// Four problems; the second is a tie, the third is solved by one only, the last by nobody.
const std::vector<Numbers> times = {{1, 2, failed, failed}, {3, 2, 5, failed}, {10, 4, failed, failed}};

TEST(PerformanceProfile, RatiosAreToTheFastestOfEachProblem) {
  EXPECT_EQ(performance_ratios(times),
            (std::vector<Numbers>{{1, 1, failed, failed}, {3, 1, 1, failed}, {10, 2, failed, failed}}));
}

TEST(PerformanceProfile, SharesCountTiesAndFailures) {
  const auto profiles = performance_profiles(times);
  ASSERT_EQ(profiles.size(), 3u);
  EXPECT_EQ(profiles[0].ratio, (Numbers{1}));  // wins two of four and solves no more
  EXPECT_EQ(profiles[0].share, (Numbers{0.5}));
  EXPECT_EQ(profiles[1].ratio, (Numbers{1, 3}));
  EXPECT_EQ(profiles[1].share, (Numbers{0.5, 0.75}));
  EXPECT_EQ(profiles[2].ratio, (Numbers{1, 2, 10}));  // never the fastest
  EXPECT_EQ(profiles[2].share, (Numbers{0, 0.25, 0.5}));
}

TEST(PerformanceProfile, NeitherZeroSecondsNorNotANumberSpoilTheRest) {
  EXPECT_EQ(performance_ratios({{0, 1}, {0, std::numeric_limits<double>::quiet_NaN()}}),
            (std::vector<Numbers>{{1, 1}, {1, failed}}));
}

TEST(PerformanceProfile, StandsWithoutProblems) {
  EXPECT_TRUE(performance_profiles({}).empty());
  EXPECT_EQ(performance_profiles({{}})[0].share, (Numbers{0}));
}

TEST(PerformanceProfile, MedianLeavesFailuresOut) {
  EXPECT_EQ(median_ratio({3, failed, 1}), 2);
  EXPECT_EQ(median_ratio({4, 1, 2}), 2);
  EXPECT_EQ(median_ratio({failed}), std::nullopt);
}

}  // namespace
}  // namespace signorini
