// Piles and walls at rest: nothing sinks, nothing drifts, and no energy comes from nowhere.

#include <random>

#include <gtest/gtest.h>

#include "bodies.h"
#include "print_names.h"

namespace signorini {
namespace {

using namespace test;

constexpr double radius = 0.035;

/// Spheres of 70 mm, shaken off a lattice, above the floor of a box.
Model balls_in_a_box(int spheres, double half_width, double friction) {
  constexpr double spacing = 2.3 * radius, height = 2;
  Model model;
  model.materials[0].friction = friction;
  Body box;
  box.fixed = true;
  box.shapes = {{BoxInside{{half_width, half_width, height / 2}}, {}, 0}};
  box.pose.position = {0, 0, height / 2};
  model.bodies = {box};
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> shake(-0.05 * radius, 0.05 * radius);
  const int across = static_cast<int>(2 * half_width / spacing);
  const auto place = [&](int k) { return (k - (across - 1) / 2.0) * spacing + shake(engine); };
  for (int k = 0; k < spheres; ++k) {
    const double x = place(k % across), y = place(k / across % across);
    model.bodies.push_back(
        solid(Sphere{radius}, 1000, {x, y, 1.1 * radius + spacing * static_cast<double>(k / across / across)}));
  }
  return model;
}

class BallsInTheBox : public testing::TestWithParam<double> {};

TEST_P(BallsInTheBox, SettleWithoutSinkingOrGainingEnergy) {
  const Model model = balls_in_a_box(150, 0.21, GetParam());
  Simulation simulation(model, settings(0.01, Law::convex));
  double energy = simulation.energies().total();
  const double scale = energy;
  StepRecord record;
  for (int k = 0; k < 200; ++k) {
    record = simulation.step();
    ASSERT_EQ(record.status, Status::solved) << "step " << k + 1 << ": " << record.message;
    const double change = record.energies.total() - energy;
    energy = record.energies.total();
    ASSERT_LE(std::abs(record.changes.unexplained), 1e-9 * scale) << "step " << k + 1;
    // Friction alone may give a body what contacts beside it take.
    const double friction = std::max(record.changes.friction, 0.0);
    ASSERT_LE(change, record.changes.stabilisation + friction + 1e-9 * scale) << "step " << k + 1;
  }
  EXPECT_LE(record.deepest_penetration, 1e-4 * radius);
  EXPECT_LT(energy, 0.9 * scale);
  EXPECT_LE(record.energies.kinetic, 1e-3 * scale);
}

INSTANTIATE_TEST_SUITE_P(Frictions, BallsInTheBox, testing::Values(0.0, 0.3));

TEST(EnergyBalance, PushingApartIsWhatLiftsASunkenBall) {
  constexpr double depth = 0.005;
  Model model;
  model.bodies = {ground(), solid(Sphere{radius}, 1000, {0, 0, radius - depth})};
  const Settings s = settings(0.01, Law::convex, 1e-10);
  Simulation simulation(model, s);
  const double start = simulation.energies().total();
  double energy = start, pushed = 0;
  for (int k = 0; k < 20; ++k) {
    const StepRecord record = simulation.step();
    const double change = record.energies.total() - energy;
    energy = record.energies.total();
    EXPECT_NEAR(record.changes.unexplained, 0, 1e-9 * start) << "step " << k + 1;
    EXPECT_LE(change, record.changes.stabilisation + 1e-9 * start) << "step " << k + 1;
    pushed += record.changes.stabilisation;
  }
  // Up by the depth, at the recovery speed at most: what is kinetic on the way lifts it at the end.
  const double lift = model.bodies[1].mass * 9.81 * depth;
  const double kinetic = 0.5 * model.bodies[1].mass * s.recovery_speed * s.recovery_speed;
  EXPECT_NEAR(energy - start, lift, 1e-6 * lift);
  EXPECT_GE(pushed, (1 - 1e-6) * lift);
  EXPECT_LE(pushed, lift + kinetic);
}

/// Bricks in running bond on the ground, laid by a hand that is out by up to a millimetre and half a degree, with a
/// little air between the rows.
Model wall(int rows, int columns) {
  constexpr double joint = 0.01, air = 1e-4;
  const Vector3 half(0.12, 0.0575, 0.0355);
  Model model;
  model.materials[0].friction = 0.6;
  model.bodies = {ground()};
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> place(-1e-3, 1e-3), angle(-0.5 * M_PI / 180, 0.5 * M_PI / 180);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns - row % 2; ++column) {
      const double x = (column + 0.5 * (row % 2)) * (2 * half.x() + joint) + place(engine), y = place(engine);
      Body brick = solid(Box{half}, 1900, {x, y, (2 * row + 1) * half.z() + row * air});
      brick.pose.orientation = Eigen::AngleAxisd(angle(engine), Vector3::UnitZ());
      model.bodies.push_back(brick);
    }
  return model;
}

struct Drift {
  double moved = 0, turned = 0;  ///< m, rad: of the body that did most
};
Drift drift(const State& from, const State& to) {
  Drift result;
  for (std::size_t k = 0; k < from.poses.size(); ++k) {
    result.moved = std::max(result.moved, (to.poses[k].position - from.poses[k].position).norm());
    result.turned = std::max(result.turned, to.poses[k].orientation.angularDistance(from.poses[k].orientation));
  }
  return result;
}

class BrickWall : public testing::TestWithParam<Law> {};

TEST_P(BrickWall, StandsForTenSecondsWithoutDrift) {
  const Model model = wall(6, 4);
  const Settings s = settings(0.01, GetParam(), GetParam() == Law::coulomb ? 1e-6 : 1e-8);
  Simulation simulation(model, s);
  const State laid = simulation.state();
  int missed = 0;
  const auto simulate = [&](double seconds) {
    for (int k = 0; k < steps_in(seconds, s); ++k) missed += simulation.step().status == Status::solved ? 0 : 1;
  };
  simulate(0.5);
  const State settled = simulation.state();
  simulate(10);
  EXPECT_EQ(missed, 0);
  EXPECT_LE(drift(laid, settled).moved, 1e-3);
  const Drift standing = drift(settled, simulation.state());
  EXPECT_LE(standing.moved, 1e-5);
  EXPECT_LE(standing.turned, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Laws, BrickWall, testing::Values(Law::convex, Law::coulomb),
                         [](const auto& law) { return std::string(to_string(law.param)); });

}  // namespace
}  // namespace signorini
