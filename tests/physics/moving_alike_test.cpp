// Bodies that touch and move alike: their free relative velocities are rounding, and nothing is to be done.

#include <gtest/gtest.h>

#include "bodies.h"
#include "print_names.h"

namespace signorini {
namespace {

using namespace test;

class MovingAlike : public testing::TestWithParam<Law> {};

TEST_P(MovingAlike, StackedBoxesFallTogether) {
  for (const int boxes : {2, 5}) {
    Model model;
    for (int k = 0; k < boxes; ++k) model.bodies.push_back(solid(Box{{0.05, 0.05, 0.05}}, 1000, {0, 0, 10 + 0.1 * k}));
    Simulation simulation(model, settings(0.01, GetParam()));
    for (int k = 0; k < 50; ++k) {
      const StepRecord record = simulation.step();
      ASSERT_EQ(record.status, Status::solved) << "step " << k + 1 << ": " << record.certificate.value();
      ASSERT_LE(record.iterations, 10);
    }
    const double speed = simulation.state().v[2];
    EXPECT_NEAR(speed, -9.81 * 0.5, 1e-9);
    for (int k = 1; k < boxes; ++k) EXPECT_NEAR(simulation.state().v[6 * k + 2], speed, 1e-9);
  }
}

TEST_P(MovingAlike, BallsThatTouchSwingTogether) {
  // A row of balls on strings, all let go at the same angle.
  constexpr int balls = 4;
  constexpr double radius = 0.02, length = 0.3, angle = 0.5;
  Model model;
  model.materials[0].friction = 0.3;
  for (int k = 0; k < balls; ++k) {
    const double hook = 2 * radius * k;
    model.bodies.push_back(
        solid(Sphere{radius}, 7800, {hook - length * std::sin(angle), 0, -length * std::cos(angle)}));
    Joint string;
    string.kind = JointKind::distance;
    string.body_b = k;
    string.frame_a.position = {hook, 0, 0};
    string.length = length;
    model.joints.push_back(string);
  }
  Simulation simulation(model, settings(0.002, GetParam()));
  for (int k = 0; k < 300; ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.status, Status::solved) << "step " << k + 1 << ": " << record.certificate.value();
    ASSERT_LE(record.iterations, 1000) << "step " << k + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, MovingAlike, testing::Values(Law::convex, Law::coulomb),
                         [](const auto& law) { return std::string(to_string(law.param)); });

}  // namespace
}  // namespace signorini
