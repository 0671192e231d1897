// What may change between two steps of a simulation: gravity, settings, a body more.
#include <gtest/gtest.h>

#include "dynamics/same_bits.h"
#include "signorini/base/error.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/fem/tet_generators.h"
#include "signorini/solver/sweeps/gauss_seidel.h"

namespace signorini {
namespace {

Body ball(const Vector3& place, const char* name = "ball") {
  Body body;
  body.name = name;
  body.shapes = {{Sphere{0.1}, {}, 0}};
  set_mass_from_shapes(body, 1000);
  body.pose.position = place;
  return body;
}

/// A ball that slides on a floor.
Model sliding() {
  Model model;
  model.materials[0].friction = 0.2;
  Body floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shapes = {{Plane{}, {}, 0}};
  model.bodies = {floor, ball({0, 0, 0.1})};
  model.bodies[1].velocity = {1, 0, 0};
  return model;
}

void steps(Simulation& simulation, int count) {
  for (int k = 0; k < count; ++k) ASSERT_EQ(simulation.step().status, Status::solved);
}

TEST(SimulationChanges, GravityHoldsFromTheNextStepOn) {
  Model model = sliding();
  model.bodies[1].pose.position.z() = 10;
  model.bodies[1].velocity.setZero();
  Simulation simulation(model, {.step = 0.01});
  steps(simulation, 10);
  simulation.set_gravity({0, 0, 2});
  steps(simulation, 20);
  EXPECT_NEAR(simulation.state().v[2], -9.81 * 0.1 + 2 * 0.2, 1e-12);
  EXPECT_NEAR(simulation.state().time, 0.3, 1e-12);
  EXPECT_EQ(simulation.steps_done(), 30);
  EXPECT_THROW(simulation.set_gravity({0, 0, NAN}), InputError);
  EXPECT_EQ(simulation.model().gravity.z(), 2);
}

TEST(SimulationChanges, OnesThatChangeNothingKeepTheBits) {
  Simulation changed(sliding(), {.step = 0.01}), unbroken(sliding(), {.step = 0.01});
  for (int k = 0; k < 40; ++k) {
    steps(changed, 1);
    steps(unbroken, 1);
    changed.set_gravity(changed.model().gravity);
  }
  EXPECT_TRUE(test::same_bits(changed.state().v, unbroken.state().v));
  EXPECT_TRUE(test::same_places(changed.state(), unbroken.state()));
}

TEST(SimulationChanges, AnotherLawHoldsFromTheNextStepOn) {
  Settings settings{.step = 0.01};
  Simulation simulation(sliding(), settings);
  steps(simulation, 10);
  const double slower = simulation.state().v[0];
  EXPECT_LT(slower, 0.95);
  settings.law = Law::frictionless;
  simulation.change_settings(settings);
  steps(simulation, 10);
  EXPECT_NEAR(simulation.state().v[0], slower, 1e-9);
  settings.solver = "no-such-solver";
  EXPECT_THROW(simulation.change_settings(settings), InputError);
  settings.solver = "";
  settings.step = 0.02;
  EXPECT_THROW(simulation.change_settings(settings), InputError);
  steps(simulation, 1);
}

TEST(SimulationChanges, ASolverThatWasGivenStays) {
  Model model = sliding();
  model.bodies[1].velocity.setZero();
  Simulation simulation(model, {.step = 0.01}, std::make_unique<GaussSeidel>());
  steps(simulation, 5);
  simulation.set_gravity({0, 0, -5});
  steps(simulation, 5);
  EXPECT_NEAR(simulation.state().poses[1].position.z(), 0.1, 1e-4);
}

TEST(SimulationChanges, ABodyMoreFallsOnTheOthers) {
  Simulation simulation(sliding(), {.step = 0.01});
  steps(simulation, 20);
  const Vector3 place = simulation.state().poses[1].position;
  Body more = ball(place + Vector3(0, 0, 0.25), "more");
  more.velocity = {simulation.state().v[0], 0, 0};
  EXPECT_EQ(simulation.add_body(more), 2);
  EXPECT_EQ(simulation.state().poses.size(), 3u);
  EXPECT_EQ(simulation.state().v.size(), 12);
  EXPECT_DOUBLE_EQ(simulation.state().v[6], more.velocity.x());
  bool touched = false;
  for (int k = 0; k < 30; ++k) {
    const StepRecord record = simulation.step();
    for (std::size_t c = 0; c < record.contacts.size(); ++c)
      touched |=
          record.contacts[c].key.body_b == 2 && record.contacts[c].key.body_a == 1 && record.impulses[c].norm() > 0;
  }
  EXPECT_TRUE(touched);
}

TEST(SimulationChanges, ABodyDeepInAnotherWhereThatIsNowIsRefused) {
  Simulation simulation(sliding(), {.step = 0.01});
  steps(simulation, 30);  // by 0.2 m and more
  const Vector3 place = simulation.state().poses[1].position;
  ASSERT_GT(place.x(), 0.2);
  const auto fault = [&](const Body& body) {
    try {
      simulation.add_body(body);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(fault(ball(place, "new")).find("'new'"), std::string::npos);
  EXPECT_EQ(simulation.model().bodies.size(), 2u);
  EXPECT_EQ(fault(ball({0, 0, 0.1}, "where it was")), "");
  Body massless = ball({5, 0, 1});
  massless.mass = 0;
  EXPECT_NE(fault(massless), "");
}

TEST(SimulationChanges, FlexibleBodiesKeepNodesAndImpulses) {
  Model model = sliding();
  model.bodies.pop_back();
  FlexibleBody block;
  block.name = "block";
  block.mesh = block_mesh({0.2, 0.2, 0.2}, 2, 2, 2);
  for (Vector3& node : block.mesh.nodes) node.z() += 0.1;
  block.elastic.density = 1000;
  block.elastic.young = 1e6;
  model.flexible_bodies = {block};
  Simulation simulation(model, {.step = 0.005});
  steps(simulation, 40);
  const Vector nodes = simulation.state().v;
  ASSERT_FALSE(simulation.warm_start().contact_impulses.empty());
  const ContactKey before = simulation.warm_start().contact_impulses[0].first;
  simulation.add_body(ball({3, 0, 1}));
  EXPECT_EQ(simulation.state().v.tail(nodes.size()), nodes);
  EXPECT_EQ(simulation.state().v.head(6).norm(), 0);
  EXPECT_EQ(simulation.warm_start().contact_impulses[0].first.body_b, before.body_b + 1);
  const StepRecord record = simulation.step();
  EXPECT_EQ(record.status, Status::solved);
  EXPECT_LT((record.state.v.tail(nodes.size()) - nodes).cwiseAbs().maxCoeff(), 2e-3);  // it rests as before
}

}  // namespace
}  // namespace signorini
