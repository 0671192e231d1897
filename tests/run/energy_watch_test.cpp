// Limits of the energy ledger: when they are told, what a run does then, how it goes on.
#include "signorini/run/energy_watch.h"

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>

#include "io/support.h"
#include "signorini/run/run.h"

namespace signorini {
namespace {

using testing::TemporaryFolder;

/// After a step, with 10 J at hand.
RunSummary summary_with(double unexplained, double stabilisation = 0) {
  RunSummary summary;
  summary.steps = 1;
  summary.kinetic_most = 10;
  summary.stored_most = summary.stored_least = 0;
  summary.unexplained_most = unexplained;
  summary.changes.stabilisation = stabilisation;
  return summary;
}

TEST(EnergyWatch, TellsOnceAndWhenItHasDoubled) {
  EnergyWatch watch({.unexplained = 0.01, .stabilisation = 0.1}, RunSummary());
  EXPECT_TRUE(watch.after(1, summary_with(0.09)).empty());
  const std::vector<EnergyExcess> first = watch.after(2, summary_with(0.2));
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].step, 2);
  EXPECT_EQ(first[0].name, "unexplained");
  EXPECT_EQ(first[0].energy, 0.2);
  EXPECT_DOUBLE_EQ(first[0].share, 0.02);
  EXPECT_EQ(first[0].limit, 0.01);
  EXPECT_EQ(describe(first[0]).rfind("step 2: 0.2 J, 0.02 of the energy at hand, are unexplained (limit 0.01)", 0), 0u)
      << describe(first[0]);
  EXPECT_TRUE(watch.after(3, summary_with(0.39)).empty());
  const std::vector<EnergyExcess> both = watch.after(4, summary_with(0.41, -2));
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[1].name, "stabilisation");
  EXPECT_EQ(both[1].energy, 2);
  EXPECT_TRUE(watch.after(5, summary_with(0.41, -2)).empty());
}

TEST(EnergyWatch, StabilisationIsComparedWithWhatItDidNotPutIn) {
  EXPECT_DOUBLE_EQ(summary_with(0, -2).stabilisation_share(), 0.2);
  EXPECT_DOUBLE_EQ(summary_with(0, 2).stabilisation_share(), 2 / 8.0);
  EXPECT_DOUBLE_EQ(summary_with(0, 9).stabilisation_share(), 9);
  RunSummary pushed_out = summary_with(0, 9);
  pushed_out.gentle_push = 9;
  EXPECT_DOUBLE_EQ(pushed_out.stabilisation_share(), 0.9);
  // Bodies that are thrown have their energy first as motion, then as height.
  RunSummary thrown = summary_with(0, 9);
  thrown.stored_most = 9;
  EXPECT_NEAR(thrown.stabilisation_share(), 9, 1e-7);
}

TEST(EnergyWatch, AnExplosionStaysKnownWhenItsEnergyIsAtHand) {
  RunSummary summary;
  StepRecord record;
  record.energies.kinetic = 50;
  record.changes.stabilisation = 40;
  summary.add(record);
  EXPECT_DOUBLE_EQ(summary.stabilisation_share(), 4);
  record.energies.kinetic = 400;
  record.changes.stabilisation = -40;
  summary.add(record);
  EXPECT_DOUBLE_EQ(summary.stabilisation_share(), 4);
}

TEST(EnergyWatch, KnowsWhatWasBefore) {
  EnergyWatch watch({.unexplained = 0.01}, summary_with(0.2));
  EXPECT_TRUE(watch.after(1, summary_with(0.39)).empty());
  EXPECT_EQ(watch.after(2, summary_with(0.41)).size(), 1u);
}

TEST(EnergyWatch, EnergyAtHandHasAllParts) {
  RunSummary summary;
  EXPECT_EQ(summary.energy_at_hand(), 0);
  summary = summary_with(0);
  summary.stored_most = 3, summary.stored_least = 1;
  summary.changes.forces = -5, summary.changes.motors = 7;
  summary.free_fall = 0.5;
  EXPECT_NEAR(summary.energy_at_hand(), 10 + 2 + 5 + 7 + 0.5, 1e-8);
  Model model;
  model.bodies.resize(2);
  model.bodies[0].mass = 3;
  model.bodies[1].mass = 100;
  model.bodies[1].fixed = true;
  model.gravity = {0, 0, -10};
  EXPECT_DOUBLE_EQ(free_fall_energy(model, 0.1), 1.5);
  Settings settings;
  settings.recovery_speed = 0.2;
  settings.margin = 0.01;
  EXPECT_DOUBLE_EQ(gentle_push_energy(model, settings), 3 * (0.02 + 0.1));
}

/// A pendulum with a limit that rounding passes.
std::filesystem::path write_pendulum(const TemporaryFolder& folder, const std::string& policy) {
  const std::filesystem::path path = folder / "pendulum.yaml";
  std::ofstream(path) << "time: {step: 0.01, duration: 0.5}\n"
                         "energy: {unexplained: 1e-20, on_excess: "
                      << policy
                      << "}\n"
                         "bodies: [{name: bob, mass: 1, position: [1, 0, 0], shape: {type: sphere, radius: 0.1}}]\n"
                         "joints: [{type: spherical, bodies: [world, bob], at: [0, 0, 0]}]\n";
  return path;
}

TEST(EnergyWatch, WarnsAndGoesOn) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_pendulum(folder, "warn"));
  std::vector<EnergyExcess> told;
  run.energy_exceeded = [&](const EnergyExcess& excess) { told.push_back(excess); };
  const RunResult result = simulate(run);
  EXPECT_TRUE(result.complete);
  ASSERT_FALSE(told.empty());
  for (std::size_t k = 1; k < told.size(); ++k) EXPECT_GT(told[k].share, 2 * told[k - 1].share);
}

TEST(EnergyWatch, StopsAndIsResumedWithTheSameBits) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_pendulum(folder, "stop"));
  run.scene.settings.energy.on_excess = ExcessPolicy::warn;
  Vector undisturbed, resumed;
  std::int64_t first = 0;
  run.stepped = [&](const StepRecord& record) { undisturbed = record.state.v; };
  run.energy_exceeded = [&](const EnergyExcess& excess) { first = first == 0 ? excess.step : first; };
  simulate(run);

  run = read_run(folder / "pendulum.yaml");
  run.folder = folder / "out";
  RunResult result = simulate(run);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.steps_done, first);
  EXPECT_EQ(result.summary.steps, first);
  EXPECT_TRUE(result.all_solved());
  int parts = 1;
  for (; !result.complete && parts < 60; ++parts) {
    run = read_stopped_run(folder / "out");
    EXPECT_EQ(run.scene.settings.energy.on_excess, ExcessPolicy::stop);
    run.stepped = [&](const StepRecord& record) { resumed = record.state.v; };
    result = simulate(run);
  }
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.steps_done, 50);
  EXPECT_EQ(resumed, undisturbed);
}

}  // namespace
}  // namespace signorini
