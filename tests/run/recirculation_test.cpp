// Runs that end when their bodies rest, and runs whose bodies leave below and enter above.
#include "signorini/dynamics/recirculation.h"

#include <fstream>

#include <gtest/gtest.h>

#include "io/support.h"
#include "signorini/base/error.h"
#include "signorini/run/run.h"

namespace signorini {
namespace {

using testing::TemporaryFolder;

std::filesystem::path write_scene(const TemporaryFolder& folder, const std::string& more) {
  const std::filesystem::path path = folder / "bed.yaml";
  std::ofstream(path)
      << "parameters: {rest: 0, rate: 0, duration: 2}\n"
         "time: {step: 0.01, duration: $duration, rest_energy: $rest}\n"
         "bodies:\n"
         "  - {name: box, fixed: true, position: [0, 0, 1], shape: {type: box_inside, size: [1, 1, 2]}}\n"
         "  - name: ball\n"
         "    density: 1000\n"
         "    shape: {type: sphere, radius: 0.1}\n"
         "    rings: {count: 30, region: {from: [-0.5, -0.5, 0], to: [0.5, 0.5]}, spacing: 0.22}\n"
      << more;
  return path;
}

const char* circulating =
    "recirculate: {bodies: ball, rate: $rate, region: {shape: cylinder, from: [-0.5, -0.5, 1.2], to: [0.5, 0.5, 1.6]}, "
    "below: 0.3}\n";

TEST(RestEnergy, EndsTheRunWhenItsBodiesRest) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder, ""), {{"rest", "0.01"}, {"duration", "3"}});
  double before = 0, last = 0;
  run.stepped = [&](const StepRecord& record) { before = std::exchange(last, record.energies.kinetic); };
  const RunResult result = simulate(run);
  EXPECT_TRUE(result.complete);
  EXPECT_LT(result.steps_done, 300);
  EXPECT_GT(result.steps_done, 5) << "bodies that have not fallen yet do not rest";
  EXPECT_LT(last, 0.01);
  EXPECT_GE(before, 0.01);
}

TEST(RestEnergy, OfZeroNeverEndsIt) {
  const TemporaryFolder folder;
  EXPECT_EQ(simulate(read_run(write_scene(folder, ""))).steps_done, 200);
}

TEST(RestEnergy, HoldsForAResumedRunToo) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder, ""), {{"rest", "0.01"}, {"duration", "3"}});
  const std::int64_t whole = simulate(run).steps_done;
  ASSERT_LT(whole, 300);
  run.folder = folder / "out";
  int steps = 0;
  run.stepped = [&](const StepRecord&) { ++steps; };
  run.cancelled = [&] { return steps >= 10; };
  EXPECT_FALSE(simulate(run).complete);
  EXPECT_EQ(simulate(read_stopped_run(folder / "out")).steps_done, whole);
}

/// How many bodies rose by more than half a metre in a step.
struct Watch {
  State last;
  int risen = 0;
  double deepest = 0, highest = 0;

  void operator()(const StepRecord& record) {
    for (std::size_t k = 0; k < last.poses.size(); ++k) {
      const double rise = record.state.poses[k].position.z() - last.poses[k].position.z();
      risen += rise > 0.5 ? 1 : 0;
      if (rise > 0.5) highest = std::max(highest, record.state.poses[k].position.z());
    }
    deepest = std::max(deepest, record.deepest_penetration);
    last = record.state;
  }
};

TEST(Recirculation, CarriesAsManyAsItSaysWithoutTouching) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder, circulating), {{"rate", "25"}});
  Watch watch;
  run.stepped = std::ref(watch);
  const RunResult result = simulate(run);
  EXPECT_TRUE(result.all_solved());
  EXPECT_EQ(watch.risen, 50) << "25/s for 2 s";
  EXPECT_LE(watch.highest, 1.5) << "the ball within the region";
  EXPECT_LT(watch.deepest, 0.001);
  EXPECT_LT(std::abs(result.summary.changes.unexplained), 1e-3 * result.summary.energy_at_hand());
  const double change = result.summary.energy_end.total() - result.summary.energy_start.total();
  const EnergyChanges& changes = result.summary.changes;
  EXPECT_NEAR(changes.explained() + changes.unexplained, change, 1e-9 * result.summary.energy_at_hand());
  EXPECT_GT(changes.forces, 50 * 4.19 * 9.81 * 0.5) << "carrying them up is work";
}

TEST(Recirculation, ResumesToTheSameBits) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder, circulating), {{"rate", "40"}});
  State undisturbed, resumed;
  run.stepped = [&](const StepRecord& record) { undisturbed = record.state; };
  simulate(run);
  run.folder = folder / "out";
  int steps = 0;
  run.stepped = [&](const StepRecord&) { ++steps; };
  run.cancelled = [&] { return steps >= 77; };
  EXPECT_FALSE(simulate(run).complete);
  signorini::Run rest = read_stopped_run(folder / "out");
  rest.stepped = [&](const StepRecord& record) { resumed = record.state; };
  EXPECT_TRUE(simulate(rest).complete);
  ASSERT_EQ(resumed.poses.size(), undisturbed.poses.size());
  EXPECT_EQ(resumed.v, undisturbed.v);
  for (std::size_t k = 0; k < resumed.poses.size(); ++k)
    EXPECT_EQ(resumed.poses[k].position, undisturbed.poses[k].position);
}

TEST(SetBody, RefusesWhatIsNotThere) {
  const TemporaryFolder folder;
  const Scene scene = read_scene(write_scene(folder, ""));
  Simulation simulation(scene.model, scene.settings);
  EXPECT_THROW(simulation.set_body(0, {}, Vector3::Zero(), Vector3::Zero()), InputError) << "fixed";
  EXPECT_THROW(simulation.set_body(31, {}, Vector3::Zero(), Vector3::Zero()), InputError);
  EXPECT_THROW(simulation.set_body(-1, {}, Vector3::Zero(), Vector3::Zero()), InputError);
  EXPECT_THROW(simulation.set_body(1, {}, Vector3(0, 0, NAN), Vector3::Zero()), InputError);
  simulation.set_body(1, {{0, 0, 1}, Quaternion::Identity()}, {1, 2, 3}, {4, 5, 6});
  EXPECT_EQ(simulation.state().poses[1].position, Vector3(0, 0, 1));
  EXPECT_EQ(simulation.state().v.head<6>(), (Vector{{1, 2, 3, 4, 5, 6}}));
}

}  // namespace
}  // namespace signorini
