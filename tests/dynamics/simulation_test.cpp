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
