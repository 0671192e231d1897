#include "signorini/io/manifest.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/small_disk.h"
#include "io/support.h"

namespace signorini {
namespace {

using namespace signorini::testing;
namespace fs = std::filesystem;

/// Files that wait for the disk are as complete and as listed as others, at every moment.
TEST(Manifest, DeferredFilesAreListedAndComplete) {
  const TemporaryFolder folder;
  Manifest manifest = Manifest::create(folder.path());
  fs::create_directory(folder / "inputs");
  manifest.defer();
  for (const char* name : {"scene.yaml", "inputs/arm.urdf", "scene.yaml"}) {
    manifest.write(folder / name, std::string("content of ") + name);
    const Manifest read = Manifest::open(folder.path());
    EXPECT_NO_THROW(read.verify(folder / name)) << name;
    EXPECT_EQ(file_content(folder / name), std::string("content of ") + name);
  }
  manifest.settle();
  EXPECT_EQ(Manifest::open(folder.path()).files().size(), 2u);
  EXPECT_EQ(folder.names().size(), 3u) << "nothing temporary is left";
}

/// Whoever takes a file away before it is on disk is told.
TEST(Manifest, AFileThatIsGoneBeforeItIsOnDiskIsTold) {
  const TemporaryFolder folder;
  Manifest manifest = Manifest::create(folder.path());
  manifest.defer();
  manifest.write(folder / "scene.yaml", "content");
  fs::remove(folder / "scene.yaml");
  EXPECT_EQ(complaint([&] { manifest.settle(); }),
            (folder / "scene.yaml").string() + ": cannot be written: No such file or directory");
}

TEST(Manifest, ADeferredFileOfOthersIsRefused) {
  const TemporaryFolder folder;
  Manifest manifest = Manifest::create(folder.path());
  std::ofstream(folder / "scene.yaml") << "mine";
  manifest.defer();
  EXPECT_NE(complaint([&] { manifest.write(folder / "scene.yaml", "ours"); }).find("no run wrote it"),
            std::string::npos);
  EXPECT_EQ(file_content(folder / "scene.yaml"), "mine");
}

}  // namespace
}  // namespace signorini
