#include "signorini/dynamics/start_overlap.h"

#include <gtest/gtest.h>

#include "physics/bodies.h"
#include "signorini/base/error.h"

namespace signorini {
namespace {

/// Balls of these radii in a row, each this deep in the one before.
Model row_of_balls(const std::vector<double>& radii, const std::vector<double>& depths) {
  Model model;
  double x = 0;
  for (std::size_t k = 0; k < radii.size(); ++k) {
    if (k > 0) x += radii[k - 1] + radii[k] - depths[k - 1];
    model.bodies.push_back(test::solid(Sphere{radii[k]}, 1000, {x, 0, 0}));
  }
  return model;
}

TEST(StartOverlap, IsTheDeepestComparedWithTheThinnerBody) {
  const Model model = row_of_balls({0.5, 0.4, 0.1, 0.3}, {0.06, 0.03, 0.02});
  const Overlap overlap = start_overlap(model, Settings());
  EXPECT_EQ(overlap.body_a, 1);
  EXPECT_EQ(overlap.body_b, 2);
  EXPECT_NEAR(overlap.depth, 0.03, 1e-12);
  EXPECT_NEAR(overlap.half_width, 0.1, 1e-12);
  EXPECT_EQ(describe(overlap, model), "body 1 and body 2 overlap by 0.03 m at the start");
}

TEST(StartOverlap, IsNoneWhereNothingDoes) {
  const Overlap overlap = start_overlap(row_of_balls({0.1, 0.1}, {-0.001}), Settings());
  EXPECT_EQ(overlap.body_a, -1);
  EXPECT_FALSE(overlap.deep() || overlap.visible());
}

TEST(StartOverlap, IsVisibleFromAHundredthAndDeepFromTheHalfWidthOn) {
  const auto of_depth = [](double depth) { return start_overlap(row_of_balls({0.1, 0.1}, {depth}), Settings()); };
  EXPECT_FALSE(of_depth(0.0009).visible());
  EXPECT_TRUE(of_depth(0.0011).visible());
  EXPECT_FALSE(of_depth(0.099).deep());
  EXPECT_TRUE(of_depth(0.101).deep());
  const Model model = row_of_balls({0.1, 0.1}, {0.1});
  EXPECT_NO_THROW(require_not_deep(of_depth(0.099), model));
  EXPECT_THROW(require_not_deep(of_depth(0.101), model), InputError);
}

TEST(StartOverlap, EndsASimulationBeforeItBeginsUnlessItIsAllowed) {
  const Model model = row_of_balls({0.1, 0.1}, {0.11});
  Settings settings;
  EXPECT_THROW(Simulation(model, settings), InputError);
  settings.allow_overlap = true;
  EXPECT_NO_THROW(Simulation(model, settings));
}

}  // namespace
}  // namespace signorini
