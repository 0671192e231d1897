// Going on with a run, and what a folder may hold, from the command line.

#include <fstream>

#include "cli/program.h"
#include "signorini/io/trajectory.h"

namespace signorini {
namespace {

using namespace signorini::testing;
namespace fs = std::filesystem;

constexpr const char* scene = R"(
time: {step: 0.01, duration: 0.2}
output: {checkpoint_every: 5, csv: [joints, springs, pairs]}
import: {file: parts/arm.urdf, position: [0, 0, 1], fixed: true}
bodies:
  - {name: floor, fixed: true, shape: {type: plane}}
  - {name: wedge, fixed: true, shape: {type: triangle_mesh, file: parts/wedge.obj}}
  - {name: ball, density: 1000, position: [0.1, 0.1, 0.4], shape: {type: sphere, radius: 0.1}}
springs: [{name: coil, bodies: [world, ball], from: [0.1, 0.1, 1], to: [0.1, 0.1, 0.4], stiffness: 50}]
)";
constexpr const char* arm = R"(<robot name="arm">
  <link name="base"/>
  <link name="rod">
    <inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01"/></inertial>
    <collision><geometry><mesh filename="package://parts/rod.obj"/></geometry></collision>
  </link>
  <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
</robot>
)";
constexpr const char* tetrahedron = "v 0 0 0\nv 0.2 0 0\nv 0 0.2 0\nv 0 0 0.2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

class RunResume : public ::testing::Test {
 protected:
  RunResume() {
    fs::create_directory(folder / "parts");
    write("scene.yaml", scene);
    write("parts/arm.urdf", arm);
    write("parts/rod.obj", tetrahedron);
    write("parts/wedge.obj", tetrahedron);
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder / name) << text; }
  /// Half of a run, as after Ctrl-C.
  void run_half() const { run_well(folder, {"run", "scene.yaml", "--out", "half", "--steps", "10", "--quiet"}); }
  void expect_same_as_whole() const {
    EXPECT_EQ(trajectory_difference(folder / "whole/trajectory.h5", folder / "half/trajectory.h5"), "");
    for (const std::string csv : {"energy.csv", "joints.csv", "springs.csv", "pairs.csv"})
      EXPECT_EQ(bytes_of(folder / "whole" / csv), bytes_of(folder / "half" / csv)) << csv;
  }
  TemporaryFolder folder;
};

/// A run goes on with the files that it was started with, whatever became of them.
TEST_F(RunResume, ChangedOrMissingInputsDoNotMixIn) {
  run_well(folder, {"run", "scene.yaml", "--out", "whole", "--quiet"});
  run_half();
  std::string heavier = arm;
  heavier.replace(heavier.find("value=\"1\""), 9, "value=\"9\"");
  write("parts/arm.urdf", heavier);
  write("parts/wedge.obj", std::string(tetrahedron) + "v 9 9 9\n");
  write("scene.yaml", std::string(scene) + "gravity: [0, 0, -1]\n");
  fs::remove(folder / "parts/rod.obj");
  run_well(folder, {"run", "--resume", "half", "--duration", "0.2", "--quiet"});
  expect_same_as_whole();
}

TEST_F(RunResume, FromAnotherFolder) {
  run_well(folder, {"run", "scene.yaml", "--out", "whole", "--quiet"});
  run_half();
  const TemporaryFolder elsewhere;
  run_well(elsewhere, {"run", "--resume", (folder / "half").string() + "/", "--duration", "0.2", "--quiet"});
  expect_same_as_whole();
}

TEST_F(RunResume, OptionsThatWouldChangeItAreRefused) {
  run_half();
  const std::vector<Words> options = {{"--law", "coulomb"}, {"--tolerance", "1e-3"}, {"--set", "a=1"},
                                      {"--solver", "auto"}, {"--step", "0.02"},      {"--save-problem", "12"},
                                      {"--overwrite"},      {"--out", "other"}};
  for (const Words& option : options) {
    Words words = {"run", "--resume", "half"};
    words.insert(words.end(), option.begin(), option.end());
    expect_refused(folder, words, {option[0], "keeps its settings"});
  }
  expect_refused(folder, {"run", "--resume", "half", "--steps", "5"}, {"half/checkpoint.h5", "longer"});
}

TEST_F(RunResume, WithoutItsCheckpointItIsRefused) {
  run_half();
  const std::string trajectory = bytes_of(folder / "half/trajectory.h5");
  fs::remove(folder / "half/checkpoint.h5");
  expect_refused(folder, {"run", "--resume", "half", "--steps", "20"}, {"half/checkpoint.h5", "missing"});
  EXPECT_EQ(bytes_of(folder / "half/trajectory.h5"), trajectory);
}

TEST_F(RunResume, SecondsAreThoseOfTheWholeRun) {
  run_half();
  const std::string text = run_well(folder, {"run", "--resume", "half", "--steps", "20"}).out;
  double total = 0, parts[5] = {};
  const std::size_t start = text.find("seconds ");
  ASSERT_NE(start, std::string::npos) << text;
  ASSERT_EQ(std::sscanf(text.c_str() + start,
                        "seconds %lf (collision %lf, assembly %lf, solver %lf, integration %lf, output %lf)", &total,
                        &parts[0], &parts[1], &parts[2], &parts[3], &parts[4]),
            6)
      << text;
  EXPECT_NEAR(total, parts[0] + parts[1] + parts[2] + parts[3] + parts[4], 0.02 * total);
  EXPECT_NE(text.find("since resumed"), std::string::npos) << text;
}

TEST_F(RunResume, AFolderThatHoldsARunSaysWhatToDo) {
  run_half();
  expect_refused(folder, {"run", "scene.yaml", "--out", "half"},
                 {"holds a run already", "--resume half", "--overwrite"});
  fs::create_directory(folder / "mine");
  write("mine/scene.yaml", scene);
  expect_refused(folder, {"run", "scene.yaml", "--out", "mine", "--overwrite"}, {"mine/scene.yaml", "no run wrote it"});
  EXPECT_EQ(bytes_of(folder / "mine/scene.yaml"), scene);
}

/// Noticed by the next checkpoint, also when no step was done since. (One that is due meanwhile may just be writing the
/// file anew: so none is.)
TEST_F(RunResume, TrajectoryRemovedWhileRunning) {
  const std::string often = "checkpoint_every: 5", seldom = "checkpoint_every: 1000000, checkpoint_seconds: 1000000";
  write("scene.yaml", std::string(scene).replace(std::string(scene).find(often), often.size(), seldom));
  Running program(folder, {"run", "scene.yaml", "--steps", "1000000", "--out", "a", "--quiet"});
  program.wait_until_it_catches(SIGINT);
  fs::remove(folder / "a/trajectory.h5");
  program.send(SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("a/trajectory.h5: is missing"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace signorini
