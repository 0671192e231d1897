#include <hdf5.h>

#include <cmath>
#include <functional>
#include <limits>

#include "cli/program.h"
#include "io/hdf5_edit.h"

/// Problem files that cannot be used, through every command that reads one.
namespace signorini {
namespace {

using namespace signorini::testing;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
const std::string global = "/fclib_global";
const std::string local = "/fclib_local";

void edit(const std::filesystem::path& path, const std::function<void(hid_t)>& change) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  change(file);
  H5Fclose(file);
}

void put_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

struct BadProblem {
  std::string name;
  /// Makes bad.hdf5, which is the boxes' problem file to begin with.
  std::function<void(const std::filesystem::path&)> make;
  /// Field and value, besides the file's name.
  std::vector<std::string> mentions;
};

void PrintTo(const BadProblem& bad, std::ostream* out) { *out << bad.name; }

/// A change to the problem before it is written.
auto problem(const std::function<void(ContactProblem&)>& change, Form form = Form::global) {
  return [=](const std::filesystem::path& path) {
    FclibFile file = file_of(form == Form::global ? boxes() : sample_problem({.form = form}));
    change(file.problem);
    write_fclib(path, file);
  };
}

/// A change to the file after it is written.
auto hdf5(const std::function<void(hid_t)>& change) {
  return [=](const std::filesystem::path& path) { edit(path, change); };
}

/// Damages the header of the n-th object in the file: a checksum does not fit any more.
auto damaged_header(int n) {
  return [=](const std::filesystem::path& path) {
    std::string bytes = bytes_of(path);
    std::size_t at = bytes.find("OHDR");
    for (int i = 0; i < n; ++i) at = bytes.find("OHDR", at + 1);
    ASSERT_NE(at, std::string::npos);
    bytes[at + 12] ^= 1;
    put_bytes(path, bytes);
  };
}

auto truncated(double share) {
  return [=](const std::filesystem::path& path) {
    const auto size = static_cast<double>(std::filesystem::file_size(path));
    std::filesystem::resize_file(path, static_cast<std::uintmax_t>(share * size));
  };
}

const std::vector<BadProblem> bad_problems = {
    // Not a problem file at all
    {"Missing", [](const auto& path) { std::filesystem::remove(path); }, {"no such file"}},
    {"Directory",
     [](const auto& path) {
       std::filesystem::remove(path);
       std::filesystem::create_directory(path);
     },
     {"is a directory"}},
    {"Empty", [](const auto& path) { put_bytes(path, ""); }, {"is empty"}},
    {"Text", [](const auto& path) { put_bytes(path, "once upon a time\n"); }, {"is not an HDF5 file"}},
    {"SignatureOnly", [](const auto& path) { put_bytes(path, "\x89HDF\r\n\x1a\n"); }, {"HDF5"}},
    {"TruncatedEarly", truncated(0.02), {}},
    {"TruncatedHalf", truncated(0.5), {}},
    {"TruncatedLate", truncated(0.98), {}},
    {"DamagedRoot", damaged_header(0), {"damaged"}},
    {"DamagedGroup", damaged_header(1), {global, "not a readable group"}},
    {"DamagedDataset", damaged_header(2), {global + "/spacedim", "not a readable dataset"}},
    {"Foreign",
     [](const auto& path) {
       const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
       put(file, "/temperatures", std::vector{20.5, 21.0});
       H5Fclose(file);
     },
     {"/fclib_global", "/fclib_local"}},

    // Missing groups
    {"NoProblemGroup", hdf5([](hid_t f) { remove(f, global); }), {global}},
    {"NoM", hdf5([](hid_t f) { remove(f, global + "/M"); }), {global + "/M", "missing"}},
    {"NoH", hdf5([](hid_t f) { remove(f, global + "/H"); }), {global + "/H", "missing"}},
    {"NoVectors", hdf5([](hid_t f) { remove(f, global + "/vectors"); }), {global + "/vectors", "missing"}},
    {"NoSpacedim", hdf5([](hid_t f) { remove(f, global + "/spacedim"); }), {global + "/spacedim", "missing"}},

    // Wrong shapes and sizes
    {"ShortF",
     hdf5([](hid_t f) { resize<double>(f, global + "/vectors/f", -1); }),
     {global + "/vectors/f", "17", "18"}},
    {"LongMu", hdf5([](hid_t f) { resize<double>(f, global + "/vectors/mu", 1); }), {global + "/vectors/", "39", "36"}},
    {"NotSquareM", hdf5([](hid_t f) { put(f, global + "/M/n", std::vector{17}); }), {global + "/M/n", "17", "18"}},
    {"NegativeRows", hdf5([](hid_t f) { put(f, global + "/H/m", std::vector{-18}); }), {global + "/H/m", "-18"}},
    {"NegativeColumns", hdf5([](hid_t f) { put(f, global + "/H/n", std::vector{-1}); }), {global + "/H/n", "-1"}},
    {"HugeColumns",
     hdf5([](hid_t f) { put(f, global + "/H/n", std::vector{2147483647}); }),
     {global + "/H/n", "2147483647"}},
    {"TextForNumbers", hdf5([](hid_t f) { put_text(f, global + "/vectors/f"); }), {global + "/vectors/f"}},
    {"Dimension4", hdf5([](hid_t f) { put(f, global + "/spacedim", std::vector{4}); }), {global + "/spacedim", "4"}},

    // Indices out of range
    {"RowTooLarge", hdf5([](hid_t f) { set(f, global + "/H/i", 3, 18); }), {global + "/H/i", "entry 3 is 18"}},
    {"NegativeRow", hdf5([](hid_t f) { set(f, global + "/H/i", 3, -1); }), {global + "/H/i", "entry 3 is -1"}},
    {"NegativeStart", hdf5([](hid_t f) { set(f, global + "/H/p", 1, -4); }), {global + "/H/p", "entry 1 is -4"}},

    // Values
    {"NanInH", hdf5([](hid_t f) { set(f, global + "/H/x", 2, nan); }), {global + "/H/x", "entry 2 is nan"}},
    {"NanInF", hdf5([](hid_t f) { set(f, global + "/vectors/f", 5, nan); }), {global + "/vectors/f", "entry 5 is nan"}},
    {"InfinityInW",
     hdf5([](hid_t f) { set(f, global + "/vectors/w", 35, infinity); }),
     {global + "/vectors/w", "entry 35 is inf"}},
    {"NegativeMu",
     hdf5([](hid_t f) { set(f, global + "/vectors/mu", 4, -0.3); }),
     {global + "/vectors/mu", "entry 4 is -0.3"}},
    {"UnknownLaw", hdf5([](hid_t f) { write_law(f, "coulom"); }), {"/signorini/law", "coulom", "'coulomb'"}},
    {"NewerFormat", hdf5([](hid_t f) { write_attribute(f, "/signorini", "format", 99); }), {"/signorini/format", "99"}},

    // Numbers that are no mechanics
    {"NegativeMass", problem([](ContactProblem& p) { p.M.coeffRef(4, 4) = -2.5; }), {"M(4,4)", "-2.5"}},
    {"ZeroMass", problem([](ContactProblem& p) { p.M.coeffRef(0, 0) = 0.0; }), {"M(0,0)", "is 0"}},
    {"MassNotPositiveDefinite",
     problem([](ContactProblem& p) {
       p.M.coeffRef(0, 1) = 1e6;  // both triangles: a file with one of them means the other
       p.M.coeffRef(1, 0) = 0.0625;
       p.M.makeCompressed();
     }),
     {"the symmetric part of M is not positive definite"}},
    {"NanInLocalQ",
     problem([](ContactProblem& p) { p.q[3] = nan; }, Form::local),
     {local + "/vectors/q", "entry 3 is nan"}},
};

class BadProblemFile : public ::testing::TestWithParam<BadProblem> {};

TEST_P(BadProblemFile, IsNamedInOneLineByEveryCommand) {
  const TemporaryFolder folder;
  FclibFile good = file_of(boxes());
  write_fclib(folder / "bad.hdf5", good);
  good.solution = Solution::zero(good.problem);
  write_fclib(folder / "answer.hdf5", good);
  GetParam().make(folder / "bad.hdf5");

  auto mentions = GetParam().mentions;
  mentions.push_back("bad.hdf5: ");
  expect_refused(folder, {"solve", "bad.hdf5", "--out", "out.hdf5", "--history", "history.csv"}, mentions);
  expect_refused(folder, {"solve", "bad.hdf5", "--json", "--quiet"}, mentions);
  expect_refused(folder, {"check", "bad.hdf5", "answer.hdf5"}, mentions);
  expect_refused(folder, {"info", "bad.hdf5", "--json"}, mentions);
  expect_refused(folder, {"convert", "bad.hdf5", "out.hdf5", "--form", "local"}, mentions);
}

INSTANTIATE_TEST_SUITE_P(Kinds, BadProblemFile, ::testing::ValuesIn(bad_problems),
                         [](const auto& information) { return information.param.name; });

/// Symmetric with a positive diagonal, yet not a mass: only a factorisation finds out.
TEST(BadProblem, MassNotPositiveDefiniteNamesTheFile) {
  const TemporaryFolder folder;
  FclibFile file = file_of(boxes());
  file.problem.M.coeffRef(0, 1) = file.problem.M.coeffRef(1, 0) = 2 * file.problem.M.coeff(0, 0);
  file.problem.M.makeCompressed();
  file.solution = Solution::zero(file.problem);
  write_fclib(folder / "bad.hdf5", file);
  const std::vector<std::string> mentions = {"bad.hdf5: M is not positive definite"};
  expect_refused(folder, {"solve", "bad.hdf5", "--out", "out.hdf5"}, mentions);
  expect_refused(folder, {"check", "bad.hdf5", "bad.hdf5"}, mentions);
  expect_refused(folder, {"info", "bad.hdf5"}, mentions);
  expect_refused(folder, {"convert", "bad.hdf5", "out.hdf5", "--form", "local"}, mentions);
}

TEST(BadProblem, CompliantContactsHaveNoPyramid) {
  const TemporaryFolder folder;
  FclibFile file = file_of(boxes());
  file.problem.E = Vector::Constant(file.problem.rows(), 1e-6);
  write_fclib(folder / "soft.hdf5", file);
  expect_refused(folder, {"convert", "soft.hdf5", "out.hdf5", "--pyramid", "8"}, {"soft.hdf5: ", "--form local"});
}

struct BadAnswer {
  std::string name;
  std::function<void(const std::filesystem::path&)> make;
  std::vector<std::string> mentions;
};

void PrintTo(const BadAnswer& bad, std::ostream* out) { *out << bad.name; }

const std::vector<BadAnswer> bad_answers = {
    {"Missing", [](const auto& path) { std::filesystem::remove(path); }, {"no such file"}},
    {"Text", [](const auto& path) { put_bytes(path, "r = 0\n"); }, {"is not an HDF5 file"}},
    {"Truncated", truncated(0.5), {}},
    {"NoSolution", [](const auto& path) { write_fclib(path, file_of(boxes())); }, {"/solution"}},
    {"NoImpulses", hdf5([](hid_t f) { remove(f, "/solution/r"); }), {"/solution/r", "missing"}},
    {"OfAnotherProblem",
     [](const auto& path) {
       FclibFile file = file_of(packing(5));
       file.solution = Solution::zero(file.problem);
       write_fclib(path, file);
     },
     {"/solution/v", "30", "18"}},
    {"ShortImpulses", hdf5([](hid_t f) { resize<double>(f, "/solution/r", -3); }), {"/solution/r", "33", "36"}},
    {"LongVelocities", hdf5([](hid_t f) { resize<double>(f, "/solution/v", 6); }), {"/solution/v", "24", "18"}},
    {"Nan", hdf5([](hid_t f) { set(f, "/solution/r", 7, nan); }), {"/solution/r", "entry 7 is nan"}},
};

class BadAnswerFile : public ::testing::TestWithParam<BadAnswer> {};

TEST_P(BadAnswerFile, IsNamedByCheckAndWarmStart) {
  const TemporaryFolder folder;
  FclibFile file = file_of(boxes());
  write_fclib(folder / "p.hdf5", file);
  file.solution = Solution::zero(file.problem);
  write_fclib(folder / "bad.hdf5", file);
  GetParam().make(folder / "bad.hdf5");
  auto mentions = GetParam().mentions;
  mentions.push_back("bad.hdf5: ");
  expect_refused(folder, {"check", "p.hdf5", "bad.hdf5"}, mentions);
  expect_refused(folder, {"solve", "p.hdf5", "--warm-start", "bad.hdf5", "--out", "out.hdf5"}, mentions);
}

INSTANTIATE_TEST_SUITE_P(Kinds, BadAnswerFile, ::testing::ValuesIn(bad_answers),
                         [](const auto& information) { return information.param.name; });

}  // namespace
}  // namespace signorini
