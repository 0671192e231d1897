#include "cli/program.h"
#include "signorini/problem/certificate.h"

/// A long solve that someone ends, and what it shows meanwhile.
namespace signorini {
namespace {

using namespace signorini::testing;

/// Nobody reaches 1e-16 on this one.
const Words endless = {"solve",       "p.hdf5", "--solver",         "gauss-seidel",
                       "--tolerance", "1e-16",  "--max-iterations", "2000000000"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

void let_it_work() { std::this_thread::sleep_for(std::chrono::milliseconds(300)); }

class Interrupt : public ::testing::TestWithParam<int> {};

TEST_P(Interrupt, EndsWithWhatWasReached) {
  const TemporaryFolder folder;
  const ContactProblem problem = packing(3000);
  write_fclib(folder / "p.hdf5", file_of(problem));
  Running program(folder, with(endless, {"--json", "--out", "a.hdf5", "--history", "h.csv"}));
  ASSERT_NO_FATAL_FAILURE(program.wait_until_it_catches(GetParam()));
  let_it_work();
  const auto sent = std::chrono::steady_clock::now();
  program.send(GetParam());
  const Outcome outcome = program.wait();
  EXPECT_LT(std::chrono::steady_clock::now() - sent, std::chrono::seconds(10));
  EXPECT_EQ(outcome.exit_code, 1) << "signal " << outcome.signal;
  EXPECT_EQ(outcome.err, "");

  const Json json = outcome.json();
  EXPECT_EQ(json["status"], "interrupted");
  EXPECT_GT(json["iterations"], 0);
  EXPECT_EQ(json.size(), 10u);
  EXPECT_EQ(sorted_names(folder), (std::vector<std::string>{"a.hdf5", "h.csv", "p.hdf5"}));
  const FclibFile answer = read_fclib(folder / "a.hdf5");
  ASSERT_TRUE(answer.solution);
  const Certificate certificate = certify(problem, *answer.solution);
  EXPECT_NEAR(certificate.value(), value_of(json["certificate"]), 1e-12 * certificate.value());
  EXPECT_LT(certificate.value(), 1.0);  // it did get somewhere
}

/// A step that would never end: sweeps on a stack whose masses they cannot cope with.
TEST_P(Interrupt, EndsARunWithinItsStep) {
  const TemporaryFolder folder;
  std::string scene = bytes_of(std::string(SIGNORINI_SCENES) + "/stacked_spheres.yaml");
  const std::string tolerance = "tolerance: 1e-8";
  scene.replace(scene.find(tolerance), tolerance.size(), "tolerance: 1e-16, max_iterations: 2000000000");
  std::ofstream(folder / "s.yaml") << scene;
  const Words words = {"run", "s.yaml", "--solver", "gauss-seidel", "--set", "mass_ratio=10", "--out", "o", "--quiet"};
  Running program(folder, words);
  ASSERT_NO_FATAL_FAILURE(program.wait_until_it_catches(GetParam()));
  let_it_work();
  program.send(GetParam());
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit_code, 1) << "signal " << outcome.signal << " " << outcome.err;
  const Json json = Json::parse(bytes_of(folder / "o/summary.json"));
  EXPECT_EQ(json["steps"], 0);
  EXPECT_EQ(json["complete"], false);
}

INSTANTIATE_TEST_SUITE_P(Signals, Interrupt, ::testing::Values(SIGINT, SIGTERM),
                         [](const auto& information) { return information.param == SIGINT ? "SigInt" : "SigTerm"; });

TEST(Terminal, CtrlCEndsWithTheSummary) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(packing(1000)));
  Running program(folder, with(endless, {"--out", "a.hdf5"}), Running::Output::terminal);
  ASSERT_NO_FATAL_FAILURE(program.wait_until_it_catches(SIGINT));
  let_it_work();
  program.press('\x03');
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit_code, 1) << "signal " << outcome.signal;
  EXPECT_NE(outcome.out.find("interrupted"), std::string::npos) << outcome.out;
  EXPECT_TRUE(read_fclib(folder / "a.hdf5").solution);
}

TEST(Terminal, OneLineRewritesItselfAndIsGoneAtTheEnd) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(packing(1000)));
  const Outcome outcome = Running(folder, with(endless, {"--time-limit", "0.8"}), Running::Output::terminal).wait();
  EXPECT_EQ(outcome.exit_code, 1);
  const std::string& screen = outcome.out;
  const std::string update = "\rgauss-seidel: iteration ";
  const auto first = screen.find(update), last = screen.rfind(update);
  ASSERT_NE(first, std::string::npos) << screen;
  EXPECT_LT(first, last) << "only one update";
  EXPECT_EQ(screen.substr(0, last).find('\n'), std::string::npos) << "the live line stays one line";
  const auto cleared = screen.find("\r\033[K", last);
  const auto summary = screen.find("p.hdf5: ");
  ASSERT_NE(cleared, std::string::npos);
  ASSERT_NE(summary, std::string::npos);
  EXPECT_LT(cleared, summary);
  EXPECT_NE(screen.find("time_limit", summary), std::string::npos);
}

TEST(Terminal, QuietAndJsonShowNoLiveLine) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(packing(1000)));
  const auto screen = [&](const char* flag) {
    return Running(folder, with(endless, {"--time-limit", "0.4", flag}), Running::Output::terminal).wait().out;
  };
  EXPECT_EQ(screen("--quiet"), "");
  EXPECT_EQ(Json::parse(screen("--json"))["status"], "time_limit");
}

}  // namespace
}  // namespace signorini
