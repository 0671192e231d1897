// Impacts against what mechanics textbooks say.

#include <cmath>

#include <gtest/gtest.h>

#include "bodies.h"

namespace signorini {
namespace {

using namespace test;

constexpr double g = 9.81;

Material elastic(double restitution, double friction = 0) { return {"ball", friction, restitution, 0}; }

/// Balls of one kilogram in a row along x that touch each other, without gravity.
Model balls_in_a_row(const std::vector<double>& velocities, double restitution) {
  constexpr double radius = 0.02;
  Model model;
  model.gravity.setZero();
  model.materials[0] = elastic(restitution);
  for (std::size_t k = 0; k < velocities.size(); ++k) {
    Body ball = solid(Sphere{radius}, 1000, {2 * radius * static_cast<double>(k), 0, 0});
    ball.inertia /= ball.mass;
    ball.mass = 1;
    ball.velocity = {velocities[k], 0, 0};
    model.bodies.push_back(ball);
  }
  return model;
}

TEST(Cradle, AsManyBallsFlyOffAsCameIn) {
  for (std::size_t in = 1; in <= 3; ++in) {
    std::vector<double> velocities(5, 0.0);
    for (std::size_t k = 0; k < in; ++k) velocities[k] = 1;
    Simulation simulation(balls_in_a_row(velocities, 1), settings(0.001, Law::convex));
    for (int k = 0; k < 20; ++k) EXPECT_NEAR(simulation.step().changes.unexplained, 0, 1e-13);
    for (std::size_t k = 0; k < 5; ++k)
      EXPECT_NEAR(simulation.state().v[static_cast<Eigen::Index>(6 * k)], k < 5 - in ? 0 : 1, 1e-12)
          << "ball " << k << " of " << in;
  }
}

TEST(Cradle, SimultaneousImpactsAreShared) {
  Settings s = settings(0.001, Law::convex);
  s.impact = ImpactRule::simultaneous;
  Simulation simulation(balls_in_a_row({1, 0, 0}, 1), s);
  for (int k = 0; k < 5; ++k) simulation.step();
  EXPECT_NEAR(simulation.state().v[0], -1.0 / 3, 1e-12);
  EXPECT_NEAR(simulation.state().v[6], 2.0 / 3, 1e-12);
  EXPECT_NEAR(simulation.state().v[12], 2.0 / 3, 1e-12);
}

TEST(HeadOn, VelocitiesPartByTheRestitution) {
  for (const double e : {0.1, 0.5, 0.9, 1.0})
    for (const double mass : {0.01, 1.0, 300.0}) {
      Model model = balls_in_a_row({1.3, -0.4}, e);
      model.bodies[1].mass = mass;
      Simulation simulation(model, settings(0.001, Law::convex));
      const StepRecord record = simulation.step();
      EXPECT_NEAR((simulation.state().v[6] - simulation.state().v[0]) / 1.7, e, 1e-12);
      EXPECT_NEAR(simulation.state().v[0] + mass * simulation.state().v[6], 1.3 - 0.4 * mass, 1e-12 * (1 + mass));
      EXPECT_EQ(record.impacts, 1);
      ASSERT_EQ(record.contacts.size(), 1u);
      EXPECT_NEAR(record.impulses[0].x(), 1.3 - simulation.state().v[0], 1e-12);
    }
}

// A small ball on a large one, dropped: it flies off much faster than it came.
TEST(DroppedPair, TheUpperBallFliesOff) {
  constexpr double below = 0.6, above = 0.06, lower_radius = 0.05, upper_radius = 0.02;
  for (const double e : {1.0, 0.8}) {
    Model model;
    model.gravity.setZero();
    model.materials[0] = elastic(e);
    model.bodies = {ground(), solid(Sphere{lower_radius}, 1000, {0, 0, lower_radius}),
                    solid(Sphere{upper_radius}, 1000, {0, 0, 2 * lower_radius + upper_radius})};
    model.bodies[1].mass = below, model.bodies[2].mass = above;
    model.bodies[1].velocity = model.bodies[2].velocity = {0, 0, -1};
    Simulation simulation(model, settings(0.001, Law::convex));
    simulation.step();
    EXPECT_NEAR(simulation.state().v[8], (below * e * (2 + e) - above) / (below + above), 1e-12);
  }
}

/// What the first ball gets, sideways and in spin, when it hits the floor (`balls` = 1) or its twin at rest.
struct Oblique {
  double normal, sideways, spin;
};
Oblique oblique(int balls, double sideways, Law law) {
  constexpr double radius = 0.1;
  Model model;
  model.gravity.setZero();
  model.materials[0] = elastic(0.5, 0.2);
  Body ball = solid(Sphere{radius}, 1000, {0, 0, radius});
  ball.inertia = 0.4 * radius * radius * Matrix3::Identity();
  ball.mass = 1;
  Body floor = ground();
  if (balls == 2) {
    floor = ball;
    floor.pose.position.z() = -radius;
  }
  ball.velocity = {sideways, 0, -1};
  model.bodies = {floor, ball};
  Simulation simulation(model, settings(0.001, law));
  const StepRecord record = simulation.step();
  EXPECT_NEAR(record.changes.unexplained, 0, 1e-13);
  EXPECT_NEAR(record.energies.kinetic - 0.5 * (1 + sideways * sideways),
              record.changes.impacts + record.changes.friction, 1e-13);
  const Vector v = simulation.state().v.tail<6>();
  EXPECT_NEAR(record.impulses[0].z(), v[2] + 1, 1e-12);
  EXPECT_NEAR(record.impulses[0].x(), v[0] - sideways, 1e-12);
  return {v[2] + 1, sideways - v[0], v[4]};
}

TEST(ObliqueImpact, SlipsOrSticks) {
  for (const Law law : {Law::convex, Law::coulomb}) {
    const Oblique slips = oblique(2, 3, law), sticks = oblique(2, 0.5, law);
    EXPECT_NEAR(slips.normal, 0.75, 1e-12);
    EXPECT_NEAR(slips.sideways, 0.15, 1e-12);
    EXPECT_NEAR(slips.spin, 3.75, 1e-10);
    EXPECT_NEAR(sticks.sideways, 0.5 / 7, 1e-12);
    EXPECT_NEAR(sticks.spin, 1.785714, 1e-6);
    EXPECT_NEAR(oblique(1, 3, law).sideways, 0.2 * 1.5, 1e-12);
    EXPECT_NEAR(oblique(1, 0.5, law).sideways, 2.0 / 7 * 0.5, 1e-12);
  }
}

// Galperin 2003: the digits of π, in whatever steps.
TEST(HeavyBallDrivesALightOneToAWall, BouncesCountDigitsOfPi) {
  for (const auto& [ratio, bounces] : {std::pair{1.0, 3}, {100.0, 31}, {1e4, 314}})
    for (const double step : {0.05, 0.002}) {
      Model model;
      model.gravity.setZero();
      model.materials[0] = elastic(1);
      model.bodies = {ground(), solid(Sphere{0.05}, 1000, {0, 0, 0.1}), solid(Sphere{0.1}, 1000, {0, 0, 0.4})};
      model.bodies[1].mass = 1;
      model.bodies[2].mass = ratio;
      model.bodies[2].velocity = {0, 0, -1};
      Settings s = settings(step, Law::frictionless);
      s.restitution_threshold = 0;
      Simulation simulation(model, s);
      int count = 0;
      for (int k = 0; k < steps_in(0.6, s); ++k) {
        const StepRecord record = simulation.step();
        count += record.impacts;
        EXPECT_EQ(record.impacts_cut_off, 0);
      }
      EXPECT_EQ(count, bounces) << ratio << " at steps of " << step;
      EXPECT_NEAR(simulation.energies().kinetic, 0.5 * ratio, 1e-10 * ratio);
    }
}

TEST(Bounce, AnElasticBallKeepsItsEnergy) {
  Model model;
  model.materials[0] = elastic(1);
  model.bodies = {ground(), solid(Sphere{0.05}, 1000, {0, 0, 1.05})};
  const Settings s = settings(0.005, Law::convex, 1e-10);
  Simulation simulation(model, s);
  const double start = simulation.energies().total();
  int bounces = 0;
  for (int k = 0; k < steps_in(10, s); ++k) bounces += simulation.step().impacts;
  EXPECT_GE(bounces, 10);
  EXPECT_NEAR(simulation.energies().total() / start, 1, 1e-12);
}

TEST(Bounce, TheSeriesEndsInTimeAndAfterItsWay) {
  constexpr double e = 0.8, radius = 0.05, height = 1;
  Model model;
  model.materials[0] = elastic(e);
  model.bodies = {ground(), solid(Sphere{radius}, 1000, {0, 0, radius + height})};
  Settings s = settings(0.001, Law::convex);
  s.restitution_threshold = 0.02;
  Simulation simulation(model, s);
  double way = 0, last = height, end = 0;
  for (int k = 0; k < steps_in(5, s); ++k) {
    const StepRecord record = simulation.step();
    const double z = simulation.state().poses[1].position.z() - radius;
    way += std::abs(z - last);
    last = z;
    if (record.impacts > 0) end = simulation.state().time;
  }
  const double time = std::sqrt(2 * height / g) * (1 + e) / (1 - e), path = height * (1 + e * e) / (1 - e * e);
  EXPECT_NEAR(end, time, 0.01 * time);
  EXPECT_NEAR(way, path, 0.01 * path);
  EXPECT_NEAR(last, 0, 1e-6);
}

/// A rack of balls and the cue ball before it, on the line y = 0.
Model break_shot(double friction, double gap) {
  constexpr double radius = 0.028575;
  Model model;
  model.gravity.setZero();
  model.materials[0] = elastic(0.95, friction);
  Body cue = solid(Sphere{radius}, 1700, {-2 * radius - 0.003, 0, 0});
  cue.velocity = {8, 0, 0};
  model.bodies = {cue};
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column <= row; ++column) {
      const double distance = 2 * radius + gap;
      model.bodies.push_back(
          solid(Sphere{radius}, 1700, {row * distance * std::sqrt(3) / 2, (column - 0.5 * row) * distance, 0}));
    }
  return model;
}

TEST(BreakShot, IsAsSymmetricAsTheRackAndMakesNoEnergy) {
  for (const double gap : {0.0, 0.0001})
    for (const double friction : {0.0, 0.06}) {
      const Model model = break_shot(friction, gap);
      Simulation simulation(model, settings(0.001, Law::convex));
      double energy = simulation.energies().kinetic;
      const double start = energy, mass = model.bodies[0].mass;
      for (int k = 0; k < 20; ++k) {
        const StepRecord record = simulation.step();
        EXPECT_LE(record.energies.kinetic, energy * (1 + 1e-9));
        EXPECT_NEAR(record.changes.unexplained, 0, 1e-9 * start);
        energy = record.energies.kinetic;
      }
      EXPECT_LT(energy, 0.97 * start);
      const Vector& v = simulation.state().v;
      Vector3 momentum = Vector3::Zero();
      for (Eigen::Index k = 0; k < v.size(); k += 6) momentum += mass * v.segment<3>(k);
      EXPECT_LT((momentum - Vector3(8 * mass, 0, 0)).norm(), 1e-9 * mass);
      Eigen::Index first = 6;
      for (int row = 0; row < 5; first += 6 * ++row)
        for (int column = 0; column <= row; ++column) {
          const Vector3 here = v.segment<3>(first + 6 * column), there = v.segment<3>(first + 6 * (row - column));
          EXPECT_LT((here - Vector3(there.x(), -there.y(), there.z())).norm(), 1e-6)
              << row << ", " << column << ", gap " << gap << ", friction " << friction;
        }
    }
}

// Two balls on a bar, hit along it: joints pass the impact on within it.
TEST(JointedRow, TakesAnImpactAsOneBody) {
  Model model = balls_in_a_row({1, 0, 0}, 1);
  model.bodies[2].pose.position.x() += 0.1;
  model.joints.push_back({.name = "bar", .kind = JointKind::distance, .body_a = 1, .body_b = 2, .length = 0.14});
  Simulation simulation(model, settings(0.001, Law::convex, 1e-12));
  const StepRecord record = simulation.step();
  EXPECT_NEAR(simulation.state().v[0], -1.0 / 3, 1e-10);
  EXPECT_NEAR(simulation.state().v[6], 2.0 / 3, 1e-10);
  EXPECT_NEAR(simulation.state().v[12], 2.0 / 3, 1e-10);
  EXPECT_NEAR(record.joints[0].force.x() * 0.001, 2.0 / 3, 1e-10) << "the bar's mean force in the step";
  EXPECT_LT(record.joint_drift, 1e-12);
  EXPECT_NEAR(record.changes.unexplained, 0, 1e-12);
}

TEST(JointLimits, DoNotBounce) {
  Model model;
  model.materials[0] = elastic(1);
  model.bodies = {solid(Sphere{0.05}, 1000, {0.5, 0, 0})};
  Joint hinge{.name = "hinge", .kind = JointKind::revolute, .body_a = -1, .body_b = 0};
  const Quaternion axis(Eigen::Quaterniond::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitY()));
  hinge.frame_a = {Vector3::Zero(), axis};
  hinge.frame_b = {Vector3(-0.5, 0, 0), axis};
  hinge.upper = 0.1;
  model.joints = {hinge};
  Simulation simulation(model, settings(0.001, Law::convex));
  for (int k = 0; k < 250; ++k) simulation.step();
  EXPECT_NEAR(simulation.coordinate(0), 0.1, 1e-6);
  EXPECT_LT(simulation.state().v.norm(), 1e-6);
}

