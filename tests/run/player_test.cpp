// Playing with a simulation, and doing it again.
#include "signorini/run/player.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include "dynamics/same_bits.h"
#include "io/support.h"
#include "signorini/base/error.h"
#include "signorini/fem/elastic_body.h"
#include "signorini/io/trajectory.h"
#include "signorini/run/run.h"

namespace signorini {
namespace {

using testing::TemporaryFolder;

std::filesystem::path write_scene(const TemporaryFolder& folder) {
  const std::filesystem::path path = folder / "boxes.yaml";
  std::ofstream(path) << "parameters: {count: 3}\n"
                         "materials:\n  stone: {friction: 0.5}\n"
                         "time: {step: 0.01, duration: 0.3}\n"
                         "bodies:\n"
                         "  - {name: ground, fixed: true, material: stone, shape: {type: plane}}\n"
                         "  - {repeat: $count, name: box, position: [0, 0, \"${0.1 + 0.2 * i}\"], density: 1000,\n"
                         "     material: stone, shape: {type: box, size: [0.2, 0.2, 0.2]}}\n";
  return path;
}

void go(Player& player, int steps) {
  for (int k = 0; k < steps; ++k) ASSERT_FALSE(player.step().failed);
}

bool same_bits(const State& a, const State& b) { return test::same_bits(a.v, b.v) && test::same_places(a, b); }

/// A bit of everything.
void play(Player& player) {
  go(player, 10);
  player.act(Pull{.body = 3, .point = {0.1, 0.1, 0.1}, .target = {0.4, 0.1, 0.9}, .rate = 14});
  go(player, 15);
  player.act(Pull{.body = 3, .point = {0.1, 0.1, 0.1}, .target = {0.7, 0.2, 0.8}, .rate = 14});
  go(player, 10);
  player.act(Release{});
  player.act(DropBody{.shape = {Sphere{0.07}}, .density = 700, .name = "first", .pose = {{0.02, 0, 1.1}}});
  go(player, 12);
  player.act(ChangeSolver{.law = Law::coulomb, .solver = ""});
  go(player, 8);
  player.act(ChangeGravity{{0.3, 0, -5}});
  player.act(DropBody{.shape = {Box{{0.05, 0.06, 0.07}}}, .name = "second", .pose = {{-0.05, 0.03, 1.4}}});
  go(player, 20);
  player.act(Pull{.body = 4, .target = {0, 0, 2}});  // after the last step: belongs to none
}

TEST(Player, WhatWasPlayedIsDoneAgainToTheBit) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder));
  Player player(run.scene.model, run.scene.settings);
  play(player);
  run.recording = recording_from_json(to_json(player.recording()), "recording");
  EXPECT_EQ(run.recording->steps, 75);
  run.folder = folder / "played";
  const RunResult saved = simulate(run);
  EXPECT_TRUE(saved.complete);
  EXPECT_EQ(saved.steps_done, 75);
  EXPECT_TRUE(same_bits(saved.end, player.simulation().state()));
  // And once more, from what the folder holds.
  std::filesystem::remove(folder / "boxes.yaml");
  signorini::Run again = read_played_run(folder / "played");
  again.folder = folder / "again";
  const RunResult replayed = simulate(again);
  EXPECT_TRUE(same_bits(replayed.end, player.simulation().state()));
  EXPECT_EQ(trajectory_difference(folder / "played/trajectory.h5", folder / "again/trajectory.h5"), "");
}

TEST(Player, ASlightlyOtherPullEndsElsewhere) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder));
  Player player(run.scene.model, run.scene.settings);
  play(player);
  run.recording = player.recording();
  for (Recording::Entry& entry : run.recording->entries)
    if (auto* pull = std::get_if<Pull>(&entry.act)) pull->target.x() *= 1 + 1e-15;
  EXPECT_FALSE(same_bits(simulate(run).end, player.simulation().state()));
}

TEST(Player, APlayedRunIsNotResumed) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder));
  run.folder = folder / "plain";
  simulate(run);
  EXPECT_THROW(read_played_run(folder / "plain"), InputError);
  Player player(run.scene.model, run.scene.settings);
  go(player, 3);
  run.recording = player.recording();
  run.folder = folder / "played";
  simulate(run);
  try {
    read_stopped_run(folder / "played");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("--replay"), std::string::npos) << error.what();
  }
}

/// A free body goes where it is pulled, and the force is that of the spring: with ω = 10 rad/s, at rest, ω² m d.
TEST(Player, PullsWithASpring) {
  Model model;
  model.gravity.setZero();
  Body body;
  body.name = "ball";
  body.shapes = {{Sphere{0.1}, {}, 0}};
  set_mass_from_shapes(body, 1000);
  model.bodies = {body};
  Player player(model, {.step = 0.01});
  player.act(Pull{.body = 0, .target = {0.5, 0, 0}, .rate = 10});
  player.step();
  ASSERT_TRUE(player.pulled());
  EXPECT_NEAR(player.pulled()->force.x(), 100 * body.mass * 0.5, 1e-9 * body.mass);
  go(player, 200);
  EXPECT_NEAR(player.simulation().state().poses[0].position.x(), 0.5, 1e-4);
  player.act(Release{});
  player.step();
  EXPECT_FALSE(player.pulled());
}

