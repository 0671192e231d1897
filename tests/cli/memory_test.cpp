#include <sys/resource.h>

#include "cli/program.h"
#include "sanitizers.h"

/// The program in less memory than its libraries would like to have.
namespace signorini {
namespace {

using namespace signorini::testing;

/// While it lives, programs started here have so much address space.
class AddressSpace {
 public:
  explicit AddressSpace(rlim_t kilobytes) {
    ::getrlimit(RLIMIT_AS, &before_);
    rlimit limit = before_;
    limit.rlim_cur = 1024 * kilobytes;
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ~AddressSpace() { ::setrlimit(RLIMIT_AS, &before_); }
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;

 private:
  rlimit before_{};
};

class LittleMemory : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (test::sanitized()) GTEST_SKIP() << "sanitizers map terabytes of address space";
  }
  /// Solved; or ended with the best answer where the factors do not fit; or refused. With numbers and advice, and never
  /// a hang, which wait() ends with SIGKILL.
  static void expect_solved_or_refused(const TemporaryFolder& folder, const Words& words) {
    SCOPED_TRACE(::testing::PrintToString(words));
    Outcome outcome;
    {
      const AddressSpace limited(static_cast<rlim_t>(GetParam()));
      outcome = run(folder, words);
    }
    EXPECT_EQ(outcome.signal, 0);
    if (outcome.exit_code == 0) return;
    if (outcome.exit_code == 1) {
      for (const char* word : {"out of memory", " GB", "gauss-seidel"})
        EXPECT_NE(outcome.out.find(word), std::string::npos) << word << " in: " << outcome.out;
      return;
    }
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    for (const char* word : {"not enough memory", " MB", "ulimit -v"})
      EXPECT_NE(outcome.err.find(word), std::string::npos) << word << " in: " << outcome.err;
  }
};

TEST_P(LittleMemory, SolveEnds) {
  const TemporaryFolder folder;
  write_fclib(folder / "small.hdf5", file_of(boxes()));
  write_fclib(folder / "large.hdf5", file_of(packing(300)));
  for (const char* file : {"small.hdf5", "large.hdf5"})
    for (const char* law : {"convex", "coulomb"})
      expect_solved_or_refused(folder, {"solve", file, "--law", law, "--tolerance", "1e-3"});
}

TEST_P(LittleMemory, RunEnds) {
  const TemporaryFolder folder;
  const std::string scene = std::string(SIGNORINI_SCENES) + "/balls_in_box.yaml";
  expect_solved_or_refused(folder, {"run", scene, "--steps", "3", "--out", "out"});
}

TEST_P(LittleMemory, GeneratingTooMuchIsRefusedWithTheNumbers) {
  const TemporaryFolder folder;
  Outcome outcome;
  for (const Words& size :
       {Words{"packing", "--spheres", "1000000"}, Words{"wall", "--rows", "1000", "--columns", "500"}}) {
    Words words = {"generate"};
    words.insert(words.end(), size.begin(), size.end());
    words.insert(words.end(), {"--out", "p.hdf5"});
    {
      const AddressSpace limited(static_cast<rlim_t>(GetParam()));
      outcome = run(folder, words);
    }
    EXPECT_EQ(outcome.exit_code, 2) << "signal " << outcome.signal << " " << outcome.err;
    EXPECT_NE(outcome.err.find("bodies take about"), std::string::npos) << outcome.err;
    EXPECT_EQ(sorted_names(folder), std::vector<std::string>{});
  }
}

TEST_P(LittleMemory, SigTermEndsALongSolve) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(packing(300)));
  Outcome outcome;
  {
    const AddressSpace limited(static_cast<rlim_t>(GetParam()));
    Running program(folder, {"solve", "p.hdf5", "--law", "convex", "--solver", "gauss-seidel", "--tolerance", "1e-16",
                             "--max-iterations", "2000000000", "--quiet"});
    program.wait_until_it_catches(SIGTERM);
    program.send(SIGTERM);
    outcome = program.wait();
  }
  EXPECT_EQ(outcome.exit_code, 1) << "signal " << outcome.signal << " " << outcome.err;
}

/// In kB, as `ulimit -v` counts. Below, the libraries themselves do not load.
INSTANTIATE_TEST_SUITE_P(Kilobytes, LittleMemory, ::testing::Values(150'000, 200'000, 300'000, 500'000),
                         [](const auto& information) { return std::to_string(information.param); });

}  // namespace
}  // namespace signorini
