// Forces that a step reports, against closed forms and the balance of momentum.
#include "signorini/dynamics/reactions.h"

#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "physics/bodies.h"
#include "signorini/math/random.h"

namespace signorini {
namespace {

using test::ground;
using test::settings;
using test::solid;

constexpr double g = 9.81;

void expect_near(const Vector3& value, const Vector3& expected, double tolerance) {
  EXPECT_LE((value - expected).norm(), tolerance) << value.transpose() << " instead of " << expected.transpose();
}

/// A rod of 2 kg that turns about the world's y through the origin; its end with the centre of mass is 0.4 m away, at
/// `angle` below the horizontal. Frames have z along the axis and stand at `twist` about it.
constexpr double rod_mass = 2, rod_arm = 0.4;
Model rod_on_hinge(double angle, double twist) {
  Model model;
  Body rod;
  rod.mass = rod_mass;
  rod.inertia = Vector3(0.01, 0.03, 0.02).asDiagonal();
  rod.pose = {{rod_arm * std::cos(angle), 0, -rod_arm * std::sin(angle)},
              Quaternion(Eigen::AngleAxisd(angle, Vector3::UnitY()))};
  const Quaternion axis = Quaternion::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitY()) *
                          Quaternion(Eigen::AngleAxisd(twist, Vector3::UnitZ()));
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::revolute;
  hinge.body_b = 0;
  hinge.frame_a = {Vector3::Zero(), axis};
  hinge.frame_b = {{-rod_arm, 0, 0}, axis};
  model.bodies = {rod};
  model.joints = {hinge};
  return model;
}

TEST(JointForces, OfAHangingBodyAreItsWeightInTheFrameOfTheJoint) {
  const double twist = 0.7;
  Simulation simulation(rod_on_hinge(M_PI / 2, twist), settings(0.01, Law::convex, 1e-12));
  for (int k = 0; k < 5; ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.joints.size(), 1u);
    const JointForce& joint = record.joints[0];
    expect_near(joint.force, {0, 0, rod_mass * g}, 1e-9);
    // The body is turned by 90 degrees about y: up is its -x. Frame b has its z along the body's y and its x along the
    // body's x, but for the twist.
    expect_near(joint.local_force, {-rod_mass * g * std::cos(twist), rod_mass * g * std::sin(twist), 0}, 1e-9);
    expect_near(joint.local_torque, Vector3::Zero(), 1e-9);
    EXPECT_NEAR(joint.coordinate, M_PI / 2, 1e-12);
    EXPECT_NEAR(joint.speed, 0, 1e-12);
  }
}

TEST(JointForces, OfAMotorThatTurnsARodEvenly) {
  constexpr double speed = 3, h = 1e-3;
  Model model = rod_on_hinge(0, 0);
  model.joints[0].motor = Motor{Motor::Drives::speed, ConstantMotion{speed}};
  model.bodies[0].angular_velocity = {0, speed, 0};
  model.bodies[0].velocity = {0, 0, -speed * rod_arm};
  Simulation simulation(model, settings(h, Law::convex, 1e-12));
  for (int k = 0; k < 200; ++k) {
    const StepRecord record = simulation.step();
    const JointForce& joint = record.joints[0];
    const double angle = speed * (k + 0.5) * h;  // in the middle of the step; positive is downwards
    EXPECT_NEAR(joint.motor, -rod_mass * g * rod_arm * std::cos(angle), 1e-4) << k;
    EXPECT_NEAR(joint.local_torque.z(), joint.motor, 1e-9) << "the axis is frame b's z";
    // Along the rod: against the centrifugal force and the weight.
    EXPECT_NEAR(joint.local_force.x(), -rod_mass * (speed * speed * rod_arm + g * std::sin(angle)), 1e-4) << k;
    EXPECT_NEAR(joint.local_force.z(), 0, 1e-9) << k;
    EXPECT_NEAR(joint.coordinate, speed * (k + 1) * h, 1e-9);
    EXPECT_NEAR(joint.speed, speed, 1e-6);
  }
}

TEST(JointForces, HaveNoCoordinateWhereTheKindHasNone) {
  Model model = rod_on_hinge(M_PI / 2, 0);
  model.joints[0].kind = JointKind::spherical;
  Simulation simulation(model, settings(0.01, Law::convex));
  const StepRecord record = simulation.step();
  EXPECT_TRUE(std::isnan(record.joints[0].coordinate));
  EXPECT_TRUE(std::isnan(record.joints[0].speed));
}

