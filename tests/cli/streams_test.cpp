// What happens to a command when its standard streams fail: full, closed, or with nobody at the other end.

#include <fstream>
#include <thread>

#include "cli/program.h"
#include "signorini/io/trajectory.h"

namespace signorini {
namespace {

using namespace signorini::testing;

/// Two balls that touch at the start, so that the run has a warning to give.
constexpr const char* scene = R"(about: two balls fall
time: {step: 0.01, duration: 0.5}
output: {checkpoint_every: 10}
bodies:
  - name: floor
    fixed: true
    shape: {type: plane}
  - repeat: 2
    name: ball
    mass: 1
    position: [0, 0, 0.1 + 0.195 * i]
    shape: {type: sphere, radius: 0.1}
)";

class Streams : public ::testing::Test {
 protected:
  void SetUp() override { std::ofstream(folder / "scene.yaml") << scene; }
  void expect_whole_run(const std::string& out) const {
    const Json summary = Json::parse(bytes_of(folder / (out + "/summary.json")));
    EXPECT_TRUE(summary["complete"]);
    EXPECT_EQ(summary["steps"], 50);
    EXPECT_EQ(trajectory_difference(folder / "reference/trajectory.h5", folder / (out + "/trajectory.h5")), "");
  }
  TemporaryFolder folder;
};

TEST_F(Streams, ErrorsThatNobodyCanReadDoNotEndTheProgram) {
  for (const char* lost : {"2>/dev/full", "2>&-", "2>&- 0<&-"}) {
    SCOPED_TRACE(lost);
    const Outcome refused = shell(folder, std::string("\"$0\" info nowhere.hdf5 ") + lost);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(refused.err, "");
    EXPECT_EQ(shell(folder, std::string("\"$0\" run scene.yaml ") + lost).exit_code, 0);
  }
}

TEST_F(Streams, FailingOutputIsBadInputInOneLine) {
  for (const char* words : {"list solvers", "list laws --json", "--help", "--version", "info scene.yaml",
                            "run scene.yaml --json", "run scene.yaml", "bench --help"}) {
    SCOPED_TRACE(words);
    for (const char* stream : {">/dev/full", ">&-"}) {
      const Outcome lost = shell(folder, std::string("\"$0\" ") + words + " " + stream);
      EXPECT_EQ(lost.exit_code, 2) << stream;
      EXPECT_NE(lost.err.find("signorini: standard output: cannot be written: "), std::string::npos) << lost.err;
    }
    EXPECT_EQ(shell(folder, std::string("\"$0\" ") + words + " >/dev/full 2>/dev/full").exit_code, 2);
  }
}

TEST_F(Streams, AReaderThatHadEnoughIsNoFault) {
  // The reader is gone before the program begins.
  const Outcome outcome = shell(folder,
                                "mkfifo pipe; (while [ ! -e gone ]; do sleep 0.05; done; \"$0\" list solvers; "
                                "echo code $? >code) >pipe & : <pipe; touch gone; wait; cat code");
  EXPECT_EQ(outcome.out, "code 0\n");
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Streams, ARunDoesNotWriteItsWordsIntoItsFiles) {
  run(folder, {"run", "scene.yaml", "--out", "reference", "--quiet"});
  // With a number of a standard stream free, the next file opened takes it.
  for (const char* closed : {"2>&-", ">&- 2>&-", "0<&- >&- 2>&-"}) {
    const Outcome outcome = shell(folder, std::string("\"$0\" run scene.yaml --overwrite --out a ") + closed);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_EQ(outcome.exit_code, closed == std::string("2>&-") ? 0 : 2);
    expect_whole_run("a");
    EXPECT_EQ(bytes_of(folder / "a/energy.csv"), bytes_of(folder / "reference/energy.csv")) << closed;
    EXPECT_EQ(bytes_of(folder / "a/scene.yaml"), scene) << closed;
  }
}

TEST_F(Streams, ARunOutlivesItsTerminalAndLeavesACheckpoint) {
  Running program(folder, {"run", "scene.yaml", "--steps", "1000000", "--out", "a"}, Running::Output::terminal);
  program.wait_until_it_catches(SIGHUP);
  program.close_terminal();
  EXPECT_EQ(program.wait().exit_code, 2);  // the last words have nowhere to go
  const Json summary = Json::parse(bytes_of(folder / "a/summary.json"));
  EXPECT_FALSE(summary["complete"]);
  const int steps = summary["steps"].get<int>() + 1;
  EXPECT_EQ(run(folder, {"run", "--resume", "a", "--steps", std::to_string(steps), "--quiet"}).exit_code, 0);
}

TEST_F(Streams, SighupEndsARunWithACheckpointHoweverOftenItComes) {
  Running program(folder, {"run", "scene.yaml", "--steps", "1000000", "--out", "a"});
  program.wait_until_it_catches(SIGHUP);
  program.send(SIGHUP);
  program.send(SIGHUP);
  EXPECT_EQ(program.wait().exit_code, 1);
  EXPECT_TRUE(std::filesystem::exists(folder / "a/checkpoint.h5"));
}

TEST_F(Streams, NohupKeepsARunGoing) {
  const Outcome outcome = shell(folder,
                                "trap '' HUP; \"$0\" run scene.yaml --steps 2000 --quiet & sleep 0.3; "
                                "kill -HUP $!; wait $!");
  EXPECT_EQ(outcome.exit_code, 0);
}

}  // namespace
}  // namespace signorini
