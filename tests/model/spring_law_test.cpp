// Spring laws: closed forms, and that the mean force times the way is the difference of the energies.
#include "signorini/model/spring_law.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace signorini {
namespace {

Spring progressive_spring() { return {.stiffness = 50, .progressive = 10}; }

/// Slack up to 0, then 10 N/m, from 1 m on falling by 4 N/m.
Spring table_spring() { return {.table = {{-2, 0}, {0, 0}, {1, 10}, {2, 6}}}; }

TEST(SpringLaw, ProgressiveForceAndEnergy) {
  const Spring spring = progressive_spring();
  EXPECT_DOUBLE_EQ(elastic_force(spring, 2), 50 * 2 + 10 * 4);
  EXPECT_DOUBLE_EQ(elastic_force(spring, -2), -(50 * 2 + 10 * 4));
  EXPECT_DOUBLE_EQ(elastic_energy(spring, 3), 0.5 * 50 * 9 + 10 * 27 / 3.0);
  EXPECT_DOUBLE_EQ(elastic_energy(spring, -3), elastic_energy(spring, 3));
}

TEST(SpringLaw, TableForceAndEnergy) {
  const Spring spring = table_spring();
  EXPECT_EQ(elastic_force(spring, -9), 0);
  EXPECT_EQ(elastic_force(spring, 0.5), 5);
  EXPECT_EQ(elastic_force(spring, 1), 10);
  EXPECT_DOUBLE_EQ(elastic_force(spring, 1.5), 8);
  EXPECT_EQ(elastic_force(spring, 7), 6);
  EXPECT_EQ(elastic_energy(spring, -1), 0);
  EXPECT_DOUBLE_EQ(elastic_energy(spring, 1), 5);
  EXPECT_DOUBLE_EQ(elastic_energy(spring, 2), 5 + 8);
  EXPECT_DOUBLE_EQ(elastic_energy(spring, 4), 5 + 8 + 12);
  // A push at rest that a shorter spring works against.
  const Spring pushing{.table = {{1, -3}, {2, -2}}};
  EXPECT_DOUBLE_EQ(elastic_energy(pushing, -2), 6);
}

TEST(SpringLaw, MeanForceTimesWayIsTheDifferenceOfEnergies) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> elongation(-3, 3);
  for (const Spring& spring : {progressive_spring(), table_spring()})
    for (int sample = 0; sample < 200; ++sample) {
      const double a = elongation(random), b = elongation(random);
      EXPECT_NEAR(mean_elastic_force(spring, a, b) * (b - a), elastic_energy(spring, b) - elastic_energy(spring, a),
                  1e-12 * 500);
      EXPECT_EQ(mean_elastic_force(spring, a, a), mean_elastic_force(spring, a, a));
      EXPECT_NEAR(mean_elastic_force(spring, a, std::nextafter(a, b)), elastic_force(spring, a), 1e-12 * 500);
    }
}

}  // namespace
}  // namespace signorini
