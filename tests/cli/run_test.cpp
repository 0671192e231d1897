// Simulations from the command line: output, resuming after a kill, bad scenes.

#include <chrono>
#include <fstream>
#include <thread>

#include "cli/program.h"
#include "signorini/io/trajectory.h"

namespace signorini {
namespace {

using namespace signorini::testing;

/// Ten balls fall onto a floor.
constexpr const char* scene = R"(about: ten balls fall
parameters:
  mass: 1
time: {step: 0.01, duration: 0.5}
output: {checkpoint_every: 10}
bodies:
  - name: floor
    fixed: true
    shape: {type: plane}
  - repeat: 10
    name: ball
    mass: $mass
    position: [0.03 * i, 0.02 * i, 0.2 + 0.25 * i]
    shape: {type: sphere, radius: 0.1}
)";

void write_scene(const TemporaryFolder& folder, const std::string& text = scene) {
  std::ofstream(folder / "scene.yaml") << text;
}

/// A ball between a wall and one of a billion times its mass would bounce 10⁵ times in a step.
TEST(Run, TellsOfImpactsThatWereCutOff) {
  const TemporaryFolder folder;
  write_scene(folder, R"(about: a hammer
gravity: [0, 0, 0]
time: {step: 0.1, duration: 0.2}
materials: {default: {friction: 0, restitution: 1}}
bodies:
  - {name: wall, fixed: true, shape: {type: plane}}
  - {name: nut, mass: 1, position: [0, 0, 0.11], shape: {type: sphere, radius: 0.1}}
  - {name: hammer, mass: 1e9, position: [0, 0, 0.42], velocity: [0, 0, -1], shape: {type: sphere, radius: 0.2}}
)");
  EXPECT_EQ(run(folder, {"run", "scene.yaml", "--json", "--out", "a"}).json()["impacts_cut_off"], 2);
  const std::string text = run(folder, {"run", "scene.yaml", "--out", "b"}).out;
  EXPECT_NE(text.find("WARNING         2 pairs of bodies hit each other too often in a step"), std::string::npos)
      << text;
}

TEST(Run, SaysWhatHappened) {
  const TemporaryFolder folder;
  write_scene(folder);
  const Json json = run_well(folder, {"run", "scene.yaml", "--json", "--steps", "20"}).json();
  EXPECT_EQ(json["steps"], 20);
  EXPECT_EQ(json["status"], (Json{{"solved", 20}}));
  EXPECT_LE(json["certificate"]["worst"], 3e-4);
  const std::string text = run_well(folder, {"run", "scene.yaml"}).out;
  for (const char* word : {"50 steps", "contacts", "iterations", "certificate", "energy", "solver"})
    EXPECT_NE(text.find(word), std::string::npos) << word;
}

TEST(Run, WritesItsFolderAndDoesNotOverwriteOne) {
  const TemporaryFolder folder;
  write_scene(folder);
  run_well(folder, {"run", "scene.yaml", "--out", "a", "--save-problem", "30", "--quiet"});
  for (const char* file : {"trajectory.h5", "energy.csv", "summary.json", "scene.yaml", "problems/step_000030.hdf5"})
    EXPECT_TRUE(std::filesystem::exists(folder / ("a/" + std::string(file)))) << file;
  EXPECT_EQ(run_well(folder, {"solve", "a/problems/step_000030.hdf5", "--json"}).json()["status"], "solved");
  const Outcome again = run(folder, {"run", "scene.yaml", "--out", "a"});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_NE(again.err.find("--resume"), std::string::npos) << again.err;
  EXPECT_NE(again.err.find("--overwrite"), std::string::npos) << again.err;
  run_well(folder, {"run", "scene.yaml", "--out", "a", "--overwrite", "--quiet"});
}

TEST(Run, GoesOnAfterAKillWithTheSameBits) {
  const TemporaryFolder folder;
  write_scene(folder);
  run_well(folder, {"run", "scene.yaml", "--steps", "400", "--out", "whole", "--quiet"});
  {
    Running killed(folder, {"run", "scene.yaml", "--steps", "400", "--out", "torn", "--quiet"});
    const auto half_way = [&] { return std::filesystem::exists(folder / "torn/summary.json"); };
    for (int i = 0; i < 10'000 && !half_way(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    killed.send(SIGKILL);
    killed.wait();
  }
  run_well(folder, {"run", "--resume", "torn", "--quiet"});
  EXPECT_EQ(trajectory_difference(folder / "whole/trajectory.h5", folder / "torn/trajectory.h5"), "");
  EXPECT_EQ(bytes_of(folder / "whole/energy.csv"), bytes_of(folder / "torn/energy.csv"));
}

TEST(Run, ThreadsDoNotChangeSmallScenes) {
  const TemporaryFolder folder;
  write_scene(folder);
  run_well(folder, {"run", "scene.yaml", "--out", "one", "--quiet"});
  run_well(folder, {"run", "scene.yaml", "--out", "two", "--threads", "2", "--quiet"});
  EXPECT_EQ(trajectory_difference(folder / "one/trajectory.h5", folder / "two/trajectory.h5"), "");
}

TEST(Run, StopsOnCtrlCAndKeepsWhatItHas) {
  const TemporaryFolder folder;
  write_scene(folder);
  Running program(folder, {"run", "scene.yaml", "--steps", "1000000", "--out", "a", "--quiet"});
  program.wait_until_it_catches(SIGINT);
  program.send(SIGINT);
  EXPECT_EQ(program.wait().exit_code, 1);
  EXPECT_TRUE(std::filesystem::exists(folder / "a/checkpoint.h5"));
}

TEST(Run, BadScenesAreNamedByFileLineAndKey) {
  const struct {
    const char *from, *to;
    std::vector<std::string> mentions;
  } cases[] = {
      {"radius: 0.1", "radios: 0.1", {"scene.yaml:14", "radios", "radius"}},
      {"mass: $mass", "mass: -1", {"scene.yaml:12", "mass", "-1"}},
      {"step: 0.01", "step: 0", {"scene.yaml:4", "step"}},
      {"type: sphere", "type: spere", {"spere", "sphere"}},
      {"fixed: true", "fixed: maybe", {"scene.yaml:8", "fixed", "maybe"}},
  };
  for (const auto& bad : cases) {
    const TemporaryFolder folder;
    std::string text = scene;
    text.replace(text.find(bad.from), std::string(bad.from).size(), bad.to);
    write_scene(folder, text);
    const Outcome outcome = run(folder, {"run", "scene.yaml", "--out", "a"});
    EXPECT_EQ(outcome.exit_code, 2) << bad.to;
    for (const auto& word : bad.mentions) EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "a"));
  }
}

TEST(Run, UnknownParametersAndMissingFilesAreNamed) {
  const TemporaryFolder folder;
  write_scene(folder);
  const Outcome parameter = run(folder, {"run", "scene.yaml", "--set", "maas=2"});
  EXPECT_EQ(parameter.exit_code, 2);
  EXPECT_NE(parameter.err.find("mass"), std::string::npos) << parameter.err;
  const Outcome missing = run(folder, {"run", "nowhere.yaml"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find("nowhere.yaml"), std::string::npos);
  EXPECT_EQ(run(folder, {"run"}).exit_code, 2);
  EXPECT_EQ(run(folder, {"run", "--resume", "nowhere"}).exit_code, 2);
}

}  // namespace
}  // namespace signorini
