// Bushings: that work is energy over any motion, and closed forms for sag, frequency, torsion, stiff ones and dampers.
#include "signorini/dynamics/bushings.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <gtest/gtest.h>

#include "dynamics/random_bodies.h"
#include "signorini/dynamics/energies.h"
#include "signorini/dynamics/forces.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/math/rotation.h"

namespace signorini {
namespace {

using test::Random;
using test::random_model;

Bushing random_bushing(Random& random, int a, int b, double damping) {
  const auto frame = [&]() -> Pose { return {random.vector(3), exponential(random.vector(3))}; };
  const auto numbers = [&](double most) -> Vector3 {
    return {random.uniform(0, most), random.uniform(0, most), random.uniform(0, most)};
  };
  return {.body_a = a,
          .body_b = b,
          .frame_a = frame(),
          .frame_b = frame(),
          .stiffness = numbers(5),
          .damping = numbers(damping),
          .turn_stiffness = numbers(5),
          .turn_damping = numbers(damping)};
}

/// Also over steps in which bodies turn by a radian.
TEST(Bushings, GradientsLeadFromStartToEnd) {
  Random random(11);
  for (int sample = 0; sample < 50; ++sample) {
    const Model model = random_model(random);
    const Bushing bushing = random_bushing(random, sample % 2 == 0 ? 0 : -1, 2, 1);
    const State state = initial_state(model);
    const std::vector<int> places = velocity_places(model);
    const StepMotion motion = step_motion(state, places, random.vector(state.v.size()), 0.7);
    const BushingLoad load = bushing_load(bushing, motion, places);
    Vector6 change = load.on_b.transpose() * motion.mean.segment<6>(places[2]);
    if (bushing.body_a >= 0 && places[bushing.body_a] >= 0)
      change += load.on_a.transpose() * motion.mean.segment<6>(places[bushing.body_a]);
    Vector6 found = bushing_coordinates(bushing, motion.end) - bushing_coordinates(bushing, motion.start);
    const Vector6 other = bushing_coordinates(bushing, motion.end) + bushing_coordinates(bushing, motion.start);
    EXPECT_LT((0.7 * change - found).head<3>().norm(), 1e-13 * 20);
    // The quaternion of the middle may be the other one.
    const double apart = std::min({(0.7 * change - found).tail<3>().norm(), (0.7 * change + found).tail<3>().norm(),
                                   (0.7 * change - other).tail<3>().norm(), (0.7 * change + other).tail<3>().norm()});
    EXPECT_LT(apart, 1e-13 * 20);
  }
}

TEST(Bushings, WorkIsWhatTheirEnergyLosesAndTheirDampersTake) {
  Random random(12);
  for (int sample = 0; sample < 50; ++sample) {
    Model model = random_model(random);
    for (Body& body : model.bodies) body.inertia = Matrix3::Identity();  // no gyroscopic torque
    model.gravity.setZero();
    for (const auto& [a, b] : {std::pair{0, 2}, {-1, 3}, {1, 2}})
      model.bushings.push_back(random_bushing(random, a, b, 3));
    const State state = initial_state(model);
    const std::vector<int> places = velocity_places(model);
    const StepMotion motion = step_motion(state, places, random.vector(state.v.size()), 1);
    Vector f = Vector::Zero(state.v.size());
    add_forces(model, motion, f);
    double damped = 0;
    for (const Bushing& bushing : model.bushings) damped += bushing_load(bushing, motion, places).damped;
    EXPECT_GT(damped, 0);
    EXPECT_NEAR(f.dot(motion.mean), elastic_energy(model, motion.start) - elastic_energy(model, motion.end) - damped,
                1e-11);
  }
}

Model held_body(const Bushing& bushing) {
  Model model;
  Body body;
  body.mass = 2;
  body.inertia = Vector3(0.1, 0.2, 0.3).asDiagonal();
  model.bodies = {body};
  model.bushings = {bushing};
  model.bushings[0].body_b = 0;
  return model;
}

Settings settings_with(double step) {
  Settings settings;
  settings.step = step;
  settings.tolerance = 1e-12;
  return settings;
}

TEST(Bushings, SagUnderWeight) {
  Model model = held_body({.stiffness = {1e3, 2e3, 4e3},
                           .damping = Vector3::Constant(80),
                           .turn_stiffness = Vector3::Constant(100),
                           .turn_damping = Vector3::Constant(5)});
  model.gravity = {1, 2, -4};
  Simulation simulation(model, settings_with(0.01));
  for (int n = 0; n < 300; ++n) simulation.step();
  const Vector3 expected(2 * 1 / 1e3, 2 * 2 / 2e3, -2 * 4 / 4e3);
  EXPECT_LT((simulation.state().poses[0].position - expected).norm(), 1e-9);
}

/// The axes turn with A: here it is B that is the world.
TEST(Bushings, AxesAreThoseOfTheFirstBody) {
  Bushing bushing{.frame_a = {Vector3::Zero(), exponential({0, 0, std::numbers::pi / 2})},
                  .stiffness = {1e3, 4e3, 2e3},
                  .damping = Vector3::Constant(80),
                  .turn_stiffness = Vector3::Constant(1e4),
                  .turn_damping = Vector3::Constant(50)};
  bushing.frame_b = bushing.frame_a;
  Model model = held_body(bushing);
  model.gravity = {10, 0, 0};  // along -y of the bushing
  std::swap(model.bushings[0].body_a, model.bushings[0].body_b);
  Simulation simulation(model, settings_with(0.01));
  for (int n = 0; n < 300; ++n) simulation.step();
  EXPECT_NEAR(simulation.state().poses[0].position.x(), 20 / 4e3, 1e-9);
}

TEST(Bushings, NaturalFrequencies) {
  const int steps = 200;
  const double stiffness = 50, turn_stiffness = 3;
  Model model = held_body({.stiffness = {0, stiffness, 0}, .turn_stiffness = {turn_stiffness, 0, 0}});
  model.gravity.setZero();
  const double amplitude = 0.1, small_angle = 1e-3;
  {
    model.bodies[0].pose.position = {0, amplitude, 0};
    Simulation simulation(model, settings_with(2 * std::numbers::pi * std::sqrt(2 / stiffness) / steps));
    for (int n = 0; n < steps / 4; ++n) simulation.step();
    EXPECT_NEAR(simulation.state().poses[0].position.y(), 0, 1e-3 * amplitude);
    for (int n = 0; n < steps / 4; ++n) simulation.step();
    EXPECT_NEAR(simulation.state().poses[0].position.y(), -amplitude, 1e-3 * amplitude);
  }
  model.bodies[0].pose = {Vector3::Zero(), exponential({small_angle, 0, 0})};
  Simulation simulation(model, settings_with(2 * std::numbers::pi * std::sqrt(0.1 / turn_stiffness) / steps));
  for (int n = 0; n < steps / 2; ++n) simulation.step();
  EXPECT_NEAR(rotation_vector(simulation.state().poses[0].orientation).x(), -small_angle, 1e-3 * small_angle);
}

/// stiffness · sin(angle) = torque.
TEST(Bushings, TorsionUnderATorque) {
  Model model = held_body({.stiffness = Vector3::Constant(1e3),
                           .damping = Vector3::Constant(50),
                           .turn_stiffness = {20, 20, 20},
                           .turn_damping = Vector3::Constant(2)});
  model.gravity.setZero();
  model.forces = {{.body = 0, .torque = {0, 0, 7}}};
  Simulation simulation(model, settings_with(0.01));
  for (int n = 0; n < 1000; ++n) simulation.step();
  EXPECT_NEAR(rotation_vector(simulation.state().poses[0].orientation).z(), std::asin(7.0 / 20), 1e-9);
}

/// A beam end held by 1e9 N/m and 1e9 N m/rad, hit by a load at a corner, at h = 0.01 s.
TEST(Bushings, StiffOnesAreStable) {
  const double stiff = 1e9;
  Model model = held_body({.frame_b = {{-0.5, 0, 0}, Quaternion::Identity()},
                           .stiffness = Vector3::Constant(stiff),
                           .damping = Vector3::Constant(1e6),
                           .turn_stiffness = Vector3::Constant(stiff),
                           .turn_damping = Vector3::Constant(1e6)});
  model.bodies[0].pose.position = {0.5, 0, 0};
  model.bodies[0].velocity = {0, 1, 0};
  model.forces = {{.body = 0, .force = {0, 0, 100}, .point = {0.5, 0, 0}}};
  Simulation simulation(model, settings_with(0.01));
  double largest = 0;
  for (int n = 0; n < 300; ++n) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.status, Status::solved);
    largest = std::max(largest, (record.state.poses[0].position - Vector3(0.5, 0, 0)).norm());
  }
  EXPECT_LT(largest, 0.011);  // a step at the first velocity
  EXPECT_LT((simulation.state().poses[0].position - Vector3(0.5, 0, 0)).norm(), 1e-5);
}

