// What rests has velocities of exactly zero and stays where it is to the last bit, until something moves it; what moves
// slowly, or only begins to, is not taken for what rests.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "dynamics/rest_scenes.h"
#include "dynamics/same_bits.h"
#include "print_names.h"

namespace signorini {
namespace {

using namespace test;

constexpr double g = 9.81;
const auto name_of_law = [](const auto& law) { return std::string(to_string(law.param)); };

void do_steps(Simulation& simulation, int steps) {
  for (int k = 0; k < steps; ++k) ASSERT_EQ(simulation.step().status, Status::solved) << "step " << k + 1;
}

/// The velocities of a body.
Vector velocity(const Simulation& simulation, int body) {
  return simulation.state().v.segment<6>(velocity_places(simulation.model())[body]);
}

class Rest : public testing::TestWithParam<Law> {};

TEST_P(Rest, KeepsEveryBitForHundredsOfStepsWithoutIterations) {
  Simulation simulation(at_rest(), usual(GetParam()));
  do_steps(simulation, 100);
  const State settled = simulation.state();
  for (int k = 0; k < 300; ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.iterations, 0) << "step " << record.step;
    ASSERT_TRUE(record.state.v.isZero(0)) << "step " << record.step << ": " << record.state.v.transpose();
    ASSERT_TRUE(same_places(record.state, settled)) << "step " << record.step;
  }
}

/// What a simulation knows of its last step saves work, and changes no bit: one that is made anew before each step, and
/// knows nothing, does the same. Forces come and go.
TEST_P(Rest, IsTheSameWithoutMemoryOfTheLastStep) {
  const Settings settings = usual(GetParam());
  Simulation simulation(at_rest(), settings);
  for (int k = 0; k < 140; ++k) {
    Simulation anew(at_rest(), settings);
    anew.resume(simulation.steps_done(), simulation.state(), simulation.warm_start());
    StepInputs inputs;
    if (k >= 100 && k < 110) inputs.forces = {{.body = 1, .force = {k < 105 ? 1.0 : 200.0, 0, 0}}};
    const StepRecord record = simulation.step(inputs), same = anew.step(inputs);
    ASSERT_TRUE(same_bits(record, same)) << "step " << k + 1;
    ASSERT_EQ(record.certificate.value(), same.certificate.value()) << "step " << k + 1;
    ASSERT_EQ(record.energies.total(), same.energies.total()) << "step " << k + 1;
    ASSERT_EQ(record.pairs.size(), same.pairs.size()) << "step " << k + 1;
    if (k == 109) {
      EXPECT_GT(velocity(simulation, 1).norm(), 0) << "pushed";
    }
  }
}

TEST_P(Rest, EndsWhereABodyIsPutElsewhere) {
  Simulation simulation(at_rest(), usual(GetParam()));
  do_steps(simulation, 100);
  ASSERT_TRUE(simulation.state().v.isZero(0));
  Pose lifted = simulation.state().poses[1];
  lifted.position.z() += 0.1;
  simulation.set_body(1, lifted, Vector3::Zero(), Vector3::Zero());
  simulation.step();
  EXPECT_LT(velocity(simulation, 1)[2], -0.5 * g * 0.01) << "falls";
}

bool names_both(const StepRecord& record, int body, int other) {
  return std::any_of(record.pairs.begin(), record.pairs.end(),
                     [&](const PairForce& pair) { return pair.body_a == body && pair.body_b == other; });
}

/// To the last bit while the pusher is out of reach, and to the digits of a solve while it is near and does not touch.
TEST_P(Rest, OfAHeapEndsWhenItIsPushedAndNotBefore) {
  for (const double rail : {0.0, 0.3}) {
    SCOPED_TRACE(rail);
    Simulation simulation(pusher_and_stacks(rail), usual(GetParam()));
    do_steps(simulation, 40);
    const State settled = simulation.state();
    int out_of_reach = 0;
    while (simulation.state().time < pusher_touch - 0.015) {
      const StepRecord record = simulation.step();
      const bool near = names_both(record, 1, 7);
      out_of_reach += near ? 0 : 1;
      const double speed = record.state.v.head<36>().cwiseAbs().maxCoeff();
      if (near)
        ASSERT_LT(speed, 1e-6) << "step " << record.step;
      else
        ASSERT_TRUE(speed == 0 && (record.step <= 50 || record.state.v[36] > 0)) << speed << ", step " << record.step;
    }
    EXPECT_GE(out_of_reach, 10);
    do_steps(simulation, 50);
    EXPECT_GT(simulation.state().poses[1].position.x() - settled.poses[1].position.x(), 0.1) << "pushed";
    for (int body = 4; body <= 6; ++body) {
      EXPECT_TRUE(same_bits(simulation.state().poses[body].position, settled.poses[body].position)) << "out of reach";
      EXPECT_TRUE(velocity(simulation, body).isZero(0)) << "out of reach";
    }
  }
}

constexpr double friction = 0.5;
/// A flat box on a plane whose slope has so many times the tangent of the angle of friction.
Model on_a_slope(double share) {
  const double slope = std::atan(share * friction);
  Model model;
  model.materials[0].friction = friction;
  model.bodies = {ground(slope), box({0.1, 0.1, 0.02}, {0, 0, 0})};
  model.bodies[1].pose.orientation = model.bodies[0].pose.orientation;
  model.bodies[1].pose.position = model.bodies[0].pose.orientation * Vector3(0, 0, 0.02);
  return model;
}

TEST_P(Rest, OnASlopeEndsAtTheAngleOfFriction) {
  Simulation below(on_a_slope(0.95), usual(GetParam()));
  do_steps(below, 50);
  const State settled = below.state();
  EXPECT_TRUE(settled.v.isZero(0)) << settled.v.transpose();
  do_steps(below, 200);
  EXPECT_TRUE(same_places(below.state(), settled));

  Simulation above(on_a_slope(1.01), usual(GetParam()));
  do_steps(above, 100);
  const double slope = std::atan(1.01 * friction), acceleration = g * 0.01 * friction * std::cos(slope);
  EXPECT_NEAR(above.state().v.head<3>().norm(), acceleration * 1, 0.1 * acceleration);
}

INSTANTIATE_TEST_SUITE_P(Laws, Rest, testing::Values(Law::convex, Law::coulomb), name_of_law);

class SlowMotion : public testing::TestWithParam<Law> {};

TEST_P(SlowMotion, FallingBeginsWithTheFirstStep) {
  Model model = at_rest();
  model.bodies.push_back(solid(Sphere{0.1}, 1000, {0, 0, 10}));
  Simulation simulation(model, usual(GetParam()));
  for (int k = 1; k <= 50; ++k) {
    do_steps(simulation, 1);
    EXPECT_NEAR(simulation.state().v.tail<6>()[2], -g * 0.01 * k, 1e-12);
  }
}

TEST_P(SlowMotion, APendulumGoesOnFromItsTurningPoint) {
  constexpr double length = 1, start = 0.1;
  Model model = at_rest();
  model.bodies.push_back(solid(Sphere{0.01}, 1000, {length * std::sin(start), 0, 5 - length * std::cos(start)}));
  Joint rod;
  rod.kind = JointKind::spherical;
  rod.body_b = static_cast<int>(model.bodies.size()) - 1;
  rod.frame_a.position = {0, 0, 5};
  rod.frame_b.position = {-length * std::sin(start), 0, length * std::cos(start)};
  model.joints = {rod};
  Simulation simulation(model, usual(GetParam()));
  int turns = 0;
  double before = 0;
  for (int k = 1; k <= 500; ++k) {
    do_steps(simulation, 1);
    const double speed = velocity(simulation, rod.body_b)[0];
    EXPECT_NE(speed, 0);
    turns += before * speed < 0 ? 1 : 0;
    before = speed;
  }
  const double half_period = M_PI * std::sqrt(length / g);
  EXPECT_EQ(turns, static_cast<int>(5 / half_period));
}

TEST_P(SlowMotion, ABallRollsOnAtAMillimetreASecond) {
  constexpr double radius = 0.05, speed = 1e-3;
  Model model;
  model.bodies = {ground(), solid(Sphere{radius}, 1000, {0, 0, radius})};
  model.bodies[1].velocity = {speed, 0, 0};
  model.bodies[1].angular_velocity = {0, speed / radius, 0};
  Simulation simulation(model, usual(GetParam()));
  do_steps(simulation, 500);
  EXPECT_NEAR(simulation.state().v[0], speed, 0.01 * speed);
  EXPECT_NEAR(simulation.state().poses[1].position.x(), 5 * speed, 0.05 * speed);
}

/// Also where no axis of the world is along the plane, so that in each equation of motion large impulses cancel.
TEST_P(SlowMotion, ASmallForceMovesWhatNothingHolds) {
  for (const bool askew : {false, true})
    for (const double share : {1e-2, 1e-3, 1e-4, 1e-5}) {
      Model model;
      model.materials[0].friction = 0;
      model.bodies = {ground(), box({0.1, 0.1, 0.1}, {0, 0, 0.1})};
      if (askew) {
        const Quaternion turn(Eigen::AngleAxisd(0.8, Vector3(1, 2, 0.5).normalized()));
        for (Body& body : model.bodies) body.pose = {turn * body.pose.position, turn * body.pose.orientation};
        model.gravity = turn * model.gravity;
      }
      const Vector3 along = model.bodies[1].pose.orientation * Vector3::UnitX();
      model.forces = {{.body = 1, .force = share * g * model.bodies[1].mass * along}};
      Simulation simulation(model, usual(GetParam()));
      do_steps(simulation, 100);
      EXPECT_NEAR(simulation.state().v.head<3>().dot(along), share * g, 0.05 * share * g)
          << (askew ? "askew, " : "") << share << " of its weight";
    }
}

INSTANTIATE_TEST_SUITE_P(Laws, SlowMotion, testing::Values(Law::convex, Law::coulomb), name_of_law);

}  // namespace
}  // namespace signorini