TEST(JointForces, TellTheSpeedOfASlider) {
  Model model;
  model.gravity.setZero();
  Body cart = solid(Box{{0.1, 0.1, 0.1}}, 1000, {0.3, 0, 0});
  cart.velocity = {0.5, 0, 0};
  model.bodies = {cart};
  Joint rail;
  rail.kind = JointKind::prismatic;
  rail.body_b = 0;
  rail.frame_a.orientation = rail.frame_b.orientation = Quaternion::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitX());
  model.joints = {rail};
  Simulation simulation(model, settings(0.01, Law::convex));
  const StepRecord record = simulation.step();
  EXPECT_NEAR(record.joints[0].coordinate, 0.305, 1e-12);
  EXPECT_NEAR(record.joints[0].speed, 0.5, 1e-12);
}

TEST(SpringForces, OfABodyAtRestAreItsWeight) {
  constexpr double stiffness = 500, length = 1;
  Model model;
  model.bodies = {solid(Sphere{0.1}, 1000, {0, 0, 0})};
  const double weight = model.bodies[0].mass * g;
  model.bodies[0].pose.position.z() = -length - weight / stiffness;
  model.springs = {{.body_b = 0, .stiffness = stiffness, .damping = 2, .length = length}};
  Simulation simulation(model, settings(0.01, Law::convex, 1e-12));
  for (int k = 0; k < 20; ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.springs.size(), 1u);
    EXPECT_NEAR(record.springs[0].tension, weight, 1e-9);
    EXPECT_NEAR(record.springs[0].elongation, weight / stiffness, 1e-12);
  }
}

/// With the damper, whatever the motion: m (v⁺ - v) = h (tension - weight).
TEST(SpringForces, AreWhatChangesTheMomentum) {
  constexpr double h = 0.01;
  Model model;
  model.bodies = {solid(Sphere{0.1}, 1000, {0, 0, -1.3})};
  model.springs = {{.body_b = 0, .stiffness = 800, .damping = 20, .length = 1}};
  Simulation simulation(model, settings(h, Law::convex, 1e-12));
  const double mass = model.bodies[0].mass;
  for (int k = 0; k < 50; ++k) {
    const double before = simulation.state().v[2];
    const StepRecord record = simulation.step();
    EXPECT_NEAR(mass * (record.state.v[2] - before), h * (record.springs[0].tension - mass * g), 1e-8) << k;
    EXPECT_NEAR(record.springs[0].elongation, -record.state.poses[0].position.z() - 1, 1e-12);
  }
}

TEST(TorsionForces, HoldAgainstAnAppliedTorque) {
  constexpr double stiffness = 4, torque = 1.2;
  Model model;
  model.gravity.setZero();
  model.bodies = {solid(Box{{0.1, 0.1, 0.1}}, 1000, Vector3::Zero())};
  model.bodies[0].pose.orientation = Eigen::AngleAxisd(0.1 + torque / stiffness, Vector3::UnitZ());
  model.forces = {{.body = 0, .torque = {0, 0, torque}}};
  model.torsion_springs = {{.body_b = 0, .stiffness = stiffness, .angle = 0.1}};
  Simulation simulation(model, settings(0.01, Law::convex, 1e-12));
  for (int k = 0; k < 5; ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.torsion_springs.size(), 1u);
    EXPECT_NEAR(record.torsion_springs[0].angle, torque / stiffness, 1e-9);
    EXPECT_NEAR(record.torsion_springs[0].torque, torque, 1e-9);
  }
}

TEST(BushingForces, CarryAWeightAlongTheAxesOfTheFrameOnA) {
  constexpr double stiffness = 1e4;
  Model model;
  model.bodies = {solid(Box{{0.1, 0.1, 0.1}}, 1000, Vector3::Zero())};
  const double weight = model.bodies[0].mass * 9.81;
  Bushing bushing{.body_b = 0};
  // The x of its frames points up.
  bushing.frame_a.orientation = bushing.frame_b.orientation =
      Quaternion::FromTwoVectors(Vector3::UnitX(), Vector3::UnitZ());
  bushing.stiffness = {stiffness, 3 * stiffness, 5 * stiffness};
  bushing.turn_stiffness = Vector3::Constant(100);
  bushing.frame_a.position.z() = weight / stiffness;
  model.bushings = {bushing};
  Simulation simulation(model, settings(0.01, Law::convex, 1e-12));
  for (int k = 0; k < 5; ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.bushings.size(), 1u);
    EXPECT_LE((record.bushings[0].elongation - Vector3(-weight / stiffness, 0, 0)).norm(), 1e-9);
    EXPECT_LE((record.bushings[0].force - Vector3(-weight, 0, 0)).norm(), 1e-6);
    EXPECT_LE(record.bushings[0].turn.norm() + record.bushings[0].torque.norm(), 1e-9);
  }
}

