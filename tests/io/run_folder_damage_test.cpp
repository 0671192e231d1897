// What becomes of a run's folder while nobody runs in it, or meanwhile: damage, loss, other people's files.

#include <fstream>

#include "io/run_folder_sample.h"
#include "signorini/io/manifest.h"

namespace signorini {
namespace {

using namespace testing;
using Sample = SampleFolder;
namespace fs = std::filesystem;

/// A run with a file of every kind that was killed after step 16, with its last checkpoint after step 15 and steps 11
/// to 15 in a part.
class RunFolderDamage : public ::testing::Test {
 protected:
  RunFolderDamage() {
    sample.inputs.output.vtk_every = 4;
    sample.inputs.output.save_problems = {7, 16};
    RunFolder run = sample.create(torn);
    Sample::go_on(run, 16);
  }
  void restore() const {
    fs::remove_all(path);
    fs::copy(torn, path, fs::copy_options::recursive);
  }
  void resume() const {
    read_run_inputs(path);
    RunFolder run = sample.resume(path);
    Sample::go_on(run);
  }
  /// What is said when the run goes on; empty when it does.
  std::string complaint_of_resume() const {
    try {
      resume();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  std::vector<fs::path> files() const {
    std::vector<fs::path> out;
    for (const auto& entry : fs::recursive_directory_iterator(torn))
      if (entry.is_regular_file()) out.push_back(entry.path().lexically_relative(torn));
    std::ranges::sort(out);
    return out;
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path / name) << text; }

  TemporaryFolder folder;
  Sample sample;
  fs::path torn = folder / "torn", path = folder / "run";
};

TEST_F(RunFolderDamage, GoesOnWhenNothingHappened) {
  restore();
  resume();
  sample.run(folder / "reference");
  expect_same_run(path, folder / "reference");
}

/// A bit of any file: refused with the file's name, or without any effect.
TEST_F(RunFolderDamage, FlippedBitsAreNoticed) {
  sample.run(folder / "reference");
  std::mt19937 random(3);
  int resumed = 0, refused = 0;
  for (const fs::path& file : files())
    for (int trial = 0; trial < 6; ++trial) {
      restore();
      const std::size_t bit = random() % (8 * fs::file_size(path / file));
      flip_bit(path / file, bit);
      SCOPED_TRACE(file.string() + " bit " + std::to_string(bit));
      const std::string message = complaint_of_resume();
      if (message.empty()) {
        // Lines of CSV files after the checkpoint are dropped, and the manifest's last line may have been cut.
        EXPECT_TRUE(file.extension() == ".csv" || file == Manifest::file_name) << "went on in silence";
        expect_same_run(path, folder / "reference");
        ++resumed;
      } else {
        EXPECT_NE(message.find((path / file).string()), std::string::npos) << message;
        ++refused;
      }
    }
  EXPECT_GT(refused, 10 * resumed);
}

TEST_F(RunFolderDamage, CutFilesAreNoticed) {
  for (const fs::path& file : files()) {
    if (file == Manifest::file_name) continue;  // see below
    restore();
    fs::resize_file(path / file, fs::file_size(path / file) / 2);
    EXPECT_NE(complaint_of_resume().find((path / file).string()), std::string::npos) << file;
  }
}

/// A manifest that was cut does not know files that are there.
TEST_F(RunFolderDamage, ACutManifestIsNoticed) {
  restore();
  fs::resize_file(path / Manifest::file_name, fs::file_size(path / Manifest::file_name) / 2);
  EXPECT_NE(complaint_of_resume(), "");
}

TEST_F(RunFolderDamage, MissingFilesAreNoticed) {
  for (const char* file : {"checkpoint.h5", "trajectory.h5", "energy.csv", "joints.csv", "pairs.csv", "scene.yaml",
                           "inputs/1_arm.urdf", "manifest.txt", "settings.json"}) {
    restore();
    fs::remove(path / file);
    const std::string message = complaint_of_resume();
    EXPECT_NE(message.find(file), std::string::npos) << file << ": " << message;
    EXPECT_TRUE(fs::exists(path / "problems/step_000007.hdf5")) << "nothing is thrown away";
  }
  restore();
  for (const auto& part : fs::directory_iterator(path / "trajectory.parts")) fs::remove(part.path());
  EXPECT_NE(complaint_of_resume().find("trajectory.parts: steps"), std::string::npos);
}

TEST_F(RunFolderDamage, OtherFilesStay) {
  restore();
  const std::vector<std::string> names = {
      "notes.txt",       "problems/mine_000099.hdf5", "problems/step_000016.txt.bak_16",         "vtk/state_99.pvsm",
      "vtk/.hidden.tmp", "vtk/.mine.vtp.1.2.tmp",     "trajectory.parts/000000090-000000099.h5", ".notes.1.2.tmp"};
  for (const std::string& name : names) write(name, "mine");
  resume();
  for (const std::string& name : names) EXPECT_EQ(file_content(path / name), "mine") << name;
  {
    RunFolder again = sample.create(path, RunFolder::Existing::overwrite);
    Sample::go_on(again);
  }
  for (const std::string& name : names) EXPECT_EQ(file_content(path / name), "mine") << name;
  for (const std::string& name : names) fs::remove(path / name);
  sample.run(folder / "reference");
  expect_same_run(path, folder / "reference");
}

/// What the run will write to is looked at before the first step.
TEST_F(RunFolderDamage, FilesInTheWayAreRefused) {
  for (const char* name : {"scene.yaml", "energy.csv", "springs.csv", "summary.json", "problems/step_000016.hdf5",
                           "vtk/bodies_000016.vtp", "vtk/joints_000016.vtp"})
    for (const auto existing : {RunFolder::Existing::refuse, RunFolder::Existing::overwrite}) {
      fs::remove_all(path);
      fs::create_directories((path / name).parent_path());
      write(name, "mine");
      const std::string message = complaint([&] { sample.create(path, existing); });
      EXPECT_NE(message.find((path / name).string() + ": is there, but no run wrote it"), std::string::npos) << message;
      EXPECT_EQ(file_content(path / name), "mine");
    }
}

TEST_F(RunFolderDamage, LinksInTheWayAreRefused) {
  std::ofstream(folder / "mine") << "mine";
  for (const char* target : {"../mine", "../nothing"}) {
    fs::remove_all(path);
    fs::create_directories(path);
    fs::create_symlink(target, path / "energy.csv");
    EXPECT_NE(complaint([&] { sample.create(path, RunFolder::Existing::overwrite); }).find("energy.csv"),
              std::string::npos);
    EXPECT_EQ(file_content(folder / "mine"), "mine");
    EXPECT_FALSE(fs::exists(folder / "nothing"));
  }
}

TEST_F(RunFolderDamage, OverwritingSparesWhatWasChangedSince) {
  for (const char* name : {"scene.yaml", "problems/step_000007.hdf5", "energy.csv", "joints.csv"}) {
    restore();
    write(name, "mine");
    const std::string message = complaint([&] { sample.create(path, RunFolder::Existing::overwrite); });
    EXPECT_NE(message.find((path / name).string() + ": is not as the run wrote it"), std::string::npos) << message;
    EXPECT_EQ(file_content(path / name), "mine");
    EXPECT_TRUE(fs::exists(path / "checkpoint.h5")) << "nothing else goes either";
  }
}

TEST_F(RunFolderDamage, FilesOfARunningRunAreMissed) {
  const auto saying = [&](const auto& spoil) {
    fs::remove_all(path);
    RunFolder run = sample.create(path);
    Sample::go_on(run, 15);
    spoil();
    return complaint([&] { Sample::go_on(run); });
  };
  EXPECT_NE(saying([&] { fs::remove(path / "trajectory.h5"); }).find("trajectory.h5: is missing"), std::string::npos);
  const std::string part = "trajectory.parts/000000011-000000015.h5";
  EXPECT_NE(saying([&] { fs::remove(path / part); }).find(part + ": is missing"), std::string::npos);
  EXPECT_NE(saying([&] { fs::remove(path / "energy.csv"); }).find("energy.csv: was removed while"), std::string::npos);
  EXPECT_NE(saying([&] {
              fs::remove(path / "energy.csv");
              write("energy.csv", "mine");
            }).find("energy.csv: was replaced while"),
            std::string::npos);
  EXPECT_NE(saying([&] { fs::remove(path / "manifest.txt"); }).find("manifest.txt: was removed while"),
            std::string::npos);
  EXPECT_NE(saying([&] { fs::remove_all(path); }).find(path.string()), std::string::npos);
}

TEST_F(RunFolderDamage, ATrajectoryThatIsGoneIsMissedWithoutAStep) {
  fs::remove_all(path);
  RunFolder run = sample.create(path);
  fs::remove(path / "trajectory.h5");
  EXPECT_NE(complaint([&] { run.finish(run.checkpoint(), false); }).find("trajectory.h5: is missing"),
            std::string::npos);
}

TEST_F(RunFolderDamage, AShorterRunIsRefused) {
  restore();
  sample.inputs.settings.duration = 0.9;
  EXPECT_NE(complaint([&] { sample.resume(path); }).find("at 1.5 s already"), std::string::npos);
}

}  // namespace
}  // namespace signorini