/// Two bodies on bushings tumble together: the dampers take all that is lost.
TEST(Bushings, EnergyBalanceWithDamping) {
  Model model = held_body({.stiffness = {50, 80, 60},
                           .damping = {1, 0.5, 2},
                           .turn_stiffness = {3, 4, 5},
                           .turn_damping = {0.02, 0.03, 0.04}});
  model.bodies.push_back(model.bodies[0]);
  model.bodies[1].pose.position = {0.4, 0, 0};
  model.bodies[1].angular_velocity = {1, 2, -1};
  Bushing between = model.bushings[0];
  between.body_a = 0, between.body_b = 1;
  between.frame_a.position = {0.2, 0, 0}, between.frame_b.position = {-0.2, 0, 0};
  model.bushings.push_back(between);
  Simulation simulation(model, settings_with(0.01));
  const double start = simulation.energies().total();
  double taken = 0, unexplained = 0;
  for (int n = 0; n < 200; ++n) {
    const StepRecord record = simulation.step();
    taken += record.changes.dampers;
    unexplained = std::max(unexplained, std::abs(record.changes.unexplained));
  }
  EXPECT_LT(taken, -0.5);
  EXPECT_LT(unexplained, 1e-9);
  EXPECT_NEAR(simulation.energies().total(), start + taken, 1e-8);
}

}  // namespace
}  // namespace signorini