TEST(PairForces, OfABoxOnThePlaneAreItsWeight) {
  for (const bool box_first : {false, true}) {
    const Vector3 place(0.5, -0.25, 0.1);
    Model model;
    model.bodies = {ground(), solid(Box{{0.2, 0.15, 0.1}}, 1000, place)};
    const double weight = model.bodies[1].mass * g;
    if (box_first) std::swap(model.bodies[0], model.bodies[1]);
    Simulation simulation(model, settings(0.01, Law::convex, 1e-12));
    for (int k = 0; k < 10; ++k) {
      const StepRecord record = simulation.step();
      ASSERT_EQ(record.pairs.size(), 1u);
      const PairForce& pair = record.pairs[0];
      EXPECT_EQ(pair.body_a, 0);
      EXPECT_EQ(pair.body_b, 1);
      EXPECT_EQ(pair.contacts, static_cast<int>(record.contacts.size()));
      const Vector3 on_box(0, 0, weight);
      expect_near(pair.force, box_first ? Vector3(-on_box) : on_box, 1e-6);
      // About the box's centre there is none; about the plane's origin the box presses where it stands.
      expect_near(pair.torque, box_first ? Vector3(-place.cross(on_box)) : Vector3::Zero(), 1e-6);
    }
  }
}

/// Balls that roll and bump into each other: for each of them the forces and torques of its pairs, each taken from the
/// other side with the opposite sign, are what changes its momentum and spin.
TEST(PairForces, AreWhatChangesMomentumAndSpin) {
  constexpr double h = 0.005;
  constexpr int balls = 6;
  Model model;
  Random random(7);
  for (int k = 0; k < balls; ++k) {
    model.bodies.push_back(solid(Sphere{0.1}, 1000, {0.21 * k, 0.02 * (k % 2), 0.1 + 0.05 * (k % 3)}));
    for (double& v : model.bodies.back().velocity) v = random.uniform(-0.5, 0.5);
    for (double& w : model.bodies.back().angular_velocity) w = random.uniform(-5, 5);
  }
  model.bodies.insert(model.bodies.begin() + 2, ground());
  Simulation simulation(model, settings(h, Law::convex, 1e-12));
  const std::vector<int> places = velocity_places(model);
  std::size_t most_pairs = 0;
  for (int step = 0; step < 60; ++step) {
    const State before = simulation.state();
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.status, Status::solved);
    most_pairs = std::max(most_pairs, record.pairs.size());
    std::vector<Vector3> force(model.bodies.size(), Vector3::Zero()), torque = force;
    for (std::size_t p = 0; p < record.pairs.size(); ++p) {
      const PairForce& pair = record.pairs[p];
      if (p > 0) {
        const PairForce& before_it = record.pairs[p - 1];
        EXPECT_LT(std::pair(before_it.body_a, before_it.body_b), std::pair(pair.body_a, pair.body_b));
      }
      const Vector3 apart = before.poses[pair.body_b].position - before.poses[pair.body_a].position;
      force[pair.body_b] += pair.force, torque[pair.body_b] += pair.torque;
      force[pair.body_a] -= pair.force, torque[pair.body_a] -= pair.torque + apart.cross(pair.force);
    }
    for (std::size_t k = 0; k < model.bodies.size(); ++k) {
      if (places[k] < 0) continue;
      const Body& ball = model.bodies[k];
      const Vector3 gained = ball.mass * (record.state.v - before.v).segment<3>(places[k]) / h;
      expect_near(force[k] + ball.mass * model.gravity, gained, 1e-6);
      const Vector3 spun = ball.inertia(0, 0) * (record.state.v - before.v).segment<3>(places[k] + 3) / h;
      expect_near(before.poses[k].orientation.conjugate() * torque[k], spun, 1e-6);
    }
  }
  EXPECT_GE(most_pairs, 4u) << "too few to tell";
}

}  // namespace
}  // namespace signorini
