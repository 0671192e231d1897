// Joints and free rotation against reference solutions.

#include <gtest/gtest.h>

#include "bodies.h"
#include "signorini/dynamics/energies.h"

namespace signorini {
namespace {

using namespace test;

constexpr double g = 9.81;

TEST(Pendulum, FollowsTheReferenceSolution) {
  // A rod of length 1 m that turns about its end: θ'' = -(3 g / 2 l) sin θ.
  constexpr double length = 1, start = 1.0;
  Model model;
  Body rod = solid(Box{{0.01, 0.01, length / 2}}, 1000, Vector3::Zero());
  rod.pose.orientation = Eigen::AngleAxisd(start, Vector3::UnitY());
  rod.pose.position = rod.pose.orientation * Vector3(0, 0, -length / 2);
  model.bodies = {rod};
  const Quaternion z_to_y(Eigen::AngleAxisd(-M_PI / 2, Vector3::UnitX()));
  model.joints = {{.name = "hinge",
                   .kind = JointKind::revolute,
                   .body_a = -1,
                   .body_b = 0,
                   .frame_a = {Vector3::Zero(), rod.pose.orientation * z_to_y},
                   .frame_b = {Vector3(0, 0, length / 2), z_to_y}}};
  const Settings s = settings(0.0005, Law::convex, 1e-10);
  Simulation simulation(model, s);

  const double inertia = rod.inertia(1, 1) + rod.mass * length * length / 4;
  const auto acceleration = [&](double angle) { return -rod.mass * g * length / 2 * std::sin(angle) / inertia; };
  double angle = start, speed = 0;
  constexpr int substeps = 20;
  for (int k = 0; k < steps_in(2, s); ++k) {
    ASSERT_EQ(simulation.step().status, Status::solved);
    const double h = s.step / substeps;
    for (int i = 0; i < substeps; ++i) {  // velocity Verlet
      speed += 0.5 * h * acceleration(angle);
      angle += h * speed;
      speed += 0.5 * h * acceleration(angle);
    }
  }
  const Vector3 tip = simulation.state().poses[0].position;
  EXPECT_NEAR(tip.x(), -length / 2 * std::sin(angle), 2e-3);
  EXPECT_NEAR(tip.z(), -length / 2 * std::cos(angle), 2e-3);
}

TEST(SliderCrank, FollowsItsGeometryUnderAMotor) {
  constexpr double crank_length = 0.1, rod_length = 0.3, speed = 5;
  Model model;
  Body crank = solid(Box{{crank_length / 2, 0.01, 0.01}}, 1000, {crank_length / 2, 0, 0});
  Body rod = solid(Box{{rod_length / 2, 0.01, 0.01}}, 1000, {crank_length + rod_length / 2, 0, 0});
  Body slider = solid(Box{{0.02, 0.02, 0.02}}, 1000, {crank_length + rod_length, 0, 0});
  model.bodies = {crank, rod, slider};
  const auto hinge = [](int a, int b, const Vector3& in_a, const Vector3& in_b) {
    return Joint{.name = "hinge",
                 .kind = JointKind::revolute,
                 .body_a = a,
                 .body_b = b,
                 .frame_a = {in_a, Quaternion::Identity()},
                 .frame_b = {in_b, Quaternion::Identity()}};
  };
  Joint driven = hinge(-1, 0, Vector3::Zero(), {-crank_length / 2, 0, 0});
  driven.motor = Motor{Motor::Drives::speed, ConstantMotion{speed}};
  const Quaternion z_to_x(Eigen::AngleAxisd(M_PI / 2, Vector3::UnitY()));
  model.joints = {driven, hinge(0, 1, {crank_length / 2, 0, 0}, {-rod_length / 2, 0, 0}),
                  hinge(1, 2, {rod_length / 2, 0, 0}, Vector3::Zero()),
                  Joint{.name = "guide",
                        .kind = JointKind::point_on_line,
                        .body_a = -1,
                        .body_b = 2,
                        .frame_a = {Vector3::Zero(), z_to_x}}};
  const Settings s = settings(0.001, Law::convex, 1e-10);
  Simulation simulation(model, s);
  for (int k = 1; k <= steps_in(3, s); ++k) {
    ASSERT_EQ(simulation.step().status, Status::solved) << "step " << k;
    if (k % 100 != 0) continue;
    const double angle = speed * simulation.state().time;
    const double expected = crank_length * std::cos(angle) +
                            std::sqrt(rod_length * rod_length - std::pow(crank_length * std::sin(angle), 2));
    EXPECT_NEAR(simulation.state().poses[2].position.x(), expected, 1e-4) << "at " << simulation.state().time << " s";
  }
}

TEST(FreeRotation, KeepsAngularMomentumAndEnergy) {
  Model model;
  model.gravity.setZero();
  model.bodies = {solid(Box{{0.1, 0.2, 0.3}}, 1000, Vector3::Zero())};
  model.bodies[0].angular_velocity = {0.1, 5, 0.2};  // about the middle axis: it tumbles
  const Settings s = settings(0.001, Law::convex);
  Simulation simulation(model, s);
  const Vector3 before = angular_momentum(model, simulation.state());
  const double energy = simulation.energies().kinetic;
  for (int k = 0; k < steps_in(10, s); ++k) simulation.step();
  const Vector3 after = angular_momentum(model, simulation.state());
  EXPECT_NEAR(after.norm(), before.norm(), 1e-10 * before.norm());
  EXPECT_LE((after - before).norm(), 0.01 * before.norm());
  EXPECT_NEAR(simulation.energies().kinetic, energy, 1e-10 * energy);
}

TEST(Simulation, TheSameStartGivesTheSameBits) {
  Model model;
  model.bodies = {ground()};
  for (int k = 0; k < 12; ++k)
    model.bodies.push_back(solid(Sphere{0.05}, 1000, {0.02 * (k % 3), 0.01 * (k % 4), 0.05 + 0.12 * k}));
  const Settings s = settings(0.01, Law::convex);
  Simulation whole(model, s), first(model, s), second(model, s);
  for (int k = 0; k < 120; ++k) whole.step();
  for (int k = 0; k < 57; ++k) first.step();
  second.resume(first.steps_done(), first.state(), first.warm_start());
  for (int k = 57; k < 120; ++k) second.step();
  EXPECT_EQ(whole.state().v, second.state().v);
  for (std::size_t k = 0; k < whole.state().poses.size(); ++k)
    EXPECT_EQ(whole.state().poses[k].position, second.state().poses[k].position);
}

TEST(Simulation, SettingsThatMakeNoSenseAreNamed) {
  Model model;
  model.bodies = {ground()};
  Settings s = settings(0, Law::convex);
  try {
    Simulation simulation(model, s);
    FAIL() << "a step of 0 was accepted";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("step is 0"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace signorini
