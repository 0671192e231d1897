#include "signorini/io/step_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "io/small_disk.h"
#include "io/support.h"
#include "signorini/io/output_settings.h"

namespace signorini {
namespace {

using namespace signorini::testing;
namespace fs = std::filesystem;

struct Sample {
  TemporaryFolder folder;
  Manifest manifest = Manifest::create(folder.path());
  fs::path path = folder / "log.csv";
  StepLog log = StepLog::create(path, "step,x\n", manifest);
};

TEST(StepLog, KeepsLinesUntilTheyAreAskedFor) {
  Sample sample;
  sample.log.append("1,0.5\n");
  sample.log.append("2,0.25\n");
  EXPECT_EQ(file_content(sample.path), "step,x\n");
  sample.log.flush();
  EXPECT_EQ(file_content(sample.path), "step,x\n1,0.5\n2,0.25\n");
  sample.log.append("3,0.125\n");
  sample.log.sync(sample.manifest);
  EXPECT_EQ(file_content(sample.path), "step,x\n1,0.5\n2,0.25\n3,0.125\n");
}

TEST(StepLog, KeepsNoMoreThanALittle) {
  constexpr int lines = 10'000;
  Sample sample;
  std::string all = "step,x\n";
  std::size_t kept_most = 0;
  for (int step = 1; step <= lines; ++step) {
    const std::string line = std::to_string(step) + ",0.3333333333333333\n";
    sample.log.append(line);
    all += line;
    kept_most = std::max(kept_most, all.size() - fs::file_size(sample.path));
  }
  EXPECT_LT(kept_most, 100'000u);
  EXPECT_LT(kept_most, all.size() / 2);
  sample.log.flush();
  EXPECT_EQ(file_content(sample.path), all);
}

/// Whenever lines went into the file, it ends the same, and can be gone on with.
TEST(StepLog, GoesOnAfterWhatWasSynced) {
  Sample sample;
  sample.log.append("1,0.5\n");
  sample.log.flush();
  sample.log.append("2,0.25\n");
  sample.log.sync(sample.manifest);
  sample.log.append("3,0.125\n");
  sample.log.flush();
  sample.log.append("4,0.0625\n");  // lost
  StepLog again = StepLog::reopen(sample.path, 2, sample.manifest);
  EXPECT_EQ(file_content(sample.path), "step,x\n1,0.5\n2,0.25\n");
  again.append("3,1\n");
  again.sync(sample.manifest);
  EXPECT_EQ(file_content(sample.path), "step,x\n1,0.5\n2,0.25\n3,1\n");
}

TEST(StepLog, AFileThatIsGoneIsTold) {
  Sample sample;
  sample.log.append("1,0.5\n");
  fs::remove(sample.path);
  EXPECT_EQ(complaint([&] { sample.log.flush(); }),
            sample.path.string() + ": was removed while the run was writing it");
}

TEST(OutputSettings, CheckpointsGoByTheClockUnlessStepsAreNamed) {
  const OutputSettings output;
  EXPECT_EQ(output.checkpoint_every, 0);
  EXPECT_GT(output.checkpoint_seconds, 0);
}

}  // namespace
}  // namespace signorini
