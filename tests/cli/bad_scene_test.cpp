// Scenes that cannot be run, or not to the end: what the program says, and what it leaves behind.

#include <fstream>

#include "cli/program.h"
#include "io/run_folder_support.h"
#include "python.h"
#include "signorini/io/trajectory.h"

namespace signorini {
namespace {

using namespace signorini::testing;

struct BadScene {
  std::string name, text;
  std::vector<std::string> mentions;
};
void PrintTo(const BadScene& one, std::ostream* out) { *out << one.name; }

class BadScenes : public ::testing::TestWithParam<BadScene> {};

void write_broken_meshes(const TemporaryFolder& folder) {
  std::ofstream(folder / "cut.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n";
  std::ofstream(folder / "empty.obj") << "";
  std::ofstream(folder / "cut_text.stl") << "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0";
  // The header promises two triangles of 50 bytes; one and a half follow.
  std::ofstream(folder / "cut_binary.stl", std::ios::binary)
      << std::string(80, ' ') << std::string("\2\0\0\0", 4) << std::string(75, '\0');
}

TEST_P(BadScenes, AreRefusedInOneLineBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  write_broken_meshes(folder);
  std::ofstream(folder / "scene.yaml") << GetParam().text;
  std::vector<std::string> mentions = GetParam().mentions;
  mentions.emplace_back("scene.yaml");
  expect_refused(folder, {"run", "scene.yaml", "--out", "result"}, mentions);
}

std::string with_mesh(const std::string& file) {
  return "bodies:\n  - {fixed: true, shape: {type: triangle_mesh, file: " + file + "}}\n";
}
/// Two balls of radius 0.1 at this distance.
std::string two_balls(double distance, const std::string& rest = "") {
  return "time: {duration: 0.1}\nbodies:\n"
         "  - {name: left, mass: 1, shape: {type: sphere, radius: 0.1}}\n"
         "  - {name: right, mass: 1, position: [" +
         std::to_string(distance) + ", 0, 0], shape: {type: sphere, radius: 0.1}}\n" + rest;
}

const std::vector<BadScene> bad_scenes = {
    {"UnknownKey", "bodies:\n  - {mas: 1}\n", {":2:", "'mas'", "did you mean 'mass'?"}},
    {"WrongType", "time: {step: soon}\n", {":1:", "time.step", "'soon'"}},
    {"StepZero", "time: {step: 0}\n", {":1:", "time.step is 0"}},
    {"StepNegative", "time: {step: -0.01}\n", {":1:", "time.step is -0.01"}},
    {"NoBodies", "time: {step: 0.01}\n", {"no bodies"}},
    {"JointOfAMissingBody",
     two_balls(1, "joints:\n  - {type: weld, bodies: [left, rigt]}\n"),
     {":6:", "joints[0].bodies[1]", "'rigt'", "did you mean 'right'?"}},
    {"MassZero", "bodies:\n  - {mass: 0, shape: {type: sphere, radius: 1}}\n", {":2:", "bodies[0].mass is 0"}},
    {"MassNegative", "bodies:\n  - {mass: -2, shape: {type: sphere, radius: 1}}\n", {":2:", "bodies[0].mass is -2"}},
    {"InertiaOfNoBody", "bodies:\n  - {mass: 1, inertia: [1, 1, 3]}\n", {":2:", "bodies[0].inertia", "no body"}},
    {"MeshMissing", with_mesh("nowhere.stl"), {":2:", "nowhere.stl", "No such file"}},
    {"MeshEmpty", with_mesh("empty.obj"), {":2:", "empty.obj"}},
    {"MeshNamesAMissingCorner", with_mesh("cut.obj"), {":2:", "cut.obj:4", "4"}},
    {"MeshCutText", with_mesh("cut_text.stl"), {":2:", "cut_text.stl"}},
    {"MeshCutBinary", with_mesh("cut_binary.stl"), {":2:", "cut_binary.stl"}},
    {"DeepOverlap", two_balls(0.05), {"'left' and 'right' overlap by 0.15 m", "0.1 m", "allow_overlap"}},
    {"UnderTheFloor",
     two_balls(1, "  - {name: floor, fixed: true, position: [0, 0, 0.3], shape: {type: plane}}\n"),
     {"'floor'", "overlap by 0.4 m"}},
};

INSTANTIATE_TEST_SUITE_P(Scenes, BadScenes, ::testing::ValuesIn(bad_scenes),
                         [](const auto& information) { return information.param.name; });

TEST(Overlap, RunsWithAWarningWhenShallowAndWithoutWhenAllowed) {
  const TemporaryFolder folder;
  std::ofstream(folder / "shallow.yaml") << two_balls(0.19);
  const Outcome shallow = run(folder, {"run", "shallow.yaml", "--quiet"});
  EXPECT_EQ(shallow.exit_code, 0) << shallow.err;
  EXPECT_NE(shallow.err.find("warning: shallow.yaml: 'left' and 'right' overlap by 0.01 m"), std::string::npos)
      << shallow.err;
  std::ofstream(folder / "allowed.yaml") << two_balls(0.05, "contact: {allow_overlap: true}\n");
  run_well(folder, {"run", "allowed.yaml", "--quiet", "--out", "a"});
  run_well(folder, {"run", "--resume", "a", "--duration", "0.2", "--quiet"});
  // The pair itself may be left out, or joined.
  std::ofstream(folder / "ignored.yaml") << two_balls(0.05, "contact: {ignore: [[left, right]]}\n");
  run_well(folder, {"run", "ignored.yaml", "--quiet"});
  std::ofstream(folder / "joined.yaml") << two_balls(0.05, "joints: [{type: weld, bodies: [left, right]}]\n");
  run_well(folder, {"run", "joined.yaml", "--quiet"});
}

/// A ball on two rods of different lengths from one place: it can be at the end of one of them only.
std::string two_rods(const std::string& policy) {
  return "time: {step: 0.01, duration: 0.2}\nsolver: {on_miss: " + policy +
         "}\n"
         "bodies:\n  - {name: ball, mass: 1, shape: {type: sphere, radius: 0.1}, position: [0, 0, -1]}\n"
         "joints:\n"
         "  - {name: short_rod, type: distance, bodies: [world, ball], from: [0, 0, 0], to: [0, 0, -1], length: 1}\n"
         "  - {name: long_rod, type: distance, bodies: [world, ball], from: [0, 0, 0], to: [0, 0, -1], length: 1.2}\n";
}

TEST(Contradiction, IsCountedAndNamesTheJoints) {
  const TemporaryFolder folder;
  std::ofstream(folder / "scene.yaml") << two_rods("accept");
  const Outcome outcome = run(folder, {"run", "scene.yaml", "--out", "a", "--json"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  const Json json = outcome.json();
  EXPECT_EQ(json["steps"], 20);
  EXPECT_EQ(json["status"]["infeasible"], 20) << json["status"];
  const std::string miss = json["first_miss"];
  EXPECT_EQ(miss.rfind("step 1, infeasible: no motion satisfies joint '", 0), 0u) << miss;
  for (const char* name : {"'short_rod'", "'long_rod'"}) EXPECT_NE(miss.find(name), std::string::npos) << miss;
  EXPECT_EQ(Json::parse(bytes_of(folder / "a/summary.json"))["first_miss"], miss);
  const std::string text = run(folder, {"run", "scene.yaml"}).out;
  EXPECT_NE(text.find("first miss      " + miss), std::string::npos) << text;
}

TEST(Contradiction, IsToldAtOnce) {
  const TemporaryFolder folder;
  // As it is, with the policy that takes everything: each step that moves bodies by nonsense says so.
  std::ofstream(folder / "scene.yaml") << two_rods("accept");
  const Outcome taken = run(folder, {"run", "scene.yaml", "--json"});
  for (const char* words : {"WARNING: step 1 moved bodies by velocities of certificate ", "WARNING: step 20 moved"})
    EXPECT_NE(taken.err.find(words), std::string::npos) << taken.err;
  EXPECT_NE(run(folder, {"run", "scene.yaml"}).out.find("  WARNING         bodies were moved by"), std::string::npos);
  // With something that gives way, once, and with its name.
  std::ofstream(folder / "scene.yaml") << two_rods("relax");
  const Outcome relaxed = run(folder, {"run", "scene.yaml", "--json", "--out", "a"});
  EXPECT_EQ(relaxed.exit_code, 1) << "not all that the scene asks for was done";
  EXPECT_EQ(relaxed.json()["status"], Json({{"relaxed", 20}}));
  EXPECT_EQ(relaxed.json()["first_miss"].get<std::string>().rfind("step 1, relaxed: no motion satisfies joint '", 0),
            0u);
  EXPECT_NE(relaxed.err.find("WARNING: step 1: no motion satisfies"), std::string::npos) << relaxed.err;
  EXPECT_NE(relaxed.err.find("gave way: the closing of joint '"), std::string::npos) << relaxed.err;
  EXPECT_EQ(relaxed.err.find("WARNING", relaxed.err.find("WARNING") + 1), std::string::npos) << relaxed.err;
  const std::string text = run(folder, {"run", "scene.yaml"}).out;
  EXPECT_NE(text.find("  steps           20 relaxed\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  WARNING         20 of 20 steps could not do all"), std::string::npos) << text;
}

TEST(Contradiction, EndsTheRunWhenThePolicySaysSo) {
  const TemporaryFolder folder;
  std::ofstream(folder / "scene.yaml") << two_rods("stop");
  const Outcome outcome = run(folder, {"run", "scene.yaml", "--out", "a"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.out.find("stopped after step 1"), std::string::npos) << outcome.out;
  const Json summary = Json::parse(bytes_of(folder / "a/summary.json"));
  EXPECT_EQ(summary["complete"], false);
  EXPECT_EQ(summary["steps"], 1);
  // The step that missed is kept, and none comes after it.
  std::ofstream(folder / "accepted.yaml") << two_rods("accept");
  EXPECT_EQ(run(folder, {"run", "accepted.yaml", "--steps", "1", "--out", "b"}).exit_code, 1);
  EXPECT_EQ(trajectory_difference(folder / "a/trajectory.h5", folder / "b/trajectory.h5"), "");
}

/// Whether others can read a trajectory.
bool h5py_reads(const std::filesystem::path& file) {
  return testing::python_agrees(
      "import h5py, sys\n"
      "f = h5py.File(sys.argv[1])\n"
      "assert len(f['frames/position']) == len(f['steps/step']) + ('bodies' in f)\n",
      file);
}

struct FullDisk {
  std::string name;
  rlim_t bytes;  ///< what a file may hold
  std::string steps;
  std::string file;
};
void PrintTo(const FullDisk& disk, std::ostream* out) { *out << disk.name; }

class FullDisks : public ::testing::TestWithParam<FullDisk> {};

TEST_P(FullDisks, EndTheRunWithAMessageAndItGoesOnWhenThereIsRoom) {
  const TemporaryFolder folder;
  std::ofstream(folder / "scene.yaml") << two_balls(0.3,
                                                    "  - {fixed: true, position: [0, 0, -0.2], shape: {type: plane}}\n"
                                                    "output: {checkpoint_every: 10}\n");
  const Words words{"run", "scene.yaml", "--steps", GetParam().steps, "--quiet", "--out"};
  const auto into = [&](const char* out) {
    Words all = words;
    all.emplace_back(out);
    return all;
  };
  run_well(folder, into("whole"));
  {
    const SmallDisk disk(GetParam().bytes);
    const Outcome outcome = run(folder, into("torn"));
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_NE(outcome.err.find(GetParam().file + ": cannot be written: File too large"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  EXPECT_TRUE(h5py_reads(folder / "torn/trajectory.h5"));
  for (const auto& part : std::filesystem::directory_iterator(folder / "torn/trajectory.parts"))
    EXPECT_TRUE(h5py_reads(part.path())) << part.path();
  EXPECT_EQ(Json::parse(bytes_of(folder / "torn/summary.json"))["complete"], false);
  run_well(folder, {"run", "--resume", "torn", "--quiet"});
  EXPECT_EQ(trajectory_difference(folder / "whole/trajectory.h5", folder / "torn/trajectory.h5"), "");
  EXPECT_EQ(bytes_of(folder / "whole/energy.csv"), bytes_of(folder / "torn/energy.csv"));
}

INSTANTIATE_TEST_SUITE_P(Sizes, FullDisks,
                         ::testing::Values(FullDisk{"InTheMiddle", 200'000, "2000", "torn/energy.csv"},
                                           FullDisk{"AtTheEnd", 180'000, "400", "torn/trajectory.h5"}),
                         [](const auto& information) { return information.param.name; });

}  // namespace
}  // namespace signorini
