#include "signorini/dynamics/start_overlap.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "physics/bodies.h"
#include "signorini/base/error.h"
#include "signorini/fem/tet_generators.h"

namespace signorini {
namespace {

/// Balls of these radii in a row, each this deep in the one before.
Model row_of_balls(const std::vector<double>& radii, const std::vector<double>& depths) {
  Model model;
  double x = 0;
  for (std::size_t k = 0; k < radii.size(); ++k) {
    if (k > 0) x += radii[k - 1] + radii[k] - depths[k - 1];
    model.bodies.push_back(test::solid(Sphere{radii[k]}, 1000, {x, 0, 0}));
  }
  return model;
}

TEST(StartOverlap, IsTheDeepestComparedWithTheThinnerBody) {
  const Model model = row_of_balls({0.5, 0.4, 0.1, 0.3}, {0.06, 0.03, 0.02});
  const Overlap overlap = start_overlap(model, Settings());
  EXPECT_EQ(overlap.body_a, 1);
  EXPECT_EQ(overlap.body_b, 2);
  EXPECT_NEAR(overlap.depth, 0.03, 1e-12);
  EXPECT_NEAR(overlap.half_width, 0.1, 1e-12);
  EXPECT_EQ(describe(overlap, model), "body 1 and body 2 overlap by 0.03 m at the start");
}

TEST(StartOverlap, IsNoneWhereNothingDoes) {
  const Overlap overlap = start_overlap(row_of_balls({0.1, 0.1}, {-0.001}), Settings());
  EXPECT_EQ(overlap.body_a, -1);
  EXPECT_FALSE(overlap.deep() || overlap.visible());
}

TEST(StartOverlap, IsVisibleFromAHundredthAndDeepFromTheHalfWidthOn) {
  const auto of_depth = [](double depth) { return start_overlap(row_of_balls({0.1, 0.1}, {depth}), Settings()); };
  EXPECT_FALSE(of_depth(0.0009).visible());
  EXPECT_TRUE(of_depth(0.0011).visible());
  EXPECT_FALSE(of_depth(0.099).deep());
  EXPECT_TRUE(of_depth(0.101).deep());
  const Model model = row_of_balls({0.1, 0.1}, {0.1});
  EXPECT_NO_THROW(require_not_deep(of_depth(0.099), model));
  EXPECT_THROW(require_not_deep(of_depth(0.101), model), InputError);
}

TEST(StartOverlap, EndsASimulationBeforeItBeginsUnlessItIsAllowed) {
  const Model model = row_of_balls({0.1, 0.1}, {0.11});
  Settings settings;
  EXPECT_THROW(Simulation(model, settings), InputError);
  settings.allow_overlap = true;
  EXPECT_NO_THROW(Simulation(model, settings));
}

/// A soft block of 0.4 × 0.4 × 0.2 m this deep in the ground.
Model block_in_ground(double depth) {
  Model model;
  model.bodies = {test::ground()};
  model.bodies[0].name = "floor";
  FlexibleBody block;
  block.name = "jelly";
  block.mesh = block_mesh({0.4, 0.4, 0.2}, 2, 2, 1);
  for (Vector3& node : block.mesh.nodes) node.z() += 0.1 - depth;
  block.elastic.young = 1e5;
  block.elastic.poisson = 0.3;
  block.elastic.density = 1000;
  model.flexible_bodies = {block};
  return model;
}

TEST(StartOverlap, OfAFlexibleBodyIsToldAndRefusedAsThatOfARigidOne) {
  const Model model = block_in_ground(0.03);
  const Overlap overlap = start_overlap(model, Settings());
  EXPECT_NEAR(overlap.depth, 0.03, 1e-12);
  EXPECT_NEAR(overlap.half_width, 0.1, 1e-12);
  EXPECT_TRUE(overlap.visible());
  EXPECT_EQ(describe(overlap, model), "'floor' and 'jelly' overlap by 0.03 m at the start");
  EXPECT_NO_THROW(Simulation(model, Settings()));
  EXPECT_EQ(start_overlap(block_in_ground(0), Settings()).body_a, -1);
  Settings settings;
  EXPECT_THROW(Simulation(block_in_ground(0.11), settings), InputError);
  settings.allow_overlap = true;
  EXPECT_NO_THROW(Simulation(block_in_ground(0.11), settings));
}

TEST(StartOverlap, OfABallInTheFaceOfAFlexibleBodyIsFound) {
  Model model = block_in_ground(0);
  model.bodies.push_back(test::solid(Sphere{0.05}, 1000, {0.07, 0.13, 0.24}));  // no node is in it
  const Overlap overlap = start_overlap(model, Settings());
  EXPECT_EQ(overlap.body_a, 1);
  EXPECT_EQ(overlap.body_b, 2);
  EXPECT_NEAR(overlap.depth, 0.01, 1e-6);
}

TEST(StartOverlap, OfTwoFlexibleBodiesIsFound) {
  Model model = block_in_ground(0);
  model.flexible_bodies.push_back(model.flexible_bodies[0]);
  model.flexible_bodies[1].name = "cake";
  for (Vector3& node : model.flexible_bodies[1].mesh.nodes) node += Vector3(0.03, 0.02, 0.19);
  const Overlap overlap = start_overlap(model, Settings());
  EXPECT_EQ(describe(overlap, model), "'jelly' and 'cake' overlap by 0.01 m at the start");
}

/// Three bars in a row, each on a slide along z on the one before: the first and the last, which no joint connects, are
/// in each other.
Model folded_arm() {
  Model model;
  model.gravity.setZero();
  const auto bar = [](const Vector3& at) { return test::solid(Box{{0.5, 0.05, 0.05}}, 1000, at); };
  model.bodies = {test::ground(), bar({0, 0, 1}), bar({0, 0.3, 1}), bar({0.02, 0.02, 1.06})};
  for (const auto& [a, b] : {std::pair(1, 2), std::pair(2, 3)}) {
    Joint slide;
    slide.kind = JointKind::prismatic;
    slide.body_a = a;
    slide.body_b = b;
    const Vector3 at(0.5, 0.15, 1);
    slide.frame_a.position = at - model.bodies[a].pose.position;
    slide.frame_b.position = at - model.bodies[b].pose.position;
    model.joints.push_back(slide);
  }
  return model;
}

TEST(OverlappingLinks, AreThoseThatJointsConnectThroughOthers) {
  Model model = folded_arm();
  EXPECT_EQ(overlapping_links(model, Settings()), (BodyPairs{{1, 3}}));
  EXPECT_EQ(start_overlap(model, Settings()).body_a, -1);
  Settings pushing;
  pushing.ignore_overlapping_links = false;
  EXPECT_EQ(start_overlap(model, pushing).body_b, 3);
  model.bodies[1].fixed = true;  // a robot's base
  EXPECT_EQ(overlapping_links(model, Settings()), (BodyPairs{{1, 3}}));
  model.bodies[1].fixed = false;
  model.joints.pop_back();  // now the last is a body by itself
  EXPECT_TRUE(overlapping_links(model, Settings()).empty());
  EXPECT_EQ(start_overlap(model, Settings()).body_b, 3);
}

TEST(OverlappingLinks, AreLeftAloneUntilTheyPart) {
  const Model model = folded_arm();
  Settings settings;
  settings.step = 0.01;
  Simulation still(model, settings);
  for (int k = 0; k < 10; ++k) EXPECT_LT(still.step().energies.kinetic, 1e-12);
  EXPECT_EQ(still.overlapping().size(), 1u);

  // Pulled out of each other, they part, and do not go through each other on the way back; a run that is resumed on the
  // way does the same.
  Simulation moving(model, settings);
  StepInputs pull, push;
  pull.forces = {{.body = 3, .force = {0, 0, 400}}};
  push.forces = {{.body = 3, .force = {0, 0, -400}}};
  for (int k = 0; k < 30 && !moving.overlapping().empty(); ++k) moving.step(pull);
  ASSERT_TRUE(moving.overlapping().empty());
  Simulation resumed(model, settings);
  resumed.resume(moving.steps_done(), moving.state(), moving.warm_start(), moving.motor_shifts(), moving.overlapping());
  double deepest = 0;
  for (int k = 0; k < 60; ++k) {
    deepest = std::max(deepest, moving.step(push).deepest_penetration);
    resumed.step(push);
  }
  EXPECT_LT(deepest, 1e-3);
  EXPECT_EQ(moving.state().v, resumed.state().v);
}

/// As robots are in the zero of their coordinates.
TEST(Limits, AJointBeyondItsLimitComesBackSlowly) {
  Model model;
  model.gravity.setZero();
  model.bodies = {test::solid(Box{{0.5, 0.05, 0.05}}, 1000, {0.5, 0, 0})};
  Joint hinge;
  hinge.kind = JointKind::revolute;
  hinge.body_b = 0;
  hinge.frame_b.position = {-0.5, 0, 0};
  hinge.lower = 0.3;
  model.joints = {hinge};
  Settings settings;
  settings.step = 0.002;
  Simulation simulation(model, settings);
  double fastest = 0;
  for (int k = 0; k < 400; ++k) {
    simulation.step();
    fastest = std::max(fastest, simulation.state().v.tail<3>().norm());
  }
  EXPECT_LE(fastest, 1 + 1e-6);
  EXPECT_GE(simulation.coordinate(0), 0.3);
}

}  // namespace
}  // namespace signorini
