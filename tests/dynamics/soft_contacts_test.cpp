// Contacts with compliance along their surface: force over elongation at rest, memory, slip, energy.
#include "signorini/dynamics/soft_contacts.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "physics/bodies.h"
#include "signorini/base/error.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/math/rotation.h"

namespace signorini {
namespace {

using test::ground;
using test::solid;

constexpr double along_normal = 1e-5, along_surface = 2e-5;  // m/N

/// A cube of 100 kg and 0.2 m on the ground.
Model box_on_ground() {
  Model model;
  model.materials[0] = {
      .name = "rubber", .friction = 0.8, .compliance = along_normal / 2, .tangential_compliance = along_surface / 2};
  model.bodies = {ground(), solid(Box{{0.1, 0.1, 0.1}}, 12500, {0, 0, 0.1})};
  return model;
}

Settings settings_for(Law law) {
  Settings settings;
  settings.step = 0.02;
  settings.law = law;
  settings.tolerance = 1e-11;
  return settings;
}

Vector3 total_force(const StepRecord& record, double step) {
  Vector3 sum = Vector3::Zero();
  for (const Vector3& impulse : record.impulses) sum += impulse / step;
  return sum;
}

class SoftContactsUnderLaw : public ::testing::TestWithParam<Law> {};
INSTANTIATE_TEST_SUITE_P(Laws, SoftContactsUnderLaw, ::testing::Values(Law::convex, Law::coulomb),
                         [](const auto& law) { return std::string(to_string(law.param)); });

/// Gravity leans by 30 degrees instead of the ground.
TEST_P(SoftContactsUnderLaw, HoldABoxOnASlope) {
  Model model = box_on_ground();
  const double g = 9.81, angle = 0.5235987755982988;
  model.gravity = {g * std::sin(angle), 0, -g * std::cos(angle)};
  const Settings settings = settings_for(GetParam());
  Simulation simulation(model, settings);
  StepRecord record;
  for (int n = 0; n < 250; ++n) record = simulation.step();
  ASSERT_EQ(record.contacts.size(), 4u);
  const double weight = model.bodies[1].mass * g;
  EXPECT_LT((total_force(record, settings.step) + model.bodies[1].mass * model.gravity).norm(), 1e-6 * weight);
  double energy = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Vector3 force = record.impulses[k] / settings.step;
    EXPECT_NEAR(force.z(), -record.contacts[k].gap / along_normal, 1e-6 * weight);
    energy += 0.5 * along_normal * force.z() * force.z() + 0.5 * along_surface * force.head<2>().squaredNorm();
  }
  EXPECT_NEAR(simulation.energies().elastic, energy, 1e-12 * energy);
}

/// Rigid along the normal it does not tip: all four contacts carry the same.
TEST_P(SoftContactsUnderLaw, GiveWayByForceTimesComplianceAndComeBack) {
  Model model = box_on_ground();
  model.materials[0].compliance = 0;
  const Settings settings = settings_for(GetParam());
  Simulation simulation(model, settings);
  for (int n = 0; n < 10; ++n) simulation.step();
  const double x = simulation.state().poses[1].position.x(), push = 200;  // swings up to twice that
  StepInputs inputs;
  inputs.forces = {{.body = 1, .force = {push, 0, 0}, .point = {0, 0, -0.1}}};
  StepRecord record;
  for (int n = 0; n < 100; ++n) record = simulation.step(inputs);
  ASSERT_EQ(record.contacts.size(), 4u);
  const double moved = simulation.state().poses[1].position.x() - x;
  EXPECT_NEAR(moved, along_surface * push / 4, 1e-6 * moved);
  for (const Vector3& impulse : record.impulses)
    EXPECT_NEAR(impulse.x() / settings.step, -moved / along_surface, 1e-6 * push);
  // Half of the work is stored, the other half was lost in swinging.
  EXPECT_NEAR(record.energies.elastic, push * moved / 2, 1e-5 * push * moved);
  for (int n = 0; n < 100; ++n) simulation.step();
  EXPECT_NEAR(simulation.state().poses[1].position.x(), x, 1e-6 * moved);
}

TEST_P(SoftContactsUnderLaw, SlipAtTheLimitOfFriction) {
  Model model = box_on_ground();
  const Settings settings = settings_for(GetParam());
  Simulation simulation(model, settings);
  for (int n = 0; n < 100; ++n) simulation.step();
  const double weight = model.bodies[1].mass * 9.81, push = 1.5 * 0.8 * weight;
  StepInputs inputs;
  inputs.forces = {{.body = 1, .force = {push, 0, 0}, .point = {0, 0, -0.1}}};
  double friction = 0, unexplained = 0;
  for (int n = 0; n < 40; ++n) {
    const StepRecord record = simulation.step(inputs);
    friction += record.changes.friction;
    unexplained = std::max(unexplained, std::abs(record.changes.unexplained));
    if (GetParam() == Law::coulomb && n > 25) {
      EXPECT_NEAR(total_force(record, settings.step).x(), -0.8 * weight, 0.02 * weight);
    }
  }
  const double way = simulation.state().poses[1].position.x();
  EXPECT_GT(way, 0.1);
  EXPECT_LT(friction, -0.6 * 0.8 * weight * way);
  EXPECT_LT(unexplained, 1e-6 * weight * way);
  // Without the push it stops, and swings back by no more than the friction allows.
  for (int n = 0; n < 250; ++n) simulation.step();
  EXPECT_LT(simulation.state().v.norm(), 1e-6);
  EXPECT_LT(std::abs(total_force(simulation.step(), settings.step).x()), 1e-4 * weight);
}

TEST(SoftContacts, RememberWhenResumed) {
  const Model model = box_on_ground();
  const Settings settings = settings_for(Law::convex);
  StepInputs inputs;
  inputs.forces = {{.body = 1, .force = {300, 0, 0}}};
  Simulation whole(model, settings), first(model, settings), second(model, settings);
  for (int n = 0; n < 30; ++n) whole.step(inputs), first.step(inputs);
  EXPECT_GT(first.warm_start().contact_energy, 0);
  second.resume(first.steps_done(), first.state(), first.warm_start(), first.motor_shifts());
  EXPECT_EQ(second.energies().total(), first.energies().total());
  for (int n = 0; n < 30; ++n) {
    const StepRecord a = whole.step(inputs), b = second.step(inputs);
    ASSERT_EQ(a.state.v, b.state.v) << n;
    ASSERT_EQ(a.changes.unexplained, b.changes.unexplained) << n;
  }
}

TEST(SoftContacts, ElongationIsTheForceOfTheSameContactAlongTheNewTangents) {
  Contact contact;
  contact.key = {1, 2, 0, 0, 7};
  contact.normal = Vector3::UnitZ();
  const std::vector<std::pair<ContactKey, Vector3>> last{{{0, 1, 0, 0, 0}, {1, 1, 1}}, {{1, 2, 0, 0, 7}, {3, 4, 9}}};
  EXPECT_NEAR(tangential_elongation(last, contact, 0.1, 0.5).norm(), 0.1 * 5 / 0.5, 1e-15);
  contact.normal = Vector3::UnitX();
  EXPECT_NEAR(tangential_elongation(last, contact, 0.1, 0.5).norm(), 0.1 * std::hypot(4, 9) / 0.5, 1e-14);
  contact.key.feature = 8;
  EXPECT_EQ(tangential_elongation(last, contact, 0.1, 0.5).norm(), 0);
}

/// A mass on a soft contact is dropped: what it does not keep is booked, nothing is unexplained.
TEST(SoftContacts, EnergyIsExplained) {
  Model model = box_on_ground();
  model.bodies[1].pose.position.z() = 0.11;
  model.bodies[1].velocity = {0.3, 0, 0};
  Simulation simulation(model, settings_for(Law::convex));
  const double start = simulation.energies().total();
  EnergyChanges changes;
  double most = 0;
  for (int n = 0; n < 100; ++n) {
    const StepRecord record = simulation.step();
    changes += record.changes;
    most = std::max(most, record.energies.elastic);
  }
  EXPECT_GT(most, 1);  // of 9.8 J + 4.5 J
  EXPECT_NEAR(changes.unexplained, 0, 1e-6 * 14);
  EXPECT_NEAR(simulation.energies().total(), start + changes.explained(), 1e-6 * 14);
  EXPECT_LE(changes.friction, 0);
}

TEST(SoftContacts, LawPyramidRefuses) {
  Model model = box_on_ground();
  Simulation simulation(model, settings_for(Law::pyramid));
  EXPECT_THROW(simulation.step(), InputError);
}

}  // namespace
}  // namespace signorini
