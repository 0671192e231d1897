// Bodies on springs that are not linear: periods and energies against closed forms.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "signorini/dynamics/simulation.h"

namespace signorini {
namespace {

/// A mass of 2 kg on a spring from the world's origin, stretched by `elongation` along x beyond 1 m.
Model mass_on(Spring spring, double elongation) {
  Model model;
  model.gravity.setZero();
  Body body;
  body.mass = 2;
  body.inertia = Matrix3::Identity();
  body.pose.position = {1 + elongation, 0, 0};
  model.bodies = {body};
  spring.body_b = 0;
  spring.length = 1;
  model.springs = {spring};
  return model;
}

Settings settings_with(double step) {
  Settings settings;
  settings.step = step;
  settings.tolerance = 1e-12;
  return settings;
}

/// m ẍ = -k₂ |x| x from A at rest: a quarter of the period is √(3m/2k₂A) ∫₀¹ du/√(1-u³), in which the integral is
/// √π Γ(4/3)/Γ(5/6).
TEST(SpringLaws, PeriodOfAPurelyProgressiveSpring) {
  const double amplitude = 0.4, stiffness = 30;
  const double integral = std::sqrt(std::numbers::pi) * std::tgamma(4.0 / 3) / std::tgamma(5.0 / 6);
  const double quarter = std::sqrt(3 * 2 / (2 * stiffness * amplitude)) * integral;
  const int steps = 400;
  Simulation simulation(mass_on({.progressive = stiffness}, amplitude), settings_with(4 * quarter / steps));
  for (int n = 0; n < steps / 4; ++n) simulation.step();
  EXPECT_NEAR(simulation.state().poses[0].position.x(), 1, 1e-4 * amplitude);
  for (int n = 0; n < 3 * steps / 4; ++n) simulation.step();
  EXPECT_NEAR(simulation.state().poses[0].position.x(), 1 + amplitude, 1e-4 * amplitude);
}

void expect_energy_kept(const Model& model, double step, int steps) {
  Simulation simulation(model, settings_with(step));
  const double start = simulation.energies().total();
  double lowest = INFINITY;
  for (int n = 0; n < steps; ++n) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.status, Status::solved);
    ASSERT_NEAR(record.energies.total(), start, 1e-9 * start) << "step " << n;
    ASSERT_NEAR(record.changes.unexplained, 0, 1e-9 * start) << "step " << n;
    lowest = std::min(lowest, record.energies.elastic);
  }
  EXPECT_LT(lowest, 0.1 * start);
}

TEST(SpringLaws, KeepTheEnergyAlsoAtLongSteps) {
  for (const double step : {0.01, 0.2}) {
    expect_energy_kept(mass_on({.stiffness = 50, .progressive = 10}, 0.5), step, 100);
    // A gap of 0.1 m, stops of two stiffnesses beyond it.
    expect_energy_kept(mass_on({.table = {{-0.5, -40}, {-0.1, 0}, {0.1, 0}, {0.6, 20}}}, 0.5), step, 100);
  }
}

/// Through the law's gap there is no force; the stop turns the mass back with the speed that it came with.
TEST(SpringLaws, ATableWithAGapBounces) {
  Model model = mass_on({.table = {{-0.6, -1000}, {-0.5, 0}, {0.5, 0}, {0.6, 1000}}}, 0);
  model.bodies[0].velocity = {1, 0, 0};
  Simulation simulation(model, settings_with(1e-3));
  // To the stop 0.5 s, half a swing in it √(m/k) π, and back.
  const double back = 1 + std::numbers::pi * std::sqrt(2 / 1e4);
  while (simulation.state().time < back - 1e-9) simulation.step();
  EXPECT_NEAR(simulation.state().v[0], -1, 1e-9);
  EXPECT_NEAR(simulation.state().poses[0].position.x() - 1 + (simulation.state().time - back), 0, 1e-4);
}

/// The midpoint rule with k and c both far stiffer than the step: what is linear takes one solve, and one that confirms
/// it.
void expect_solved_at_once(const Model& model, int row, double mass, double stiffness, double damping) {
  const double h = 0.01, start = model.bodies[0].velocity[0] + model.bodies[0].angular_velocity[0];
  Simulation simulation(model, settings_with(h));
  const StepRecord record = simulation.step();
  const double held = h * h / 4 * stiffness + h / 2 * damping;
  EXPECT_NEAR(record.state.v[row], (mass - held) / (mass + held) * start, 1e-9);
  EXPECT_LE(record.repeats, 2);
}

TEST(SpringLaws, StiffLinearSpringsAndDampersAreSolvedAtOnce) {
  const double stiffness = 1e6, damping = 3e4;
  Model model = mass_on({.stiffness = stiffness, .damping = damping}, 0);
  model.bodies[0].velocity = {1, 0, 0};
  expect_solved_at_once(model, 0, 2, stiffness, damping);
  model.springs.clear();
  model.bushings = {{.body_b = 0,
                     .frame_a = {{1, 0, 0}, Quaternion::Identity()},
                     .stiffness = Vector3::Constant(stiffness),
                     .damping = Vector3::Constant(damping)}};
  expect_solved_at_once(model, 0, 2, stiffness, damping);
  model.bushings.clear();
  model.torsion_springs = {{.body_b = 0, .axis = {1, 0, 0}, .stiffness = stiffness, .damping = damping}};
  model.bodies[0].velocity.setZero();
  model.bodies[0].angular_velocity = {0.1, 0, 0};
  expect_solved_at_once(model, 3, 1, stiffness, damping);
}

TEST(SpringLaws, DamperOfAProgressiveSpringTakesWhatIsLost) {
  Simulation simulation(mass_on({.stiffness = 50, .damping = 5, .progressive = 10}, 0.5), settings_with(0.01));
  const double start = simulation.energies().total();
  double taken = 0;
  for (int n = 0; n < 100; ++n) taken += simulation.step().changes.dampers;
  EXPECT_LT(taken, -0.9 * start);
  EXPECT_NEAR(simulation.energies().total(), start + taken, 1e-8 * start);
}

}  // namespace
}  // namespace signorini
