// The live line on terminals of several widths, and messages that would be too long.

#include <fstream>
#include <thread>

#include "cli/live_line.h"
#include "cli/output.h"
#include "cli/program.h"

namespace signorini {
namespace {

using namespace signorini::testing;

constexpr const char* scene = R"(about: balls fall
time: {step: 0.001, duration: 100}
bodies:
  - name: floor
    fixed: true
    shape: {type: plane}
  - repeat: 20
    name: ball
    mass: 1
    position: [0.03 * i, 0.02 * i, 0.2 + 0.25 * i]
    shape: {type: sphere, radius: 0.1}
)";

/// The lines that were drawn one over the other: each from \r to the order to clear the rest.
std::vector<std::string> drawn_lines(const std::string& screen) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; (at = screen.find('\r', at)) != std::string::npos; ++at)
    if (const std::size_t end = screen.find("\033[K", at); end != std::string::npos && end > at + 1)
      lines.push_back(screen.substr(at + 1, end - at - 1));
  return lines;
}

void wait_for_lines(Running& program, std::size_t count) {
  for (int i = 0; i < 30'000 && drawn_lines(program.screen()).size() < count; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(Terminal, TheLiveLineFitsAndFollowsTheWindow) {
  const TemporaryFolder folder;
  std::ofstream(folder / "scene.yaml") << scene;
  for (const unsigned short columns : {120, 100, 80, 30}) {
    SCOPED_TRACE(columns);
    Running program(folder, {"run", "scene.yaml"}, Running::Output::terminal, program_path, columns);
    wait_for_lines(program, 3);
    const std::vector<std::string> wide = drawn_lines(program.screen());
    ASSERT_GE(wide.size(), 3u);
    for (const std::string& line : wide) EXPECT_LT(line.size(), columns) << line;
    EXPECT_NE(wide.back().find(columns == 30 ? "[" : " left"), std::string::npos) << wide.back();

    program.resize_terminal(columns / 2);
    wait_for_lines(program, wide.size() + 4);
    const std::vector<std::string> all = drawn_lines(program.screen());
    ASSERT_GE(all.size(), wide.size() + 4);
    for (std::size_t k = wide.size() + 1; k < all.size(); ++k) EXPECT_LT(all[k].size(), columns / 2u) << all[k];
    EXPECT_EQ(program.screen().find('\n'), std::string::npos);
    program.send(SIGINT);
    EXPECT_EQ(program.wait().exit_code, 1);
  }
}

TEST(Terminal, PartsThatDoNotFitAreLeftOutWhole) {
  const std::vector<std::string> parts = {"step 1 of 10", "3 s left", "7 contacts"};
  EXPECT_EQ(cli::fitting_line(parts, 34), "step 1 of 10, 3 s left, 7 contacts");
  EXPECT_EQ(cli::fitting_line(parts, 33), "step 1 of 10, 3 s left");
  EXPECT_EQ(cli::fitting_line(parts, 12), "step 1 of 10");
  EXPECT_EQ(cli::fitting_line(parts, 6), "step 1");
  EXPECT_EQ(cli::fitting_line({"ab\xC3\xA9z"}, 4), "ab\xC3\xA9");  // é may take two columns
  EXPECT_EQ(cli::fitting_line({"ab\xC3\xA9z"}, 3), "ab");
}

TEST(Messages, StayShortWhateverTheValues) {
  const TemporaryFolder folder;
  const std::string huge(100'000, 'x');
  const std::string long_path = "nowhere/" + std::string(3000, 'y') + "/scene.yaml";
  std::ofstream(folder / "value.yaml") << "time: {step: " << huge << "}\nbodies: []\n";
  std::ofstream(folder / "key.yaml") << huge << ": 1\nbodies: []\n";
  std::ofstream(folder / "shape.yaml") << "bodies: [{mass: 1, shape: {type: " << huge << "}}]\n";
  std::ofstream(folder / "robot.urdf") << "<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"" << huge
                                       << "\"/></inertial></link></robot>";
  std::ofstream(folder / "import.yaml") << "import: {robot: {file: robot.urdf}}\nbodies: []\n";
  for (const Words& words : std::vector<Words>{{huge},
                                               {"run", "value.yaml"},
                                               {"run", "key.yaml"},
                                               {"run", "shape.yaml"},
                                               {"run", "import.yaml"},
                                               {"run", long_path},
                                               {"solve", long_path},
                                               {"run", "value.yaml", "--steps", huge},
                                               {"run", "value.yaml", "--set", huge},
                                               {"run", "value.yaml", "--" + huge},
                                               {"list", huge},
                                               {"generate", huge},
                                               {"bench", "packing:" + huge + "=1", "--solvers", "admm", "--out", "o"},
                                               {"bench", "wall", "--solvers", huge, "--out", "o"}}) {
    const Outcome outcome = run(folder, words);
    SCOPED_TRACE(words.front().substr(0, 20) + " " + words.back().substr(0, 20));
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_LE(outcome.err.size(), 500u) << outcome.err.substr(0, 1000);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  }
}

}  // namespace
}  // namespace signorini
