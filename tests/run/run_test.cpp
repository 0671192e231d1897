// A scene run by the library: what it hands back, what it leaves in a folder, how it stops and goes on.
#include "signorini/run/run.h"

#include <algorithm>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/support.h"
#include "signorini/base/error.h"
#include "signorini/io/fclib.h"

namespace signorini {
namespace {

using testing::TemporaryFolder;

/// A ball that falls on the ground, in 30 steps.
std::filesystem::path write_scene(const TemporaryFolder& folder, const std::string& step = "step: 0.01") {
  const std::filesystem::path path = folder / "ball.yaml";
  std::ofstream(path)
      << "parameters: {height: 0.3}\n"
         "time: {"
      << step
      << ", duration: 0.3}\n"
         "bodies:\n"
         "  - {name: ground, fixed: true, shape: {type: plane}}\n"
         "  - {name: ball, position: [0, 0, $height], density: 1000, shape: {type: sphere, radius: 0.1}}\n";
  return path;
}

TEST(Run, WithoutAFolderWritesNothing) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder), {{"height", "0.2"}});
  std::vector<std::int64_t> steps;
  std::int64_t last = 0;
  run.started = [&](const Simulation& simulation, std::int64_t last_step) {
    EXPECT_EQ(simulation.state().poses[1].position.z(), 0.2);
    last = last_step;
  };
  run.stepped = [&](const StepRecord& record) { steps.push_back(record.step); };
  const RunResult result = simulate(run);
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.all_solved());
  EXPECT_EQ(last, 30);
  EXPECT_EQ(result.steps_done, 30);
  EXPECT_EQ(result.summary.steps, 30);
  EXPECT_EQ(steps.size(), 30u);
  EXPECT_NE(result.summary_json.find("\"complete\": true"), std::string::npos) << result.summary_json;
  EXPECT_EQ(folder.names().size(), 1u);
}

TEST(Run, TheWorstProblemsAreSaved) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder));
  std::vector<std::pair<double, std::int64_t>> steps;  // with contacts, by their certificates
  run.stepped = [&](const StepRecord& record) {
    if (!record.contacts.empty()) steps.emplace_back(-record.certificate.value(), record.step);
  };
  run.folder = folder / "out";
  run.worst_problems = 2;
  simulate(run);
  ASSERT_GT(steps.size(), 3u);
  std::ranges::sort(steps);
  std::set<std::string> wanted, found;
  for (std::size_t k = 0; k < 2; ++k) wanted.insert(fmt::format("step_{:06}.hdf5", steps[k].second));
  for (const auto& entry : std::filesystem::directory_iterator(run.folder / "problems"))
    found.insert(entry.path().filename().string());
  EXPECT_EQ(found, wanted);
  const FclibFile saved = read_fclib(run.folder / "problems" / *found.begin());
  EXPECT_GT(saved.problem.cones.contacts(), 0);
}

void expect_same_bits_when_stopped(const std::string& step) {
  const TemporaryFolder folder;
  signorini::Run run = read_run(write_scene(folder, step));
  State undisturbed, resumed;
  run.stepped = [&](const StepRecord& record) { undisturbed = record.state; };
  simulate(run);

  run.folder = folder / "out";
  int last_step = 0;
  run.stepped = [&](const StepRecord& record) { last_step = static_cast<int>(record.step); };
  run.cancelled = [&] { return last_step >= 12; };
  const RunResult stopped = simulate(run);
  EXPECT_FALSE(stopped.complete);
  EXPECT_EQ(stopped.steps_done, 12);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/trajectory.h5"));

  signorini::Run rest = read_stopped_run(folder / "out");
  rest.stepped = [&](const StepRecord& record) { resumed = record.state; };
  const RunResult result = simulate(rest);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.steps_done, 30);
  EXPECT_EQ(result.summary.steps, 30);
  EXPECT_GT(result.seconds_before, 0);
  EXPECT_EQ(resumed.v, undisturbed.v);
  EXPECT_EQ(resumed.poses[1].position, undisturbed.poses[1].position);
}

TEST(Run, WhenStoppedGoesOnWithTheSameBits) { expect_same_bits_when_stopped("step: 0.01"); }

TEST(Run, WhenStoppedGoesOnInPiecesWithTheSameBits) {
  expect_same_bits_when_stopped("step: auto, accuracy: 1e-6, largest: 0.01");
}

TEST(Run, TellsOfPieces) {
  const TemporaryFolder folder;
  const RunResult result = simulate(read_run(write_scene(folder, "step: auto, accuracy: 1e-6")));
  EXPECT_EQ(result.summary.steps, 30);
  EXPECT_GE(result.summary.pieces_sum, 60);
  EXPECT_LE(result.summary.shortest_piece, 0.005);
  EXPECT_NE(result.summary_json.find("\"pieces\""), std::string::npos) << result.summary_json;
}

TEST(Run, OfAFlexibleBodyGoesOnWithTheSameBits) {
  const TemporaryFolder folder;
  std::ofstream(folder / "jelly.yaml")
      << "time: {step: 0.01, duration: 0.3}\n"
         "output: {vtk_every: 10, checkpoint_every: 1, csv: [pairs]}\n"
         "bodies:\n"
         "  - {name: ground, fixed: true, shape: {type: plane}}\n"
         "flexible:\n"
         "  - {name: jelly, mesh: {block: {size: [0.1, 0.1, 0.1], cells: [1, 1, 2]}}, young: 1e5, poisson: 0.3,\n"
         "     density: 1000, position: [0, 0, 0.1], velocity: [0.5, 0, 0]}\n";
  signorini::Run run = read_run(folder / "jelly.yaml");
  State undisturbed, resumed;
  run.stepped = [&](const StepRecord& record) { undisturbed = record.state; };
  const RunResult whole = simulate(run);
  EXPECT_TRUE(whole.all_solved());
  EXPECT_LT(whole.summary.unexplained_share(), 1e-6);

  run.folder = folder / "out";
  int last_step = 0;
  run.stepped = [&](const StepRecord& record) { last_step = static_cast<int>(record.step); };
  run.cancelled = [&] { return last_step >= 17; };
  EXPECT_EQ(simulate(run).steps_done, 17);
  signorini::Run rest = read_stopped_run(folder / "out");
  rest.stepped = [&](const StepRecord& record) { resumed = record.state; };
  EXPECT_TRUE(simulate(rest).complete);
  EXPECT_EQ(resumed.v, undisturbed.v);
  EXPECT_EQ(resumed.nodes, undisturbed.nodes);
  EXPECT_LT(undisturbed.nodes[0].z(), 0.1);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/vtk/flexible_000030.vtu"));
}

std::string complaint(const Run& run) {
  try {
    simulate(run);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Run, NamesWhatIsWrong) {
  const TemporaryFolder folder;
  const std::filesystem::path scene = write_scene(folder);
  signorini::Run run = read_run(scene);
  run.scene.model.bodies[1].mass = -1;
  EXPECT_NE(complaint(run).find(scene.string() + ": body 'ball': mass is -1"), std::string::npos) << complaint(run);

  run = read_run(scene);
  run.folder = folder / "out";
  EXPECT_EQ(complaint(run), "");
  EXPECT_NE(complaint(run), "");
  run.overwrite = true;
  EXPECT_EQ(complaint(run), "");

  signorini::Run without_files;
  without_files.scene = run.scene;
  without_files.folder = folder / "other";
  EXPECT_NE(complaint(without_files).find("read_run()"), std::string::npos) << complaint(without_files);
  EXPECT_THROW(read_stopped_run(folder / "nowhere"), InputError);
}

}  // namespace
}  // namespace signorini
