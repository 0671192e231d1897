#include "signorini/dynamics/motion_fault.h"

#include <limits>

#include <gtest/gtest.h>

#include "physics/bodies.h"
#include "signorini/dynamics/simulation.h"

namespace signorini {
namespace {

struct MotionFault : testing::Test {
  Model model;
  State state;
  MotionFault() {
    model.bodies = {test::ground(), test::solid(Sphere{0.1}, 1000, {0, 0, 1}),
                    test::solid(Sphere{0.1}, 1000, {1, 0, 1})};
    model.bodies[2].name = "ball";
    state = initial_state(model);
  }
};

TEST_F(MotionFault, IsNoneUpToTheLargestQuantity) {
  EXPECT_EQ(motion_fault(model, state), "");
  state.v.setConstant(-1e100);
  state.poses[1].position.setConstant(1e100);
  EXPECT_EQ(motion_fault(model, state), "");
}

TEST_F(MotionFault, NamesTheFirstBodyAndWhatIsWrong) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  State bad = state;
  bad.v[7] = -2e100;
  EXPECT_EQ(motion_fault(model, bad), "body 'ball' has the velocity (0, -2e+100, 0) m/s");
  bad.v[5] = none;
  EXPECT_EQ(motion_fault(model, bad), "body 1 has the angular velocity (0, 0, nan) rad/s");
  bad = state;
  bad.poses[2].position.x() = INFINITY;
  EXPECT_EQ(motion_fault(model, bad), "body 'ball' has the position (inf, 0, 1) m");
  bad = state;
  bad.poses[1].orientation.y() = none;
  EXPECT_EQ(motion_fault(model, bad), "body 1 has the orientation (0, nan, 0) (x, y, z)");
}

TEST_F(MotionFault, OfFixedBodiesDoesNotMatter) {
  state.poses[0].position.x() = INFINITY;
  EXPECT_EQ(motion_fault(model, state), "");
}

/// A light ball on a spring so stiff that its mass is lost in rounding: M of the step is not positive definite.
Model lost_in_rounding(double stiffness) {
  Model model;
  model.bodies = {test::solid(Box{{0.05, 0.1, 0.15}}, 1000, {0, 0, 0}),
                  test::solid(Sphere{0.01}, 1000, {0, 0.3, -0.5})};
  model.bodies[1].name = "ball";
  Spring spring;
  spring.body_a = 0;
  spring.body_b = 1;
  spring.point_a = {0, 0, 0.01};
  spring.point_b = {0, 0.005, 0};
  spring.stiffness = stiffness;
  spring.length = (Vector3(0, 0.305, -0.5) - spring.point_a).norm();
  model.springs = {spring};
  return model;
}

TEST(StepWithoutAnswer, IsNotDoneWhateverThePolicy) {
  for (const MissPolicy policy : {MissPolicy::relax, MissPolicy::retry, MissPolicy::accept, MissPolicy::stop}) {
    Settings settings = test::settings(0.01, Law::convex);
    settings.on_miss = policy;
    Simulation simulation(lost_in_rounding(1e20), settings);
    const StepRecord record = simulation.step();
    EXPECT_TRUE(record.failed);
    EXPECT_EQ(record.status, Status::numerical_failure);
    // h² k / 4m times the square of the direction's z, (0.51² / (0.305² + 0.51²))
    EXPECT_NE(record.message.find("not positive definite"), std::string::npos) << record.message;
    EXPECT_NE(record.message.find("body 'ball' is held 4.4e+17 times as firmly"), std::string::npos) << record.message;
    EXPECT_EQ(simulation.steps_done(), 0);
    EXPECT_EQ(simulation.state().v, Vector::Zero(12));
  }
}

TEST(StepWithoutAnswer, HasOneInPieces) {
  Settings settings = test::settings(0.01, Law::convex);
  const auto failed = [&](double stiffness) {
    Simulation simulation(lost_in_rounding(stiffness), settings);
    return simulation.step().failed;
  };
  const double stiffness = 1e20;
  EXPECT_TRUE(failed(stiffness));
  settings.accuracy = 1e-4;
  EXPECT_FALSE(failed(stiffness));
}

}  // namespace
}  // namespace signorini
