#include "signorini/dynamics/simulation.h"

#include <gtest/gtest.h>

#include "signorini/base/error.h"

namespace signorini {
namespace {

Model falling_ball() {
  Model model;
  model.bodies.resize(1);
  model.bodies[0].name = "ball";
  model.bodies[0].shapes = {{Sphere{0.1}, {}, 0}};
  model.bodies[0].mass = 1;
  model.bodies[0].inertia.setIdentity();
  return model;
}

Settings timed(double step, double duration) {
  Settings settings;
  settings.step = step;
  settings.duration = duration;
  return settings;
}

TEST(StepCount, IsTheNearestWholeNumberOf64Bits) {
  EXPECT_EQ(step_count(timed(0.01, 1)), 100);
  EXPECT_EQ(step_count(timed(0.01, 0.0051)), 1);
  EXPECT_EQ(step_count(timed(0.001, 3e6)), 3'000'000'000);
  EXPECT_EQ(step_count(timed(0.001, 4294967298 * 0.001)), 4'294'967'298);
  EXPECT_THROW(step_count(timed(0.01, 0.0049)), InputError);
  EXPECT_THROW(step_count(timed(1e-10, 1e10)), InputError);
  EXPECT_THROW(step_count(timed(1e-200, 1e200)), InputError);
}

TEST(Simulation, CountsStepsBeyond32Bits) {
  const Model model = falling_ball();
  Simulation simulation(model, timed(0.001, 1));
  constexpr std::int64_t many = 4'294'967'296;
  simulation.resume(many, initial_state(model), {});
  const StepRecord record = simulation.step();
  EXPECT_EQ(record.step, many + 1);
  EXPECT_EQ(simulation.steps_done(), many + 1);
  EXPECT_DOUBLE_EQ(record.state.time, 4'294'967.297);
}

/// A row of balls on a floor, the first of which hits the others.
Model balls_that_meet() {
  Model model = falling_ball();
  model.bodies[0].shapes[0] = {Plane{}, {}, 0};
  model.bodies[0].fixed = true;
  for (int k = 0; k < 4; ++k) {
    Body ball = falling_ball().bodies[0];
    ball.pose.position = {0.2 * k + (k == 0 ? -0.05 : 0), 0, 0.1};
    model.bodies.push_back(ball);
  }
  model.bodies[1].velocity = {2, 0, 0};
  return model;
}

/// As if it had not begun: the same step again gives the same bits as without the interruption.
TEST(Simulation, ACancelledStepIsNotDone) {
  const Model model = balls_that_meet();
  Settings settings = timed(0.01, 1);
  settings.law = Law::coulomb;
  Simulation undisturbed(model, settings), simulation(model, settings);
  int looks = 0, interruptions = 0;
  for (int step = 0; step < 20; ++step) {
    const State before = simulation.state();
    simulation.cancelled = [&] { return ++looks % 3 == 2; };
    const StepRecord record = simulation.step();
    if (record.status == Status::interrupted) {
      ++interruptions;
      EXPECT_TRUE(record.failed);
      EXPECT_EQ(simulation.steps_done(), step);
      EXPECT_EQ(simulation.state().v, before.v);
      EXPECT_EQ(simulation.state().time, before.time);
      simulation.cancelled = nullptr;
      simulation.step();
    }
    undisturbed.step();
    ASSERT_EQ(simulation.steps_done(), step + 1);
    ASSERT_EQ(simulation.state().v, undisturbed.state().v) << step;
    for (std::size_t k = 0; k < model.bodies.size(); ++k)
      ASSERT_EQ(simulation.state().poses[k].position, undisturbed.state().poses[k].position) << step;
  }
  EXPECT_GT(interruptions, 3);
}

TEST(Simulation, MomentaBeyondAllNumbersNameTheirBody) {
  Model model = falling_ball();
  model.bodies[0].inertia = 1e300 * Matrix3::Identity();
  model.bodies[0].angular_velocity = {0, 0, 1e10};
  model.bodies.push_back(falling_ball().bodies[0]);
  model.bodies[1].pose.position.x() = 1;
  Simulation simulation(model, timed(0.001, 1));
  const StepRecord record = simulation.step();
  EXPECT_TRUE(record.failed);
  EXPECT_EQ(record.status, Status::numerical_failure);
  EXPECT_NE(record.message.find("body 'ball' has the momentum"), std::string::npos) << record.message;
  EXPECT_NE(record.message.find("step 1"), std::string::npos) << record.message;
  model.bodies[0].name.clear();
  EXPECT_NE(Simulation(model, timed(0.001, 1)).step().message.find("body 0"), std::string::npos);
}

/// Tiny bodies, long steps and strong gravity: the search for contacts stays finite.
TEST(Simulation, ExtremeStepsSearchWithinNumbers) {
  Model model = falling_ball();
  model.bodies[0].shapes[0].geometry = Sphere{1e-250};
  model.gravity = {0, 0, -1e90};
  Simulation simulation(model, timed(1e90, 1e100));
  const StepRecord record = simulation.step();
  EXPECT_TRUE(record.failed);
  EXPECT_NE(record.message.find("body 'ball' has the"), std::string::npos) << record.message;
}

TEST(Simulation, DoesNotDoAStepToAStateThatIsNotFinite) {
  const Model model = falling_ball();
  Simulation simulation(model, timed(0.001, 1));
  simulation.step();
  State runaway = simulation.state();
  runaway.v[1] = 0.99999999e100;
  runaway.poses[0].position.y() = 0.9999999e100;
  simulation.resume(1, runaway, {});
  const StepRecord record = simulation.step();
  EXPECT_TRUE(record.failed);
  EXPECT_EQ(record.status, Status::numerical_failure);
  EXPECT_EQ(record.step, 2);
  EXPECT_NE(record.message.find("body 'ball' has the position"), std::string::npos) << record.message;
  EXPECT_NE(record.message.find("step 2"), std::string::npos) << record.message;
  EXPECT_EQ(simulation.steps_done(), 1);
  EXPECT_EQ(simulation.state().poses[0].position, runaway.poses[0].position);
  EXPECT_EQ(record.state.time, runaway.time);
}

}  // namespace
}  // namespace signorini
