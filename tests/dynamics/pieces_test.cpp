// Steps in pieces: errors follow the accuracy, short pieces stay where they are needed, records add up.
#include "signorini/dynamics/pieces.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "physics/bodies.h"
#include "signorini/dynamics/energies.h"
#include "signorini/dynamics/simulation.h"

namespace signorini {
namespace {

using test::ground;
using test::solid;

Settings accurate_to(double accuracy, double step = 0.01) {
  Settings settings = test::settings(step, Law::coulomb, 1e-10);
  settings.accuracy = accuracy;
  return settings;
}

/// A point on a bar of 1 m, at rest beside its hinge.
Model pendulum_in_pieces() {
  Model model;
  Body point;
  point.name = "point";
  point.mass = 1;
  point.inertia.setIdentity();
  point.pose.position = {1, 0, 0};
  model.bodies = {point};
  model.joints = {{.name = "bar", .kind = JointKind::distance, .body_b = 0, .length = 1}};
  return model;
}

/// Its place after `time` seconds, from θ'' = -g/l sin θ by Runge and Kutta's rule.
Vector3 pendulum_reference(double time) {
  constexpr int steps = 2000;
  const double h = time / steps;
  double angle = std::numbers::pi / 2, rate = 0;
  const auto bend = [](double a) { return -9.81 * std::sin(a); };
  for (int n = 0; n < steps; ++n) {
    const double k1 = rate, l1 = bend(angle);
    const double k2 = rate + 0.5 * h * l1, l2 = bend(angle + 0.5 * h * k1);
    const double k3 = rate + 0.5 * h * l2, l3 = bend(angle + 0.5 * h * k2);
    const double k4 = rate + h * l3, l4 = bend(angle + h * k3);
    angle += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    rate += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return {std::sin(angle), 0, -std::cos(angle)};
}

/// The largest distance from the reference over 2 s, of 20 steps.
double pendulum_error(double accuracy) {
  constexpr double step = 0.1;
  Simulation simulation(pendulum_in_pieces(), accurate_to(accuracy, step));
  double error = 0;
  for (int n = 1; n <= 20; ++n) {
    const StepRecord record = simulation.step();
    EXPECT_LE(record.position_error, accuracy);
    EXPECT_EQ(record.state.time, n * step);
    EXPECT_EQ(record.too_coarse, "");
    error = std::max(error, (record.state.poses[0].position - pendulum_reference(n * step)).norm());
  }
  return error;
}

TEST(StepInPieces, PendulumIsAsAccurateAsAsked) {
  for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-5}) {
    const double error = pendulum_error(accuracy);
    EXPECT_LT(error, 3 * accuracy);
    EXPECT_GT(error, 0.03 * accuracy);
  }
}

TEST(StepInPieces, AStepThatWantsTooManyPiecesIsDoneInManyToItsEnd) {
  Simulation simulation(pendulum_in_pieces(), accurate_to(1e-10, 0.1));
  const StepRecord record = simulation.step();
  EXPECT_GE(record.pieces, most_pieces_of_step);
  EXPECT_LE(record.pieces, 3 * most_pieces_of_step);
  EXPECT_NE(record.too_coarse.find("are not halved again"), std::string::npos) << record.too_coarse;
  // Steps of 0.1 ms err by g² h² / 12 and less.
  EXPECT_LT((record.state.poses[0].position - pendulum_reference(0.1)).norm(), 1e-8);
}

/// A ball of restitution e above the ground.
Model bouncing_in_pieces(double e, double height) {
  Model model;
  model.materials[0].restitution = e;
  model.materials[0].friction = 0;
  model.bodies = {ground(), solid(Sphere{0.1}, 1000, {0, 0, 0.1 + height})};
  model.bodies[1].name = "ball";
  return model;
}

TEST(StepInPieces, AnImpactMakesOnlyItsOwnPiecesShort) {
  constexpr double height = 1, g = 9.81, accuracy = 1e-6;
  Simulation simulation(bouncing_in_pieces(1, height), accurate_to(accuracy));
  const double fall = std::sqrt(2 * height / g), energy = simulation.energies().total();
  int bounces = 0;
  for (int n = 0; n < 300; ++n) {
    const StepRecord record = simulation.step();
    bounces += record.impacts;
    EXPECT_EQ(record.pieces > 2, record.impacts > 0) << n;
    EXPECT_LE(record.pieces, 2 * most_halvings);
    EXPECT_LE(record.position_error, accuracy);
    const double since = std::fmod(record.state.time + fall, 2 * fall) - fall;
    const double closed_form = 0.1 + height - 0.5 * g * since * since;
    EXPECT_NEAR(record.state.poses[1].position.z(), closed_form, 2 * accuracy * bounces + 1e-12) << n;
    EXPECT_NEAR(record.energies.total(), energy, 1e-12 * energy);
  }
  EXPECT_EQ(bounces, 3);
}

/// An arm on a hinge that falls on a soft floor, beside a box that slides and a ball that bounces.
Model everything_in_pieces() {
  Model model = bouncing_in_pieces(0.7, 0.02);
  model.materials.push_back({.name = "rubber", .friction = 0.5, .compliance = 1e-5, .tangential_compliance = 1e-5});
  model.bodies[0].shapes[0].material = 0;
  model.bodies.push_back(solid(Box{{0.3, 0.05, 0.05}}, 500, {2, 0, 0.3}));
  model.bodies.back().shapes[0].material = 1;
  model.bodies.push_back(solid(Box{{0.1, 0.1, 0.1}}, 500, {-2, 0, 0.1}));
  model.bodies.back().velocity = {1, 0.2, 0};
  model.bodies.back().shapes[0].material = 1;
  const Pose hinge{{1.7, 0, 0.3}, Quaternion(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3::UnitX()))};
  model.joints = {{.name = "hinge",
                   .kind = JointKind::revolute,
                   .body_b = 2,
                   .frame_a = hinge,
                   .frame_b = {{-0.3, 0, 0}, hinge.orientation}}};
  return model;
}

