// Files on which HDF5 itself crashes are refused like any other damaged file.

#include <hdf5.h>
#include <signal.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <gtest/gtest.h>

#include "io/support.h"
#include "signorini/base/error.h"
#include "signorini/io/fclib.h"
#include "signorini/io/rehearsal.h"

namespace signorini {
namespace {

using namespace signorini::testing;

/// A group in a file of the old format, which HDF5 writes by default.
void write_old_file(const std::filesystem::path& path) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Gclose(H5Gcreate2(file, "fclib_local", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Fclose(file);
}

TEST(Rehearsal, AHeapThatHdf5DoesNotSurviveIsRefused) {
  const TemporaryFolder folder;
  const auto path = folder / "old.hdf5";
  write_old_file(path);
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  constexpr int from_signature_to_size = 8;
  file.seekp(static_cast<std::streamoff>(bytes.find("HEAP") + from_signature_to_size));
  file << std::string(8, '\xFF');
  file.close();
  try {
    read_fclib(path);
    FAIL() << "read";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), path.string() + ": the file is damaged: HDF5 does not survive reading it");
  }
}

TEST(Rehearsal, OnlyACrashCounts) {
  const TemporaryFolder folder;
  const auto path = folder / "old.hdf5";
  write_old_file(path);
  EXPECT_THROW(hdf5::rehearse(path, [] { std::abort(); }), InputError);
  EXPECT_NO_THROW(hdf5::rehearse(path, [] { throw std::runtime_error("a complaint, to be repeated by the reader"); }));
  EXPECT_NO_THROW(hdf5::rehearse(path, [] {}));
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL})  // Ctrl-C reaches the child as well
    EXPECT_NO_THROW(hdf5::rehearse(path, [signal] { ::raise(signal); })) << signal;
  EXPECT_NO_THROW(hdf5::rehearse(folder / "missing.hdf5", [] { std::abort(); }));
}

TEST(Rehearsal, FilesWithChecksumsNeedNone) {
  const TemporaryFolder folder;
  ContactProblem problem;
  problem.M = SparseMatrix(Vector::Ones(3).asDiagonal());
  problem.H.resize(3, 0);
  problem.f = Vector::Zero(3);
  write_fclib(folder / "ours.hdf5", {problem, {}, {}, {}});
  EXPECT_NO_THROW(hdf5::rehearse(folder / "ours.hdf5", [] { std::abort(); }));
}

}  // namespace
}  // namespace signorini
