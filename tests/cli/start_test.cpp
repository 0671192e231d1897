#include <link.h>

#include "cli/program.h"
#include "sanitizers.h"

/// What the program loads, and when: libraries take longer to load than a short run takes.
namespace signorini {
namespace {

using namespace signorini::testing;

/// The file in which this test program has CHOLMOD, and the program loads it when it needs it; empty: neither has.
std::string cholmod_library() {
  std::string found;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* name) {
        const std::string file = std::filesystem::path(info->dlpi_name).filename();
        if (file.starts_with("libcholmod.so")) *static_cast<std::string*>(name) = file;
        return 0;
      },
      &found);
  return found;
}

/// The program with arguments, and settings of the environment before it.
Outcome run_with(const TemporaryFolder& folder, const std::string& environment, const std::string& arguments) {
  return Running(folder, {"-c", environment + " exec " + program_path + " " + arguments}, Running::Output::piped,
                 "/bin/sh")
      .wait();
}

class Start : public ::testing::Test {
 protected:
  void SetUp() override {
    if (test::sanitized()) GTEST_SKIP() << "linked with all libraries";
    if (cholmod_library().empty()) GTEST_SKIP() << "built without CHOLMOD";
  }
};

TEST_F(Start, LoadsNothingThatOnlyFactorisationsNeed) {
  const TemporaryFolder folder;
  const Outcome outcome = run_with(folder, "LD_TRACE_LOADED_OBJECTS=1", "");
  EXPECT_NE(outcome.out.find("libc.so"), std::string::npos);
  for (const char* library : {"cholmod", "mumps", "blas", "curl", "ssl"})
    EXPECT_EQ(outcome.out.find(library), std::string::npos) << library << " in:\n" << outcome.out;
}

/// Not from the current folder, where others may put theirs.
TEST_F(Start, LoadsNothingFromTheCurrentFolder) {
  const TemporaryFolder folder;
  write_fclib(folder / "problem.hdf5", file_of(boxes()));
  std::ofstream(folder / cholmod_library()) << "no library";
  EXPECT_EQ(run_with(folder, "", "solve problem.hdf5 --solver interior-point --law convex").exit_code, 0);
}

TEST_F(Start, ALibraryThatCannotBeLoadedIsNamedWhenItIsNeeded) {
  const TemporaryFolder folder;
  write_fclib(folder / "problem.hdf5", file_of(boxes()));
  std::filesystem::create_directory(folder / "damaged");
  std::ofstream(folder / "damaged" / cholmod_library()) << "no library";
  const char* environment = "LD_LIBRARY_PATH=damaged";
  EXPECT_EQ(run_with(folder, environment, "list laws").exit_code, 0);
  EXPECT_EQ(run_with(folder, environment, "solve problem.hdf5 --solver gauss-seidel").exit_code, 0);
  const Outcome outcome = run_with(folder, environment, "solve problem.hdf5 --solver interior-point --law convex");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find(cholmod_library() + ": cannot be loaded: "), std::string::npos) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

}  // namespace
}  // namespace signorini
