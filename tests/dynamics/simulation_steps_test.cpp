// What a step does besides solving: who solves when the first solver misses, what a resumed run and an interrupted step
// leave, which contacts a step deals with, what its record says.

#include <cmath>

#include <gtest/gtest.h>

#include "dynamics/same_bits.h"
#include "physics/bodies.h"
#include "signorini/dynamics/energies.h"
#include "signorini/dynamics/simulation.h"

namespace signorini {
namespace {

using test::same_bits;
using test::settings;

/// Boxes that fall askew on each other and on a slope, one of them on a rope.
Model tumbling() {
  Model model;
  model.bodies = {test::ground(0.2)};
  for (int k = 0; k < 3; ++k) {
    model.bodies.push_back(test::solid(Box{{0.1, 0.08, 0.05}}, 500, {0.02 * k, 0.01 * k, 0.2 + 0.16 * k}));
    model.bodies.back().pose.orientation = Eigen::AngleAxisd(0.3 * k, Vector3(1, 2, 3).normalized());
    model.bodies.back().angular_velocity = {1, -2, 0.5 * k};
  }
  Joint rope;
  rope.kind = JointKind::distance;
  rope.body_b = 3;
  rope.frame_a.position = {0, 0, 0.8};
  rope.upper = 0.4;
  model.joints = {rope};
  return model;
}

TEST(SimulationSteps, GoOnFromASavedPointWithTheSameBits) {
  const Model model = tumbling();
  for (const Law law : {Law::convex, Law::coulomb}) {
    Simulation whole(model, settings(0.01, law));
    int contacts = 0;
    for (int step = 1; step <= 40; ++step) {
      Simulation part(model, settings(0.01, law));
      part.resume(whole.steps_done(), whole.state(), whole.warm_start());
      const StepRecord expected = whole.step(), found = part.step();
      ASSERT_TRUE(same_bits(expected, found)) << to_string(law) << ", step " << step;
      contacts += static_cast<int>(expected.contacts.size());
    }
    EXPECT_GT(contacts, 100);
  }
}

TEST(SimulationSteps, AnInterruptedStepLeavesNoTrace) {
  const Model model = tumbling();
  Simulation undisturbed(model, settings(0.01, Law::convex)), simulation(model, settings(0.01, Law::convex));
  int interrupted = 0;
  for (int step = 1; step <= 40; ++step) {
    const std::vector<double> joints = simulation.warm_start().joint_impulses;
    const auto contacts = simulation.warm_start().contact_impulses;
    int looks = 0;
    simulation.cancelled = [&] { return ++looks >= 2; };
    const StepRecord record = simulation.step();
    simulation.cancelled = nullptr;
    if (record.status == Status::interrupted) {
      ++interrupted;
      EXPECT_TRUE(record.failed);
      EXPECT_EQ(simulation.steps_done(), step - 1);
      EXPECT_EQ(simulation.warm_start().joint_impulses, joints);
      EXPECT_EQ(simulation.warm_start().contact_impulses, contacts);
      EXPECT_EQ(record.energies.total(), simulation.energies().total());
      ASSERT_TRUE(same_bits(simulation.step(), undisturbed.step())) << step;
    } else {
      ASSERT_TRUE(same_bits(record, undisturbed.step())) << step;
    }
  }
  EXPECT_GT(interrupted, 10);
}

/// Boxes at rest on each other, for which one sweep is not enough.
Model pile() {
  Model model;
  model.bodies = {test::ground()};
  for (int k = 0; k < 3; ++k) model.bodies.push_back(test::solid(Box{{0.1, 0.1, 0.1}}, 500, {0, 0, 0.1 + 0.2 * k}));
  return model;
}
Settings one_sweep(MissPolicy policy) {
  Settings result = settings(0.01, Law::convex);
  result.solver = "gauss-seidel";
  result.max_iterations = 1;
  result.on_miss = policy;
  result.fallback_solver = "interior-point";
  return result;
}

TEST(SimulationSteps, AMissIsTakenAsItIsOrSolvedAgainByTheFallback) {
  const Model model = pile();
  for (const MissPolicy policy : {MissPolicy::accept, MissPolicy::stop}) {
    Simulation simulation(model, one_sweep(policy));
    const StepRecord record = simulation.step();
    EXPECT_EQ(record.status, Status::iteration_limit);
    EXPECT_FALSE(record.failed);
    EXPECT_FALSE(record.message.empty());
    EXPECT_GT(record.certificate.value(), 1e-6);
    EXPECT_EQ(simulation.steps_done(), 1);
  }
  Simulation retried(model, one_sweep(MissPolicy::retry));
  const StepRecord record = retried.step();
  EXPECT_EQ(record.status, Status::solved) << record.message;
  EXPECT_EQ(record.message, "");
  EXPECT_LE(record.certificate.value(), 1e-8);
  EXPECT_EQ(certify(retried.last_problem(), retried.last_solution()).value(), record.certificate.value());
  EXPECT_LT(record.state.v.norm(), 1e-7) << "the fallback's answer moves the bodies";
}

TEST(SimulationSteps, TheFallbackIsAskedNothingWhenTheFirstHits) {
  const Model model = pile();
  Settings same = one_sweep(MissPolicy::retry);
  same.max_iterations = 0;
  same.solver = "interior-point";
  Settings alone = same;
  alone.on_miss = MissPolicy::accept;
  Simulation with(model, same), without(model, alone);
  for (int step = 0; step < 5; ++step) ASSERT_TRUE(same_bits(with.step(), without.step()));
}

TEST(SimulationSteps, ACancelledStepIsNotGivenToTheFallback) {
  const Model model = pile();
  Simulation simulation(model, one_sweep(MissPolicy::retry));
  simulation.cancelled = [] { return true; };
  const StepRecord record = simulation.step();
  EXPECT_EQ(record.status, Status::interrupted);
  EXPECT_TRUE(record.failed);
  EXPECT_EQ(simulation.steps_done(), 0);
}

TEST(SimulationSteps, WhatRestsIsRecognisedByItsOldImpulses) {
  const Model model = pile();
  Settings warm = settings(0.01, Law::convex);
  warm.solver = "apgd";
  Settings cold = warm;
  cold.warm_start = false;
  Simulation with(model, warm), without(model, cold);
  int with_iterations = 0, without_iterations = 0;
  for (int step = 0; step < 10; ++step) {
    with_iterations += with.step().iterations;
    without_iterations += without.step().iterations;
  }
  EXPECT_LT(4 * with_iterations, without_iterations);
}

/// The first ball hits the second, which touches nothing within the margin and moves nowhere before that; within the
/// same step it reaches the third.
TEST(SimulationSteps, ABodyThatIsHitDoesNotPassThroughTheNext) {
  Model model;
  model.gravity.setZero();
  for (const double x : {0.0, 0.21, 0.43}) model.bodies.push_back(test::solid(Sphere{0.1}, 1000, {x, 0, 0}));
  model.bodies[0].velocity = {10, 0, 0};
  Settings fast = settings(0.01, Law::convex);
  fast.margin = 1e-3;
  Simulation simulation(model, fast);
  const StepRecord record = simulation.step();
  EXPECT_EQ(record.contacts.size(), 2u);
  const auto x = [&](int body) { return record.state.poses[body].position.x(); };
  EXPECT_GT(x(1) - x(0), 0.2 - 1e-8);
  EXPECT_GT(x(2) - x(1), 0.2 - 1e-8);
  EXPECT_NEAR(linear_momentum(model, record.state).x(), 10 * model.bodies[0].mass, 1e-9);
}

TEST(SimulationSteps, TheRecordSaysWhereTheStepEndsAndHowDeepItBegan) {
  Model model;
  model.bodies = {test::ground(), test::solid(Sphere{0.1}, 1000, {0, 0, 0.097})};
  model.bodies[1].velocity = {0, 0, 2};
  Simulation simulation(model, settings(0.01, Law::convex));
  const StepRecord record = simulation.step();
  EXPECT_NEAR(record.deepest_penetration, 0.003, 1e-12);
  const double speed = 2 - 0.0981, height = 0.097 + 0.01 * (2 + speed) / 2, mass = model.bodies[1].mass;
  EXPECT_NEAR(record.state.v[2], speed, 1e-9);
  EXPECT_NEAR(record.state.poses[1].position.z(), height, 1e-9);
  EXPECT_EQ(record.state.time, 0.01);
  EXPECT_NEAR(record.energies.kinetic, 0.5 * mass * speed * speed, 1e-8);
  EXPECT_NEAR(record.energies.potential, mass * 9.81 * height, 1e-8);
  EXPECT_EQ(record.energies.total(), simulation.energies().total());
}

}  // namespace
}  // namespace signorini