/// Off the centre of a thin rod, where little mass is felt, and faster than the steps: the spring stays in bounds.
TEST(Player, AStiffPullDoesNotBlowUp) {
  Model model;
  Body rod;
  rod.name = "rod";
  rod.shapes = {{Capsule{0.005, 0.5}, {}, 0}};
  set_mass_from_shapes(rod, 2000);
  model.bodies = {rod};
  Player player(model, {.step = 0.02});
  player.act(Pull{.body = 0, .point = {0.005, 0, 0.5}, .target = {0.3, 0.2, 0.6}, .rate = 1000});
  double fastest = 0;
  for (int k = 0; k < 500; ++k) {
    const StepRecord record = player.step();
    ASSERT_FALSE(record.failed) << record.message;
    fastest = std::max(fastest, record.state.v.head(3).norm());
  }
  EXPECT_LT(fastest, 50);
  const Pose& pose = player.simulation().state().poses[0];
  EXPECT_LT((pose.to_world({0.005, 0, 0.5}) - Vector3(0.3, 0.2, 0.6)).norm(), 0.2);
}

TEST(Player, PullsAFlexibleBodyByANode) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "jelly.yaml";
  std::ofstream(path) << "time: {step: 0.005, duration: 1}\n"
                         "bodies: [{name: floor, fixed: true, shape: {type: plane}}]\n"
                         "flexible:\n"
                         "  - {name: ball, mesh: {sphere: {radius: 0.1, cells: 2}}, young: 5e4, poisson: 0.3,\n"
                         "     density: 1000, stiffness_damping: 0.02, position: [0, 0, 0.1]}\n";
  const signorini::Run run = read_run(path);
  Player player(run.scene.model, run.scene.settings);
  const std::vector<Vector3>& nodes = player.simulation().state().nodes;
  const auto highest = std::ranges::max_element(nodes, {}, [](const Vector3& x) { return x.z(); });
  const int node = static_cast<int>(highest - nodes.begin());
  player.act(Pull{.target = {0, 0, 0.6}, .rate = 25, .node = node});
  go(player, 600);
  // It hangs below the target, where the spring of an eighth of its mass holds its weight.
  const ElasticBody elastic(run.scene.model.flexible_bodies[0].mesh, run.scene.model.flexible_bodies[0].elastic);
  const double mass = elastic.mass().sum() / 3, weight = 9.81 * mass;
  ASSERT_TRUE(player.pulled());
  EXPECT_EQ(player.pulled()->node, node);
  EXPECT_NEAR(player.pulled()->force.z(), weight, 0.05 * weight);
  EXPECT_LT(player.pulled()->force.head<2>().norm(), 0.05 * weight);
  double lowest = INFINITY;
  for (const Vector3& x : player.simulation().state().nodes) lowest = std::min(lowest, x.z());
  EXPECT_GT(lowest, 0.15);
  // The same again to the bit; and let go of, it falls.
  Player again(run.scene.model, run.scene.settings);
  again.act(
      act_from_json(R"({"do": "pull", "node": )" + std::to_string(node) + R"(, "target": [0, 0, 0.6], "rate": 25})"));
  go(again, 600);
  EXPECT_TRUE(same_bits(again.simulation().state(), player.simulation().state()));
  EXPECT_NE(to_json(player.recording()).find("\"node\""), std::string::npos);
  player.act(Release{});
  go(player, 100);
  EXPECT_LT(player.simulation().state().nodes[static_cast<std::size_t>(node)].z(), 0.25);
  EXPECT_THROW(player.act(Pull{.node = static_cast<int>(nodes.size())}), InputError);
}

TEST(Player, RefusesWhatCannotBeDoneAndGoesOn) {
  const TemporaryFolder folder;
  const signorini::Run run = read_run(write_scene(folder));
  Player player(run.scene.model, run.scene.settings);
  go(player, 2);
  EXPECT_THROW(player.act(Pull{.body = 0}), InputError);  // fixed
  EXPECT_THROW(player.act(Pull{.body = 99}), InputError);
  EXPECT_THROW(player.act(Pull{.body = 1, .rate = 0}), InputError);
  EXPECT_THROW(player.act(DropBody{.shape = {Sphere{-1}}}), InputError);
  EXPECT_THROW(player.act(DropBody{.shape = {Sphere{0.1}, {}, 7}, .pose = {{0, 0, 3}}}), InputError);
  EXPECT_THROW(player.act(DropBody{.shape = {Sphere{0.1}}, .pose = {{0, 0, 0.1}}}), InputError);  // in a box
  EXPECT_THROW(player.act(ChangeSolver{.law = Law::convex, .solver = "nobody"}), InputError);
  EXPECT_THROW(player.act(ChangeGravity{{0, 0, INFINITY}}), InputError);
  go(player, 2);
  EXPECT_TRUE(player.recording().entries.empty());
  EXPECT_EQ(player.recording().steps, 4);
}

TEST(Recording, DamagedOnesAreRefused) {
  for (const char* text : {"", "{", "[]", R"({"format": 1})", R"({"format": 2, "steps": 3, "entries": []})",
                           R"({"format": 1, "steps": 0, "entries": []})",
                           R"({"format": 1, "steps": 3, "entries": [{"after": 3, "do": "release"}]})",
                           R"({"format": 1, "steps": 3, "entries": [{"after": 1, "do": "fly"}]})",
                           R"({"format": 1, "steps": 3, "entries": [{"after": 1, "do": "gravity", "value": [1, 2]}]})",
                           R"({"format": 1, "steps": 3, "entries": [{"after": 1, "do": "pull", "body": 1.5}]})"})
    EXPECT_THROW(recording_from_json(text, "file"), InputError) << text;
}

}  // namespace
}  // namespace signorini