TEST(StepInPieces, GoesOnWithTheSameBits) {
  Simulation whole(everything_in_pieces(), accurate_to(1e-4)), again(everything_in_pieces(), accurate_to(1e-4));
  for (int n = 0; n < 6; ++n) whole.step();
  again.resume(whole.steps_done(), whole.state(), whole.warm_start(), whole.motor_shifts(), whole.overlapping());
  int pieces = 0;
  for (int n = 0; n < 6; ++n) {
    const StepRecord a = whole.step(), b = again.step();
    pieces += a.pieces;
    EXPECT_EQ(a.pieces, b.pieces);
    EXPECT_EQ(a.state.time, b.state.time);
    EXPECT_EQ(a.state.v, b.state.v);
    for (std::size_t k = 0; k < a.state.poses.size(); ++k) {
      EXPECT_EQ(a.state.poses[k].position, b.state.poses[k].position);
      EXPECT_EQ(a.state.poses[k].orientation.coeffs(), b.state.poses[k].orientation.coeffs());
    }
  }
  EXPECT_GT(pieces, 12);
}

TEST(StepInPieces, RecordsAddUp) {
  const Model model = everything_in_pieces();
  const Settings settings = accurate_to(1e-4);
  Simulation simulation(model, settings);
  Energies before = simulation.energies();
  for (int n = 0; n < 12; ++n) {
    const Vector3 momentum = linear_momentum(model, simulation.state());
    const StepRecord record = simulation.step();
    const double gained = record.energies.total() - before.total();
    EXPECT_NEAR(record.changes.explained() + record.changes.unexplained, gained, 1e-9 * before.total());
    EXPECT_NEAR(record.changes.unexplained, 0, 1e-6 * before.total());
    before = record.energies;
    Vector3 pushed = Vector3::Zero(), pairs = Vector3::Zero(), weight = Vector3::Zero();
    for (const Vector3& impulse : record.impulses) pushed += impulse;
    int contacts = 0;
    for (const PairForce& pair : record.pairs) pairs += settings.step * pair.force, contacts += pair.contacts;
    for (std::size_t k = 1; k < model.bodies.size(); ++k)
      weight += settings.step * model.bodies[k].mass * model.gravity;
    EXPECT_EQ(contacts, static_cast<int>(record.contacts.size()));
    EXPECT_TRUE(std::ranges::is_sorted(record.contacts, {}, &Contact::key));
    EXPECT_LT((pushed - pairs).norm(), 1e-12 * (1 + pushed.norm()));
    const Vector3 change = linear_momentum(model, record.state) - momentum;
    EXPECT_LT((change - weight - pushed - settings.step * record.joints[0].force).norm(), 1e-6 * (1 + pushed.norm()));
  }
}

