#include "signorini/base/team.h"

#include <gtest/gtest.h>

namespace signorini {
namespace {

TEST(Team, DoesEveryPartOnceWhateverTheNumberOfThreads) {
  for (const int threads : {1, 2, 5}) {
    Team team(threads);
    EXPECT_EQ(team.threads(), threads);
    for (int round = 0; round < 300; ++round) {
      const int parts = round % 7;
      std::vector<int> visits(7, 0);
      team.run(parts, [&](int part) { ++visits[static_cast<std::size_t>(part)]; });
      for (int part = 0; part < 7; ++part)
        EXPECT_EQ(visits[static_cast<std::size_t>(part)], part < parts ? 1 : 0) << threads << " threads";
    }
  }
}

TEST(Team, SeesWhatTheLastRoundWrote) {
  Team team(3);
  std::vector<double> values(6, 1.0), sums(6, 0.0);
  for (int round = 0; round < 50; ++round) {
    team.run(6, [&](int part) { values[static_cast<std::size_t>(part)] += 1; });
    team.run(6, [&](int part) {
      for (const double value : values) sums[static_cast<std::size_t>(part)] += value;
    });
  }
  double expected = 0;
  for (int round = 0; round < 50; ++round) expected += 6 * (round + 2);
  for (const double sum : sums) EXPECT_EQ(sum, expected);
}

}  // namespace
}  // namespace signorini