/// A motor drives a piston against a wall, which no impulse can turn back; a ball bounces elsewhere.
TEST(Impacts, WhatAMotorHoldsDoesNotKeepOthersFromBouncing) {
  Model model;
  model.gravity.setZero();
  model.materials[0].restitution = 1;
  model.bodies = {solid(Box{{0.1, 0.1, 0.1}}, 1000, {0, 0, 0}), solid(Box{{0.1, 0.1, 0.1}}, 1000, {-0.2, 0, 0}),
                  solid(Sphere{0.1}, 1000, {0.2, 0, 0})};
  model.bodies[0].fixed = true;
  model.bodies[2].velocity = {-0.15, 0, 0};
  Joint slide;
  slide.kind = JointKind::prismatic;
  slide.body_b = 1;
  slide.frame_a.position = model.bodies[1].pose.position;
  slide.frame_a.orientation = slide.frame_b.orientation =
      Quaternion::FromTwoVectors(Vector3::UnitZ(), Vector3::UnitX());
  slide.motor = Motor{Motor::Drives::speed, ConstantMotion{0.2}};
  model.joints = {slide};
  model.bodies[1].velocity = {0.2, 0, 0};
  Simulation simulation(model, settings(0.01, Law::convex));
  const StepRecord record = simulation.step();
  EXPECT_LE(record.impacts, 10);
  EXPECT_EQ(record.impacts_cut_off, 0);
  EXPECT_NEAR(record.state.v[6], 0.15, 1e-6);
}

}  // namespace
}  // namespace signorini
