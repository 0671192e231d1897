// Whether poured grains keep their friction, in less time than the laws take.
#include "validation/grains.h"

#include <gtest/gtest.h>

#include "physics/bodies.h"

namespace signorini::test {
namespace {

Model narrow_silo(double friction, std::uint64_t seed) {
  constexpr double radius = 1.8 * grain, height = 6 * grain;
  Model model;
  model.materials[0].friction = friction;
  model.bodies = {ground()};
  const double top = pour(round_prism(radius), height, seed, model);
  model.bodies.push_back(tube(radius, 0, top, 0));
  return model;
}

/// On the floor, as a share of what the grains weigh: mean over the last 20 ms.
double load_on_floor(double friction, std::uint64_t seed) {
  constexpr double settled = 0.28, seconds = 0.3;
  const Model model = narrow_silo(friction, seed);
  double weight = 0, load = 0;
  for (const int k : grains_of(model)) weight += model.bodies[k].mass * grain_gravity;
  Settings chosen = grain_settings();
  chosen.warm_start = false;  // else wedged grains keep the forces of their impact: the law allows more than one answer
  Simulation simulation(model, chosen);
  int steps = 0;
  run_grains(seconds, simulation, [&](const StepRecord& record) {
    if (record.state.time < settled) return;
    for (const PairForce& pair : record.pairs)
      if (pair.body_a == 0) load += pair.force.z();
    ++steps;
  });
  return load / steps / weight;
}

TEST(Grains, TheWallOfASiloCarriesAShareWithFrictionAndNothingWithout) {
  EXPECT_NEAR(load_on_floor(0, 3), 1, 0.05);
  // At 0.5 grains wedge, and hold each other up or down. One filling differs from another by a tenth.
  double with_friction = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4}) with_friction += 0.25 * load_on_floor(0.3, seed);
  EXPECT_LT(with_friction, 0.9);
  EXPECT_GT(with_friction, 0.2);
}

TEST(Grains, HangApartAndInTheirPrismBeforeTheyFall) {
  const Model model = narrow_silo(0.5, 3);
  const std::vector<int> grains = grains_of(model);
  // 0.58 of π 1.8² · 6 cubic diameters, a layer more at most.
  EXPECT_NEAR(static_cast<double>(grains.size()), 68 + 3, 4);
  for (const int a : grains) {
    const Vector3& place = model.bodies[a].pose.position;
    EXPECT_LE(place.head<2>().norm() + half_width(model.bodies[a]), 1.8 * grain);
    EXPECT_GT(place.z(), half_width(model.bodies[a]));
    for (const int b : grains) {
      const double apart = (place - model.bodies[b].pose.position).norm();
      EXPECT_TRUE(a == b || apart > half_width(model.bodies[a]) + half_width(model.bodies[b]));
    }
  }
}

TEST(Grains, ThatAreBelowAreCountedAndThoseFarBelowPutAside) {
  Model model;
  model.bodies = {solid(Sphere{grain / 2}, 2500, {0, 0, 1}), solid(Sphere{grain / 2}, 2500, {0, 0, -0.01}),
                  solid(Sphere{grain / 2}, 2500, {0, 0, -0.1})};
  model.bodies[2].velocity = {0, 0, -1};
  Simulation simulation(model, grain_settings());
  EXPECT_EQ(put_aside(-0.05, grains_of(model), simulation), 2);
  EXPECT_EQ(simulation.state().poses[1].position.z(), -0.01);
  EXPECT_EQ(simulation.state().poses[2].position.z(), -100 * grain);
  EXPECT_TRUE(simulation.state().v.isZero(0));
}

}  // namespace
}  // namespace signorini::test
