#include <gtest/gtest.h>

#include <cmath>

#include "signorini/dynamics/flexible_bodies.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/fem/tet_generators.h"

namespace signorini {
namespace {

Settings flexible_settings(double step) {
  Settings settings;
  settings.step = step;
  return settings;
}

FlexibleBody soft_block(const Vector3& size, int nx, int ny, int nz, int nodes_per_element = 4) {
  FlexibleBody body;
  body.name = "block";
  body.mesh = block_mesh(size, nx, ny, nz, nodes_per_element);
  body.elastic.young = 1e5;
  body.elastic.poisson = 0.3;
  body.elastic.density = 1000;
  return body;
}

void lift(FlexibleBody& body, const Vector3& by) {
  for (Vector3& node : body.mesh.nodes) node += by;
}

Body ground() {
  Body floor;
  floor.name = "floor";
  floor.fixed = true;
  floor.shapes.push_back({Plane{}});
  return floor;
}

struct Momenta {
  Vector3 linear, angular;
};

/// Of free nodes, with the mass of the elements.
Momenta momenta(const Model& model, const State& state) {
  Momenta sum{Vector3::Zero(), Vector3::Zero()};
  const FlexibleBody& body = model.flexible_bodies[0];
  const ElasticBody elastic(body.mesh, body.elastic, body.mass);
  const Vector momentum = elastic.mass() * state.v.tail(3 * elastic.node_count());
  for (int k = 0; k < elastic.node_count(); ++k) {
    sum.linear += momentum.segment<3>(3 * k);
    sum.angular += state.nodes[static_cast<std::size_t>(k)].cross(Vector3(momentum.segment<3>(3 * k)));
  }
  return sum;
}

TEST(FlexibleBodies, AFreeBodyKeepsItsMomenta) {
  for (const ElasticLaw law : {ElasticLaw::corotational, ElasticLaw::neo_hookean}) {
    Model model;
    model.gravity.setZero();
    FlexibleBody body = soft_block({0.4, 0.2, 0.1}, 3, 2, 1);
    body.elastic.law = law;
    body.elastic.stiffness_damping = 1e-3;
    body.velocity = {1, -2, 0.5};
    body.angular_velocity = {3, 2, -4};
    for (Vector3& node : body.mesh.nodes) node.x() += 0.1 * node.y();  // turned axes
    model.flexible_bodies.push_back(body);
    Simulation simulation(model, flexible_settings(0.01));
    const Momenta before = momenta(model, simulation.state());
    for (int k = 0; k < 20; ++k) {
      const StepRecord record = simulation.step();
      ASSERT_EQ(record.status, Status::solved);
      EXPECT_LE(record.changes.numerical, 1e-20);
    }
    const Momenta after = momenta(model, simulation.state());
    EXPECT_LT((after.linear - before.linear).norm(), 1e-12 * before.linear.norm());
    EXPECT_LT((after.angular - before.angular).norm(), 1e-11 * before.angular.norm());
  }
}

TEST(FlexibleBodies, ABlockUnderItsWeightSettlesAtTheClosedForm) {
  // Without lateral strain a bar: its top sinks by ρ g H²/2E, and quadratic elements hold its shape exactly but for the
  // change of the area's distance from the support, of the order of the strain.
  Model model;
  FlexibleBody body = soft_block({0.1, 0.1, 0.1}, 2, 2, 2, 10);
  body.elastic.poisson = 0;
  body.elastic.stiffness_damping = 0.05;
  lift(body, {0, 0, 0.05});
  body.holds.push_back({body.mesh.node_groups.at("z0")});
  model.flexible_bodies.push_back(body);
  Simulation simulation(model, flexible_settings(0.02));
  for (int k = 0; k < 200; ++k) ASSERT_EQ(simulation.step().status, Status::solved);
  const double sunk = 1000 * 9.81 * 0.1 * 0.1 / (2 * 1e5);
  for (const int node : body.mesh.node_groups.at("z1"))
    EXPECT_NEAR(simulation.state().nodes[static_cast<std::size_t>(node)].z(), 0.1 - sunk, 1e-6 * sunk);
}

TEST(FlexibleBodies, RestOnAPlaneCarriesTheWeight) {
  Model model;
  model.materials[0].friction = 0.5;
  model.bodies.push_back(ground());
  FlexibleBody body = soft_block({0.2, 0.2, 0.1}, 4, 4, 2);
  body.elastic.stiffness_damping = 0.02;
  lift(body, {0, 0, 0.05 + 1e-4});
  model.flexible_bodies.push_back(body);
  Simulation simulation(model, flexible_settings(0.01));
  StepRecord record;
  for (int k = 0; k < 300; ++k) {
    record = simulation.step();
    ASSERT_EQ(record.status, Status::solved) << k << " " << record.message;
  }
  ASSERT_EQ(record.pairs.size(), 1u);
  EXPECT_NEAR(record.pairs[0].force.z(), 4 * 9.81, 1e-5);
  EXPECT_LT(simulation.state().v.cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_LT(std::abs(record.changes.unexplained), 1e-9);
}

TEST(FlexibleBodies, ARigidBallRestsOnASoftBlock) {
  Model model;
  model.materials[0].friction = 0.5;
  FlexibleBody body = soft_block({0.2, 0.2, 0.1}, 4, 4, 2);
  body.elastic.stiffness_damping = 0.02;
  body.holds.push_back({body.mesh.node_groups.at("z0")});
  model.flexible_bodies.push_back(body);
  Body ball;
  ball.name = "ball";
  ball.shapes.push_back({Sphere{0.03}});
  set_mass_from_shapes(ball, 2000);
  ball.pose.position = {0.013, 0.007, 0.05 + 0.03 + 1e-3};  // above the inside of a face
  model.bodies.push_back(ball);
  Simulation simulation(model, flexible_settings(0.005));
  StepRecord record;
  for (int k = 0; k < 400; ++k) {
    record = simulation.step();
    ASSERT_EQ(record.status, Status::solved) << k << " " << record.message;
  }
  ASSERT_EQ(record.pairs.size(), 1u);
  EXPECT_NEAR(record.pairs[0].force.z(), -ball.mass * 9.81, 1e-3);
}

TEST(FlexibleBodies, NewtonEndsWhereLinearStepsDo) {
  std::vector<State> ends;
  for (const FlexibleStep step : {FlexibleStep::linear, FlexibleStep::newton}) {
    Model model;
    FlexibleBody body = soft_block({0.3, 0.1, 0.1}, 3, 1, 1);
    body.step = step;
    body.elastic.stiffness_damping = 0.05;
    body.holds.push_back({body.mesh.node_groups.at("x0")});
    body.node_forces.push_back({body.mesh.node_groups.at("x1"), {0, 0, -2}});
    model.flexible_bodies.push_back(body);
    Simulation simulation(model, flexible_settings(0.02));
    StepRecord record;
    for (int k = 0; k < 250; ++k) record = simulation.step();
    EXPECT_LT(record.unbalanced, 1e-8);
    EXPECT_LT(simulation.state().v.norm(), 1e-7);
    ends.push_back(simulation.state());
  }
  double apart = 0, moved = 0;
  for (std::size_t k = 0; k < ends[0].nodes.size(); ++k) {
    apart = std::max(apart, (ends[0].nodes[k] - ends[1].nodes[k]).norm());
    moved = std::max(moved, std::abs(ends[0].nodes[k].z()));
  }
  EXPECT_GT(moved, 0.06);  // the lower corner at rest has 0.05
  EXPECT_LT(apart, 1e-8);
}

TEST(FlexibleBodies, ADrivenEndStretchesABar) {
  // E A u/L = 1e5 · 0.01 · 0.01/0.4 = 25 N at rest, of a bar without lateral strain.
  Model model;
  model.gravity.setZero();
  FlexibleBody body = soft_block({0.4, 0.1, 0.1}, 4, 1, 1);
  body.elastic.poisson = 0;
  body.elastic.stiffness_damping = 0.01;
  body.holds.push_back({body.mesh.node_groups.at("x0")});
  body.holds.push_back({body.mesh.node_groups.at("x1"), -1, TableMotion{{0, 0.1}, {0, 0.01}}, Vector3::UnitX()});
  model.flexible_bodies.push_back(body);
  Simulation simulation(model, flexible_settings(0.01));
  double work = 0, lost = 0;
  for (int k = 0; k < 200; ++k) {
    const StepRecord record = simulation.step();
    EXPECT_LT(std::abs(record.changes.unexplained), 1e-10);
    work += record.changes.motors;
    lost += record.changes.dampers + record.changes.numerical;
  }
  const double stored = 0.5 * 25 * 0.01;
  EXPECT_NEAR(simulation.energies().elastic, stored, 1e-9);
  EXPECT_NEAR(work + lost, stored, 1e-9);
  EXPECT_LT(lost, 0);
  for (const int node : body.mesh.node_groups.at("x1"))
    EXPECT_NEAR(simulation.state().nodes[static_cast<std::size_t>(node)].x(), 0.21, 1e-15);
}

TEST(FlexibleBodies, AWeldedBodyAndItsBlockFallTogether) {
  Model model;
  Body head;
  head.name = "head";
  head.shapes.push_back({Box{Vector3(0.05, 0.05, 0.05)}});
  set_mass_from_shapes(head, 2000);
  head.pose.position = {0.25, 0, 0};
  model.bodies.push_back(head);
  FlexibleBody body = soft_block({0.4, 0.1, 0.1}, 4, 1, 1);
  body.holds.push_back({body.mesh.node_groups.at("x1"), 0});
  model.flexible_bodies.push_back(body);
  const double h = 0.01;
  Simulation simulation(model, flexible_settings(h));
  const int steps = 20;
  for (int k = 0; k < steps; ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.status, Status::solved);
    EXPECT_TRUE(record.contacts.empty());  // the block touches what it is welded to
  }
  // Nodes and body move with their velocities at the end of each step.
  const double fallen = 9.81 * h * h * steps * (steps + 1) / 2;
  EXPECT_NEAR(simulation.state().poses[0].position.z(), -fallen, 1e-9);
  for (std::size_t k = 0; k < body.mesh.nodes.size(); ++k)
    EXPECT_LT((simulation.state().nodes[k] - body.mesh.nodes[k] + Vector3(0, 0, fallen)).norm(), 1e-9);
}

TEST(FlexibleBodies, NothingMovesThatIsRigidAndBounces) {
  Model model;
  model.materials[0].restitution = 0.5;
  model.bodies.push_back(ground());
  FlexibleBody body = soft_block({0.1, 0.1, 0.1}, 1, 1, 1);
  lift(body, {0, 0, 0.06});
  model.flexible_bodies.push_back(body);
  Simulation simulation(model, flexible_settings(0.01));
  for (int k = 0; k < 20; ++k) ASSERT_EQ(simulation.step().status, Status::solved);
}

TEST(FlexibleBodies, AnElementThatTurnsInsideOutIsNamedAndComesBack) {
  Model model;
  model.gravity.setZero();
  FlexibleBody body = soft_block({0.1, 0.1, 0.1}, 1, 1, 1);
  body.name = "jelly";
  body.elastic.stiffness_damping = 0.02;
  // Opposite corners are pushed through the block for a moment.
  const TableMotion moment{{0, 0.05, 0.0501}, {1, 1, 0}};
  body.node_forces.push_back({{0}, 400 * Vector3(1, 1, 1), moment});
  body.node_forces.push_back({{7}, -400 * Vector3(1, 1, 1), moment});
  model.flexible_bodies.push_back(body);
  Simulation simulation(model, flexible_settings(0.005));
  int most = 0;
  StepRecord record;
  for (int k = 0; k < 400; ++k) {
    record = simulation.step();
    ASSERT_EQ(record.status, Status::solved) << k << " " << record.message;
    EXPECT_EQ(record.inverted_elements > 0, record.first_inverted.starts_with("element "));
    if (record.inverted_elements > 0) {
      EXPECT_TRUE(record.first_inverted.ends_with(" of flexible body 'jelly'")) << record.first_inverted;
    }
    most = std::max(most, record.inverted_elements);
  }
  EXPECT_GT(most, 0);
  EXPECT_EQ(record.inverted_elements, 0);
}

TEST(FlexibleBodies, AStepThatCannotBeBalancedIsMissed) {
  Model model;
  FlexibleBody body = soft_block({1, 0.02, 0.02}, 20, 1, 1);
  body.step = FlexibleStep::newton;
  body.holds.push_back({body.mesh.node_groups.at("x0")});
  body.node_forces.push_back({body.mesh.node_groups.at("x1"), Vector3(0, 0, -500), {}});
  model.flexible_bodies.push_back(body);
  Simulation simulation(model, flexible_settings(1));
  StepRecord record;
  for (int k = 0; k < 5 && record.status == Status::solved; ++k) record = simulation.step();
  EXPECT_EQ(record.status, Status::inaccurate);
  EXPECT_FALSE(record.failed);
  EXPECT_GT(record.unsettled, 1e-8);
  EXPECT_TRUE(record.message.starts_with("elastic forces are not balanced: after ")) << record.message;
}

TEST(FlexibleBodies, HeldNodesInAFixedBodyAreNoContacts) {
  Model model;
  model.bodies.push_back(ground());
  FlexibleBody body = soft_block({0.2, 0.1, 0.1}, 2, 1, 1);
  lift(body, {0, 0, 0.05 - 1e-5});  // below the floor by a little
  body.holds.push_back({body.mesh.node_groups.at("z0")});
  model.flexible_bodies.push_back(body);
  Simulation simulation(model, flexible_settings(0.01));
  for (int k = 0; k < 5; ++k) {
    const StepRecord record = simulation.step();
    EXPECT_EQ(record.status, Status::solved);
    EXPECT_TRUE(record.relaxed.empty());
    EXPECT_TRUE(record.contacts.empty());
  }
}

}  // namespace
}  // namespace signorini
