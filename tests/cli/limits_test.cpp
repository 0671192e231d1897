// Numbers that do not fit: steps beyond 32 bits, runs of no step, more threads than cores, motion without end.

#include <sys/resource.h>

#include <fstream>

#include "cli/program.h"
#include "signorini/base/cores.h"
#include "signorini/io/checkpoint.h"

namespace signorini {
namespace {

using namespace signorini::testing;

/// A ball above a floor.
std::string scene(const std::string& more = "") {
  return "time: {step: 0.01, duration: 0.5}\n"
         "bodies:\n"
         "  - {name: floor, fixed: true, shape: {type: plane}}\n"
         "  - {name: ball, mass: 1, position: [0, 0, 1], shape: {type: sphere, radius: 0.1}}\n" +
         more;
}

/// A force that leads out of all numbers within a hundred steps of 0.01 s.
constexpr const char* explosive = "forces:\n  - {body: ball, force: [0, 1e100, 0]}\n";

void write(const TemporaryFolder& folder, const std::string& text) { std::ofstream(folder / "s.yaml") << text; }

TEST(StepCount, DoesNotWrapAround) {
  const TemporaryFolder folder;
  write(folder, scene(explosive));
  // Each of these asks for more steps than 31 bits count, and ends when the ball leaves all numbers.
  for (const Words& words : std::vector<Words>{
           {"--duration", "3000000", "--step", "0.001"}, {"--steps", "4294967298"}, {"--duration", "42949672.98"}}) {
    Words all = {"run", "s.yaml", "--json"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = run(folder, all);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_GT(outcome.json()["steps"], 10) << outcome.out;
    EXPECT_FALSE(outcome.json()["complete"]);
  }
}

TEST(StepCount, NoneOrTooManyAreRefused) {
  const TemporaryFolder folder;
  write(folder, scene());
  expect_refused(folder, {"run", "s.yaml", "--duration", "0.004"},
                 {"s.yaml", "duration", "0.004", "0.01", "shorter step"});
  expect_refused(folder, {"run", "s.yaml", "--step", "3"}, {"s.yaml", "0.5", "3", "longer duration"});
  expect_refused(folder, {"run", "s.yaml", "--duration", "1e16"}, {"s.yaml", "duration", "1e+16", "shorter duration"});
  expect_refused(folder, {"run", "s.yaml", "--duration", "0.001", "--out", "o"}, {"s.yaml", "duration"});
  write(folder, "time: {step: 0.1, duration: 0.01}\nbodies: [{mass: 1, shape: {type: sphere, radius: 1}}]\n");
  expect_refused(folder, {"run", "s.yaml"}, {"s.yaml", "duration", "0.01", "0.1"});
  EXPECT_EQ(run(folder, {"run", "s.yaml", "--steps", "1", "--quiet"}).exit_code, 0);
}

TEST(MotionWithoutEnd, EndsTheRunWithBodyAndStep) {
  const TemporaryFolder folder;
  write(folder, scene(explosive));
  const Outcome outcome = run(folder, {"run", "s.yaml", "--steps", "1000", "--out", "o", "--json"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const Json json = outcome.json();
  const std::int64_t done = json["steps"];
  const std::string why = json["failure"];
  EXPECT_EQ(why.rfind("numerical_failure: body 'ball' has the ", 0), 0u) << why;
  EXPECT_NE(why.find("step " + std::to_string(done + 1)), std::string::npos) << why;
  EXPECT_EQ(Json::parse(bytes_of(folder / "o/summary.json"))["failure"], why);

  // All up to there can be read and gone on from, which leads to the same end.
  const Checkpoint checkpoint = load_checkpoint(folder / "o/checkpoint.h5");
  EXPECT_EQ(checkpoint.step, done);
  EXPECT_TRUE(checkpoint.state.v.allFinite());
  const Outcome again = run(folder, {"run", "--resume", "o", "--json"});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_EQ(again.json()["failure"], why);
  EXPECT_EQ(again.json()["steps"], done);
  const std::string text = run(folder, {"run", "s.yaml", "--steps", "1000"}).out;
  EXPECT_NE(text.find("could not go on numerical_failure: body 'ball'"), std::string::npos) << text;
}

TEST(HugeInputs, AreRefusedByName) {
  const TemporaryFolder folder;
  const struct {
    const char *from, *to;
    std::vector<std::string> mentions;
  } cases[] = {{"mass: 1", "mass: 1e300", {"body 'ball'", "mass", "1e100"}},
               {"mass: 1", "density: 1e300", {"body 'ball'", "mass", "1e100"}},
               {"[0, 0, 1]", "[0, 1e300, 1]", {"body 'ball'", "position", "1e100"}},
               {"mass: 1", "mass: 1, velocity: [1e200, 0, 0]", {"body 'ball'", "velocity", "1e100"}},
               {"time:", "gravity: [0, 0, -1e300]\ntime:", {"gravity", "1e100"}},
               {"step: 0.01", "step: 1e200", {"step", "1e100"}}};
  for (const auto& huge : cases) {
    std::string text = scene();
    text.replace(text.find(huge.from), std::string(huge.from).size(), huge.to);
    write(folder, text);
    SCOPED_TRACE(huge.to);
    expect_refused(folder, {"run", "s.yaml", "--steps", "3"}, huge.mentions);
  }
}

TEST(HugeInputs, JustBelowTheLimitEndOneWayOrTheOther) {
  const TemporaryFolder folder;
  for (const char* body : {"mass: 1e99, position: [0, 0, 0.1]", "density: 1e99, position: [0, 0, 0.1]",
                           "mass: 1e-99, position: [0, 0, 0.1]", "mass: 1, position: [0, 1e99, 0.1]",
                           "mass: 1, position: [0, 0, 0.1], velocity: [0, 1e99, -1e99]",
                           "mass: 1, position: [0, 0, 0.1], angular_velocity: [0, 1e99, 0]"}) {
    write(folder, "bodies:\n  - {name: floor, fixed: true, shape: {type: plane}}\n  - {name: b, " + std::string(body) +
                      ", shape: {type: box, size: [0.2, 0.2, 0.2]}}\n  - {name: c, mass: 1, position: [1, 0, 0.1], "
                      "shape: {type: sphere, radius: 0.1}}\n");
    for (const char* law : {"convex", "coulomb", "pyramid", "frictionless"}) {
      const Outcome outcome = run(folder, {"run", "s.yaml", "--steps", "3", "--law", law});
      EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 1) << body << " " << law << ": " << outcome.err;
    }
  }
}

TEST(Threads, AreNoMoreThanCoresAndThatIsSaid) {
  const TemporaryFolder folder;
  write(folder, scene());
  write_fclib(folder / "p.hdf5", file_of(packing()));
  const std::string cores = std::to_string(available_cores()) + " core";
  const auto expect_warning = [&](const Words& words) {
    SCOPED_TRACE(::testing::PrintToString(words));
    const Outcome outcome = run(folder, words);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err.rfind("signorini: warning: ", 0), 0u) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(cores), std::string::npos) << outcome.err;
  };
  expect_warning({"run", "s.yaml", "--threads", "9999999", "--quiet"});
  expect_warning({"solve", "p.hdf5", "--threads", "9999999", "--quiet"});
  expect_warning({"solve", "p.hdf5", "--law", "convex", "--solver", "apgd", "--set", "threads=64", "--tolerance",
                  "1e-2", "--quiet"});
  expect_warning({"bench", "packing:spheres=20", "--solvers", "apgd", "--set", "apgd.threads=64", "--tolerance", "1e-1",
                  "--out", "o", "--quiet"});
  expect_warning({"bench", "packing:spheres=20", "--solvers", "apgd", "--jobs", "500", "--tolerance", "1e-1", "--out",
                  "jobs", "--quiet"});
  EXPECT_EQ(run_well(folder, {"solve", "p.hdf5", "--threads", "1", "--quiet"}).err, "");
}

}  // namespace
}  // namespace signorini
