// Forces and motor targets of single steps, solvers given as objects, a model that the simulation owns.
#include "signorini/dynamics/step_inputs.h"

#include <cmath>

#include <gtest/gtest.h>

#include "signorini/base/error.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/solver/interior_point/interior_point.h"

namespace signorini {
namespace {

constexpr double h = 0.01;

Settings timed() {
  Settings settings;
  settings.step = h;
  return settings;
}

/// A box in free space, and a hinge that holds it to the world where asked.
Model box_in_space() {
  Model model;
  model.gravity.setZero();
  Body box{.name = "box"};
  box.shapes = {{Box{{0.1, 0.2, 0.3}}}};
  set_mass_from_shapes(box, 1000);
  model.bodies = {box, Body{.name = "wall", .fixed = true}};
  return model;
}

Model box_on_a_hinge(Motor motor) {
  Model model = box_in_space();
  Joint hinge{.name = "hinge", .kind = JointKind::revolute, .body_a = -1, .body_b = 0};
  hinge.motor = std::move(motor);
  model.joints = {hinge};
  return model;
}

/// The same bits as a force of the model, for as many steps as it is given, and none afterwards.
TEST(StepInputs, ForcesActLikeThoseOfTheModelForOneStep) {
  Model pushed = box_in_space();
  pushed.bodies[0].pose.orientation = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized());
  Simulation by_inputs(pushed, timed());
  const AppliedForce force{.body = 0, .force = {1, -2, 3}, .torque = {0.3, 0.2, -0.1}, .point = {0.1, 0, 0.2}};
  pushed.forces = {force};
  Simulation by_model(pushed, timed());
  for (int k = 0; k < 10; ++k) {
    by_inputs.step({.forces = {force}});
    by_model.step();
  }
  EXPECT_TRUE(by_inputs.state().v.isApprox(by_model.state().v, 1e-14));
  EXPECT_GT(by_inputs.energies().kinetic, 0);
  const Vector3 before = by_inputs.state().v.head<3>();
  by_inputs.step();
  EXPECT_LT((by_inputs.state().v.head<3>() - before).norm(), 1e-15);
}

/// Places move with the velocity at the end of a step: F·Δx is what the kinetic energy gains, but for ½ m |Δv|² a step.
TEST(StepInputs, TheWorkOfAForceBecomesEnergy) {
  Simulation simulation(box_in_space(), timed());
  const Vector3 force(4, 0, 0);
  const double mass = simulation.model().bodies[0].mass;
  for (int k = 0; k < 50; ++k) simulation.step({.forces = {{.body = 0, .force = force}}});
  const double work = force.dot(simulation.state().poses[0].position);
  EXPECT_NEAR(simulation.energies().kinetic, work, 1e-12);
  EXPECT_NEAR(simulation.state().v[0], 50 * h * 4 / mass, 1e-14);
}

TEST(StepInputs, APositionMotorReachesItsTarget) {
  Simulation simulation(box_on_a_hinge({Motor::Drives::position, ConstantMotion{0}}), timed());
  for (const double target : {0.01, 0.05, 0.02, -0.03}) {
    simulation.step({.motors = {{.joint = 0, .value = target}}});
    EXPECT_NEAR(simulation.coordinate(0), target, 1e-9);
  }
  simulation.step();
  EXPECT_NEAR(simulation.coordinate(0), 0, 1e-9);
}

/// More than a full turn by targets; then the model's speed goes on from there, also after a resume.
TEST(StepInputs, ASpeedMotorGoesOnFromWhereItsTargetsHaveLed) {
  Simulation simulation(box_on_a_hinge({Motor::Drives::speed, ConstantMotion{-1}}), timed());
  double expected = 0;
  for (int k = 0; k < 200; ++k) {
    simulation.step({.motors = {{.joint = 0, .value = 5}}});
    expected += h * 5;
    ASSERT_NEAR(std::remainder(simulation.coordinate(0) - expected, 2 * EIGEN_PI), 0, 1e-8) << k;
    ASSERT_NEAR(simulation.state().v[5], 5, 1e-6) << k;
  }
  Simulation resumed(box_on_a_hinge({Motor::Drives::speed, ConstantMotion{-1}}), timed());
  resumed.resume(simulation.steps_done(), simulation.state(), simulation.warm_start(), simulation.motor_shifts());
  for (Simulation* one : {&simulation, &resumed}) {
    one->step();
    EXPECT_NEAR(one->state().v[5], -1, 1e-6);
  }
  EXPECT_EQ(simulation.state().v, resumed.state().v);
}

/// Another body is pushed to a speed beyond all numbers.
TEST(StepInputs, AStepThatIsNotDoneLeavesTheMotorsWhereTheyWere) {
  Model model = box_on_a_hinge({Motor::Drives::speed, ConstantMotion{0}});
  model.bodies.push_back({.name = "dust", .mass = 1e-9, .inertia = Matrix3::Identity()});
  Simulation simulation(model, timed());
  const StepRecord record =
      simulation.step({.forces = {{.body = 2, .force = {1e100, 0, 0}}}, .motors = {{.joint = 0, .value = 5}}});
  ASSERT_TRUE(record.failed);
  EXPECT_EQ(simulation.motor_shifts(), std::vector<double>{0});
}

std::string complaint(const Model& model, const StepInputs& inputs) {
  Simulation simulation(model, timed());
  try {
    simulation.step(inputs);
  } catch (const InputError& error) {
    EXPECT_EQ(simulation.steps_done(), 0);
    return error.what();
  }
  return "";
}

TEST(StepInputs, WhatIsWrongIsNamed) {
  const Model model = box_on_a_hinge({Motor::Drives::speed, ConstantMotion{0}});
  EXPECT_EQ(complaint(model, {.forces = {{.body = 7}}}), "step inputs: forces[0].body is 7, but there are 2 bodies");
  EXPECT_EQ(complaint(model, {.forces = {{.body = 1}}}), "step inputs: forces[0] acts on body 'wall', which is fixed");
  EXPECT_EQ(complaint(model, {.forces = {{.body = 0, .torque = {0, NAN, 0}}}}),
            "step inputs: forces[0].torque on body 'box' is (0, nan, 0), expected finite numbers of at most 1e100");
  EXPECT_EQ(complaint(model, {.motors = {{.joint = 1}}}), "step inputs: motors[0].joint is 1, but there are 1 joints");
  EXPECT_EQ(complaint(model, {.motors = {{.joint = 0, .value = INFINITY}}}),
            "step inputs: motors[0].value for joint 'hinge' is inf, expected a finite number of at most 1e100");
  EXPECT_EQ(complaint(model, {.motors = {{.joint = 0}, {.joint = 0}}}),
            "step inputs: motors[1] drives joint 0, which another one drives too");
  Model still = model;
  still.joints[0].motor.reset();
  EXPECT_EQ(complaint(still, {.motors = {{.joint = 0}}}),
            "step inputs: motors[0] drives joint 'hinge', which has no motor");
}

TEST(Simulation, OwnsItsModelAndCanBeMoved) {
  Simulation simulation = [] { return Simulation(box_in_space(), timed()); }();
  Simulation moved = std::move(simulation);
  moved.step({.forces = {{.body = body_index(moved.model(), "box"), .force = {1, 0, 0}}}});
  EXPECT_EQ(moved.steps_done(), 1);
  EXPECT_THROW(body_index(moved.model(), "bix"), InputError);
  EXPECT_THROW(moved.coordinate(0), InputError);
}

/// A box on the floor, by a solver made with options of its own.
TEST(Simulation, TakesASolverObject) {
  Model model = box_in_space();
  model.gravity = {0, 0, -9.81};
  model.bodies[1].shapes = {{Plane{}, {{0, 0, -0.3}, Quaternion::Identity()}}};
  Simulation by_object(model, timed(), std::make_unique<InteriorPoint>(InteriorPointOptions{.correctors = 0}));
  Settings named = timed();
  named.solver = "interior-point";
  named.solver_options = {{"correctors", "0"}};
  Simulation by_name(model, named);
  for (int k = 0; k < 5; ++k) {
    EXPECT_EQ(by_object.step().status, Status::solved);
    by_name.step();
  }
  EXPECT_EQ(by_object.state().v, by_name.state().v);

  EXPECT_THROW(Simulation(model, timed(), nullptr), InputError);
  EXPECT_THROW(Simulation(model, named, std::make_unique<InteriorPoint>()), InputError);
}

}  // namespace
}  // namespace signorini