/// Three bodies on a spring, a torsion spring and a bushing each: the mean forces make the change of their momenta.
TEST(StepInPieces, ForcesOfSpringsAreMeansOverTheStep) {
  Model model;
  model.gravity.setZero();
  Body body;
  body.mass = 2;
  body.inertia.setIdentity();
  body.pose.position = {1.5, 0, 0};
  model.bodies = {body, body, body};
  model.springs = {{.body_b = 0, .stiffness = 500, .length = 1}};
  model.torsion_springs = {{.body_b = 1, .axis = {1, 0, 0}, .stiffness = 500, .angle = 0.3}};
  model.bushings = {{.body_b = 2, .frame_a = {{1, 0, 0}, Quaternion::Identity()}, .stiffness = {500, 500, 500}}};
  const double step = 0.1;
  Simulation simulation(model, accurate_to(1e-4, step));
  for (int n = 0; n < 3; ++n) {
    const Vector before = simulation.state().v;
    const StepRecord record = simulation.step();
    ASSERT_GT(record.pieces, 1);
    const Vector change = record.state.v - before;
    EXPECT_NEAR(body.mass * change[0], -step * record.springs[0].tension, 1e-6);
    EXPECT_NEAR(change[9], -step * record.torsion_springs[0].torque, 1e-6);
    EXPECT_NEAR(body.mass * std::abs(change[12]), step * record.bushings[0].force.norm(), 1e-6);
  }
}

/// Gravity leans by 20 degrees instead of the ground.
TEST(StepInPieces, SoftContactsKeepTheirLoad) {
  constexpr double along_normal = 1e-5, along_surface = 2e-5;
  Model model;
  model.materials[0] = {
      .name = "rubber", .friction = 0.8, .compliance = along_normal / 2, .tangential_compliance = along_surface / 2};
  model.bodies = {ground(), solid(Box{{0.1, 0.1, 0.1}}, 12500, {0, 0, 0.1})};
  model.gravity = {9.81 * std::sin(0.35), 0, -9.81 * std::cos(0.35)};
  const Settings settings = accurate_to(1e-4, 0.02);
  Simulation simulation(model, settings);
  StepRecord record;
  for (int n = 0; n < 250; ++n) record = simulation.step();
  EXPECT_EQ(record.pieces, 2);
  ASSERT_EQ(record.contacts.size(), 4u);
  ASSERT_EQ(record.pairs.size(), 1u);
  const Vector3 weight = model.bodies[1].mass * model.gravity;
  EXPECT_LT((record.pairs[0].force + weight).norm(), 1e-6 * weight.norm());
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(record.impulses[k].z() / settings.step, -record.contacts[k].gap / along_normal, 1e-6 * weight.norm());
  const Vector3 place = record.state.poses[1].position;
  for (int n = 0; n < 20; ++n) record = simulation.step();
  EXPECT_LT((record.state.poses[1].position - place).norm(), 1e-9);
}

TEST(StepInPieces, MotorsReachTheirTargets) {
  Model model = everything_in_pieces();
  model.joints[0].motor = Motor{.drives = Motor::Drives::position};
  Simulation simulation(model, accurate_to(1e-5));
  for (const double target : {-0.05, -0.1, 0.1}) {
    const StepRecord record = simulation.step({.motors = {{0, target}}});
    EXPECT_GT(record.pieces, 2);
    EXPECT_NEAR(simulation.coordinate(0), target, 1e-9);
  }
}

TEST(StepInPieces, SaysWhereItStaysTooCoarse) {
  Simulation simulation(bouncing_in_pieces(1, 1), accurate_to(1e-9));
  int missed = 0;
  for (int n = 0; n < 60; ++n) {
    const StepRecord record = simulation.step();
    if (record.too_coarse.empty()) continue;
    ++missed;
    EXPECT_GT(record.position_error, 1e-9);
    EXPECT_NE(record.too_coarse.find("body 'ball' is off by"), std::string::npos) << record.too_coarse;
    EXPECT_NE(record.too_coarse.find("after 0.4515"), std::string::npos) << record.too_coarse;
    EXPECT_FALSE(record.failed);
  }
  EXPECT_EQ(missed, 1);
}

TEST(StepInPieces, ACancelledStepIsNotDone) {
  Simulation simulation(everything_in_pieces(), accurate_to(1e-5));
  simulation.step();
  const State before = simulation.state();
  int asked = 0;
  simulation.cancelled = [&] { return ++asked > 20; };
  const StepRecord record = simulation.step();
  EXPECT_EQ(record.status, Status::interrupted);
  EXPECT_TRUE(record.failed);
  EXPECT_EQ(simulation.steps_done(), 1);
  EXPECT_EQ(simulation.state().v, before.v);
  EXPECT_EQ(simulation.state().time, before.time);
  EXPECT_EQ(simulation.state().poses[1].position, before.poses[1].position);
}

}  // namespace
}  // namespace signorini
