#include "signorini/io/atomic_file.h"

#include "io/small_disk.h"
#include "io/support.h"
#include "signorini/base/error.h"

namespace signorini {
namespace {

using testing::complaint;
using testing::file_content;
using testing::SmallDisk;
using testing::TemporaryFolder;

void write(const std::filesystem::path& path, const std::string& text) {
  write_atomically(path, std::as_bytes(std::span(text)));
}

TEST(AtomicFile, WritesAndReplaces) {
  const TemporaryFolder folder;
  write(folder / "a", "one");
  write(folder / "a", "two");
  EXPECT_EQ(file_content(folder / "a"), "two");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});
}

TEST(AtomicFile, FollowsLinks) {
  const TemporaryFolder folder;
  write(folder / "target", "one");
  std::filesystem::create_symlink("target", folder / "link");
  write(folder / "link", "two");
  EXPECT_EQ(file_content(folder / "target"), "two");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST(AtomicFile, FullDiskLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  write(folder / "a", "one");
  std::string message;
  {
    const SmallDisk limit(1000);
    message = complaint([&] { write(folder / "a", std::string(5000, 'x')); });
  }
  EXPECT_NE(message.find((folder / "a").string()), std::string::npos) << message;
  EXPECT_EQ(file_content(folder / "a"), "one");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});
}

TEST(AtomicFile, FullDiskUnderHdf5) {
  const TemporaryFolder folder;
  FclibFile file;
  file.problem = testing::sample_problem({});
  for (const rlim_t bytes : {0, 100, 3000}) {
    const SmallDisk limit(bytes);
    EXPECT_THROW(write_fclib(folder / "p.hdf5", file), InputError);
    EXPECT_TRUE(folder.names().empty());
  }
  write_fclib(folder / "p.hdf5", file);
  testing::expect_equal(read_fclib(folder / "p.hdf5").problem, file.problem);
}

TEST(AtomicFile, SaysWhyItCannotWrite) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "d");
  EXPECT_NE(complaint([&] { write(folder / "d", "x"); }).find("is a directory"), std::string::npos);
  EXPECT_NE(complaint([&] { write(folder / "missing/a", "x"); }).find("no directory"), std::string::npos);
  EXPECT_NE(complaint([&] { write("/dev/null", "x"); }).find("not a regular file"), std::string::npos);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"d"});
}

TEST(AtomicFile, ReadOnlyFolder) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const TemporaryFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_NE(complaint([&] { write(folder / "a", "x"); }).find("Permission denied"), std::string::npos);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
}

}  // namespace
}  // namespace signorini
