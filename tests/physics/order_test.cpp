// Smooth motion is of second order, keeps its energy at long steps, and closes its books.
#include <cmath>

#include <gtest/gtest.h>

#include "physics/bodies.h"
#include "signorini/dynamics/simulation.h"

namespace signorini {
namespace {

using namespace test;

Joint hinge(int body_a, int body_b, const Vector3& place, const Model& model) {
  Joint joint;
  joint.kind = JointKind::revolute;
  joint.body_a = body_a;
  joint.body_b = body_b;
  const Pose frame{place, Quaternion::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitY())};
  joint.frame_a = body_a < 0 ? frame : model.bodies[body_a].pose.inverse() * frame;
  joint.frame_b = model.bodies[body_b].pose.inverse() * frame;
  return joint;
}

/// Links from the origin, at an angle to the vertical; the last is `load` kg heavier.
Model chain(int links, double length, double mass, double load, double angle) {
  Model model;
  const Vector3 down(std::sin(angle), 0, -std::cos(angle));
  for (int k = 0; k < links; ++k) {
    Body link;
    link.mass = mass + (k + 1 == links ? load : 0);
    const double slender = link.mass * length * length / 12;
    link.inertia = Vector3(slender, slender, slender / 4).asDiagonal();
    link.pose = {(k + 0.5) * length * down, Quaternion::FromTwoVectors(-Vector3::UnitZ(), down)};
    model.bodies.push_back(link);
    model.joints.push_back(hinge(k - 1, k, k * length * down, model));
  }
  return model;
}

Vector3 end_of_pendulum(double step) {
  Simulation simulation(chain(2, 1, 1, 0, 1.5), settings(step, Law::convex, 1e-12));
  for (int k = 0; k < std::lround(1 / step); ++k) simulation.step();
  return simulation.state().poses[1].position;
}

TEST(Order, OfADoublePendulumIsTwo) {
  const Vector3 coarse = end_of_pendulum(4e-3), middle = end_of_pendulum(2e-3), fine = end_of_pendulum(1e-3);
  EXPECT_NEAR((coarse - middle).norm() / (middle - fine).norm(), 4, 0.2);
}

/// The load turns the light links back in a small part of the step.
TEST(Chain, WithAHeavyLoadKeepsItsEnergyAtLongSteps) {
  for (const double step : {0.002, 0.01}) {
    const Model model = chain(20, 0.1, 0.5, 1000, M_PI / 6);
    Simulation simulation(model, settings(step, Law::convex));
    const double start = simulation.energies().total(), at_hand = 1000 * 9.81 * 2 * (1 - std::cos(M_PI / 6));
    for (int k = 0; k < 100; ++k) {
      const StepRecord record = simulation.step();
      ASSERT_EQ(record.status, Status::solved);
      ASSERT_LE(record.unsettled, 1e-9) << "step " << k + 1 << " after " << record.repeats;
      ASSERT_LE(record.joint_drift, 1e-12);
      ASSERT_LE(std::abs(record.changes.unexplained), 1e-8 * at_hand) << "step " << k + 1;
      ASSERT_NEAR(record.energies.total(), start, 1e-4 * at_hand) << "step " << k + 1;
    }
    EXPECT_GT(simulation.energies().kinetic, 0.01 * at_hand);
  }
}

TEST(Spring, OfAnyStiffnessKeepsItsEnergy) {
  for (const double stiffness : {10.0, 1e4, 1e6}) {
    Model model;
    model.bodies = {solid(Sphere{0.1}, 1000, {0, 0.1, -1})};
    model.springs = {{.body_a = -1, .body_b = 0, .point_b = {0.05, 0, 0}, .stiffness = stiffness, .length = 1}};
    Simulation simulation(model, settings(0.01, Law::convex));
    const double start = simulation.energies().total();
    const double scale = simulation.energies().elastic + model.bodies[0].mass * 9.81;
    for (int k = 0; k < 200; ++k) ASSERT_LE(simulation.step().unsettled, 1e-8) << stiffness << ", step " << k;
    EXPECT_NEAR(simulation.energies().total(), start, 1e-6 * scale) << stiffness;
  }
}

/// A box that is pushed over a rough floor.
TEST(Ledger, HasEachPartInItsPlace) {
  Model model;
  model.materials[0].friction = 0.3;
  model.bodies = {ground(), solid(Box{{0.1, 0.1, 0.1}}, 1000, {0, 0, 0.1})};
  const double weight = model.bodies[1].mass * 9.81;
  model.forces = {{.body = 1, .force = {weight, 0, 0}}};
  Simulation simulation(model, settings(0.001, Law::coulomb));
  EnergyChanges sum;
  for (int k = 0; k < 200; ++k) sum += simulation.step().changes;
  const double way = simulation.state().poses[1].position.x();
  EXPECT_NEAR(way, 0.5 * 0.7 * 9.81 * 0.2 * 0.2, 1e-6);
  EXPECT_NEAR(sum.forces, weight * way, 1e-6 * weight * way);
  EXPECT_NEAR(sum.friction, -0.3 * weight * way, 1e-6 * weight * way);
  EXPECT_NEAR(sum.unexplained, 0, 1e-9 * weight * way);
  EXPECT_NEAR(sum.impacts + sum.stabilisation, 0, 1e-6 * weight * way);
}

TEST(Ledger, AnImpactTakesWhatRestitutionLeaves) {
  Model model;
  model.materials[0].restitution = 0.5;
  model.gravity.setZero();
  model.bodies = {ground(), solid(Sphere{0.1}, 1000, {0, 0, 0.15})};
  model.bodies[1].velocity = {0, 0, -2};
  const double mass = model.bodies[1].mass;
  Simulation simulation(model, settings(0.001, Law::convex));
  EnergyChanges sum;
  for (int k = 0; k < 100; ++k) sum += simulation.step().changes;
  EXPECT_NEAR(sum.impacts, -0.5 * mass * (4 - 1), 1e-6 * mass);
  EXPECT_NEAR(sum.unexplained, 0, 1e-9 * mass);
}

TEST(JointForces, HoldAPendulumAtItsLowestPoint) {
  Model model = chain(1, 1, 2, 0, 0);
  model.bodies[0].velocity = {1.5, 0, 0};
  model.bodies[0].angular_velocity = model.bodies[0].pose.orientation.conjugate() * Vector3(0, -3, 0);
  Simulation simulation(model, settings(1e-4, Law::convex, 1e-12));
  const StepRecord record = simulation.step();
  // Weight and m v²/r with r = 0.5 m; the torque of a hinge in the plane of the motion is nothing.
  EXPECT_LT((record.joints[0].force - Vector3(0, 0, 2 * 9.81 + 2 * 1.5 * 1.5 / 0.5)).norm(), 1e-2);
  EXPECT_LT(record.joints[0].torque.norm(), 1e-6);
  EXPECT_LT((record.joints[0].torque_on_a + record.joints[0].torque).norm(), 1e-6);
}

}  // namespace
}  // namespace signorini
