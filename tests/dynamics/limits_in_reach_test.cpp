// Limits of joints that a step cannot reach are no rows of it; those that it can reach hold.
#include "signorini/dynamics/limits_in_reach.h"

#include <cmath>

#include <gtest/gtest.h>

#include "physics/bodies.h"
#include "signorini/problem/certificate.h"

namespace signorini {
namespace {

/// A bar that hangs level from a hinge about y in the world's origin; it falls with a growing angle.
Model level_bar() {
  Model model;
  model.bodies = {test::solid(Box{{0.5, 0.05, 0.05}}, 800, {0.25, 0, 0})};
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::revolute;
  hinge.body_b = 0;
  hinge.frame_a.orientation = hinge.frame_b.orientation =
      Quaternion::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitY());
  hinge.frame_b.position = {-0.25, 0, 0};
  model.joints = {hinge};
  return model;
}

TEST(LimitsInReach, FarOnesChangeNothing) {
  const Model free = level_bar();
  Model limited = free;
  limited.joints[0].lower = -3.1;
  limited.joints[0].upper = 3.1;
  Simulation a(free, test::settings(0.005, Law::convex)), b(limited, test::settings(0.005, Law::convex));
  for (int step = 0; step < 50; ++step) {
    const StepRecord record = b.step();
    ASSERT_EQ(a.step().state.v, record.state.v) << "step " << step;
    ASSERT_EQ(b.last_problem().cones.positive, 0);
  }
  EXPECT_GT(std::abs(b.coordinate(0)), 0.5);
}

TEST(LimitsInReach, FarOnesDoNotBlindTheCertificate) {
  Model model = level_bar();
  Simulation free(model, test::settings(0.005, Law::convex));
  model.joints[0].upper = 1;
  Simulation limited(model, test::settings(0.005, Law::convex));
  free.step(), limited.step();
  EXPECT_LT(velocity_scale(limited.last_problem()), 1) << "200 rad/s with the limit";
  EXPECT_EQ(velocity_scale(limited.last_problem()), velocity_scale(free.last_problem()));
}

TEST(LimitsInReach, ABlowDrivesNothingPastALimit) {
  for (const double at : {0.02, 0.1, 0.3}) {
    Model model = level_bar();
    model.joints[0].upper = at;
    Simulation simulation(model, test::settings(0.005, Law::convex));
    AppliedForce blow;  // from rest far past the limit within the step
    blow.body = 0;
    blow.force = {0, 0, -4e5};
    const StepRecord record = simulation.step({.forces = {blow}});
    EXPECT_EQ(record.status, Status::solved) << record.message;
    EXPECT_EQ(simulation.last_problem().cones.positive, 1);
    for (int step = 0; step < 5; ++step) {
      EXPECT_LT(simulation.coordinate(0), (1 + 1e-3) * at);
      simulation.step();
    }
    EXPECT_NEAR(simulation.coordinate(0), at, 1e-3 * at) << "neither past it nor short of it";
  }
}

TEST(LimitsInReach, ABarComesToRestOnItsLimit) {
  Model model = level_bar();
  model.joints[0].lower = -1;
  model.joints[0].upper = 0.5;
  Simulation simulation(model, test::settings(0.005, Law::convex));
  for (int step = 0; step < 200; ++step) {
    Simulation resumed(model, test::settings(0.005, Law::convex));
    resumed.resume(simulation.steps_done(), simulation.state(), simulation.warm_start());
    const StepRecord record = simulation.step();
    ASSERT_EQ(resumed.step().state.v, record.state.v) << "step " << step;
    ASSERT_EQ(simulation.warm_start().joint_impulses.size(), 7u) << "five of the hinge and two limits, in every step";
  }
  EXPECT_NEAR(simulation.coordinate(0), 0.5, 1e-9);
  EXPECT_LT(simulation.state().v.norm(), 1e-9);
  EXPECT_GT(simulation.warm_start().joint_impulses[6], 0) << "the upper limit carries it";
}

TEST(LimitsInReach, ImpulsesFindTheirRows) {
  ConstraintRows rows;
  for (const std::size_t place : {0, 1}) {
    rows.free.emplace_back();
    rows.free.back().place = place;
  }
  rows.beyond.resize(1);
  rows.beyond[0].place = 2;
  rows.positive.resize(1);
  rows.positive[0].place = 3;
  const std::vector<double> all = impulses_of_every_row(rows, {1, 2, 3});
  EXPECT_EQ(all, (std::vector<double>{1, 2, 0, 3}));
  EXPECT_EQ(impulses_of(rows, all), (std::vector<double>{1, 2, 3}));
  EXPECT_TRUE(impulses_of(rows, {1, 2, 3}).empty()) << "of another model";
}

}  // namespace
}  // namespace signorini
