#include <hdf5.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <limits>

#include "io/hdf5_edit.h"
#include "io/support.h"
#include "signorini/base/error.h"
#include "signorini/io/fclib.h"

namespace signorini {
namespace {

using namespace signorini::testing;

/// Global, 7 degrees of freedom, 2 free rows, 1 positive row, 4 contacts in three dimensions: fclib's H is 7 × 15.
FclibFile sound_file(Form form) {
  FclibFile file;
  file.problem = sample_problem({form, 3, 2, 1, 4});
  file.problem.E = Vector::Ones(file.problem.rows());
  file.solution = sample_solution(file.problem);
  file.guesses = {sample_solution(file.problem)};
  return file;
}

struct BadInput {
  std::string name;
  Form form;
  MatrixStorage storage;
  std::function<void(hid_t)> spoil;
  /// What the message must contain: the field, and the value where there is one.
  std::vector<std::string> mentions;
};

void PrintTo(const BadInput& bad, std::ostream* out) { *out << bad.name; }

class FclibBadInput : public ::testing::TestWithParam<BadInput> {};

TEST_P(FclibBadInput, IsNamedInOneLine) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "p.hdf5";
  write_fclib(path, sound_file(GetParam().form), GetParam().storage);
  ASSERT_NO_THROW(read_fclib(path));
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  GetParam().spoil(file);
  H5Fclose(file);

  ::testing::internal::CaptureStderr();
  const std::string message = complaint([&] { read_fclib(path); });
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "") << "HDF5 must not print";
  EXPECT_EQ(message.rfind(path.string() + ": ", 0), 0u) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  for (const std::string& word : GetParam().mentions)
    EXPECT_NE(message.find(word), std::string::npos) << word << " in: " << message;
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int huge = std::numeric_limits<int>::max();
constexpr MatrixStorage csc = MatrixStorage::csc;
constexpr MatrixStorage csr = MatrixStorage::csr;
constexpr MatrixStorage triplet = MatrixStorage::triplet;

const std::string global = "/fclib_global";
const std::string h = global + "/H";
const std::string vectors = global + "/vectors";
const std::string local = "/fclib_local";

const std::vector<BadInput> bad_inputs = {
    // Groups and datasets that are not there, or are something else
    {"NoProblem", Form::global, csc, [](hid_t f) { remove(f, global); }, {"/fclib_global", "/fclib_local"}},
    {"ProblemIsADataset",
     Form::global,
     csc,
     [](hid_t f) {
       remove(f, global);
       put(f, global, std::vector{1});
     },
     {global, "not a readable group"}},
    {"NoM", Form::global, csc, [](hid_t f) { remove(f, global + "/M"); }, {global + "/M", "missing"}},
    {"NoH", Form::global, csc, [](hid_t f) { remove(f, h); }, {h, "missing"}},
    {"NoG", Form::global, csc, [](hid_t f) { remove(f, global + "/G"); }, {global + "/G", "missing"}},
    {"NoW", Form::local, csc, [](hid_t f) { remove(f, local + "/W"); }, {local + "/W", "missing"}},
    {"NoV", Form::local, csc, [](hid_t f) { remove(f, local + "/V"); }, {local + "/V", "missing"}},
    {"NoR", Form::local, csc, [](hid_t f) { remove(f, local + "/R"); }, {local + "/R", "missing"}},
    {"NoVectors", Form::global, csc, [](hid_t f) { remove(f, vectors); }, {vectors, "missing"}},
    {"NoF", Form::global, csc, [](hid_t f) { remove(f, vectors + "/f"); }, {vectors + "/f", "missing"}},
    {"NoWVector", Form::global, csc, [](hid_t f) { remove(f, vectors + "/w"); }, {vectors + "/w", "missing"}},
    {"NoB", Form::global, csc, [](hid_t f) { remove(f, vectors + "/b"); }, {vectors + "/b", "missing"}},
    {"NoMu", Form::global, csc, [](hid_t f) { remove(f, vectors + "/mu"); }, {vectors + "/mu", "missing"}},
    {"NoQ", Form::local, csc, [](hid_t f) { remove(f, local + "/vectors/q"); }, {local + "/vectors/q", "missing"}},
    {"NoS", Form::local, csc, [](hid_t f) { remove(f, local + "/vectors/s"); }, {local + "/vectors/s", "missing"}},
    {"NoSpacedim",
     Form::global,
     csc,
     [](hid_t f) { remove(f, global + "/spacedim"); },
     {global + "/spacedim", "missing"}},
    {"NoRows", Form::global, csc, [](hid_t f) { remove(f, h + "/m"); }, {h + "/m", "missing"}},
    {"NoP", Form::global, csc, [](hid_t f) { remove(f, h + "/p"); }, {h + "/p", "missing"}},
    {"NoI", Form::global, csc, [](hid_t f) { remove(f, h + "/i"); }, {h + "/i", "missing"}},
    {"NoX", Form::global, csc, [](hid_t f) { remove(f, h + "/x"); }, {h + "/x", "missing"}},
    {"XIsAGroup",
     Form::global,
     csc,
     [](hid_t f) {
       remove(f, h + "/x");
       make_group(f, h + "/x");
     },
     {h + "/x", "not a readable dataset"}},

    // Types and shapes
    {"TextAsValues", Form::global, csc, [](hid_t f) { put_text(f, vectors + "/f"); }, {vectors + "/f", "text"}},
    {"TextAsIndices", Form::global, csc, [](hid_t f) { put_text(f, h + "/i"); }, {h + "/i", "text"}},
    {"TextAsSize", Form::global, csc, [](hid_t f) { put_text(f, h + "/m"); }, {h + "/m", "text"}},
    {"FloatsAsIndices",
     Form::global,
     csc,
     [](hid_t f) { put(f, h + "/p", std::vector<double>(16)); },
     {h + "/p", "floating point"}},
    {"FloatAsSize",
     Form::global,
     csc,
     [](hid_t f) { put(f, h + "/nz", std::vector{-1.0}); },
     {h + "/nz", "floating point"}},
    {"MatrixAsVector",
     Form::global,
     csc,
     [](hid_t f) {
       const std::vector<double> x(7);
       write_dataset(f, vectors + "/f", H5T_NATIVE_DOUBLE, {7, 1}, x.data());
     },
     {vectors + "/f", "7 × 1"}},
    {"VectorAsSize",
     Form::global,
     csc,
     [](hid_t f) {
       put(f, h + "/m", std::vector{7, 7});
     },
     {h + "/m", "one integer"}},
    {"NumberAsTitle",
     Form::global,
     csc,
     [](hid_t f) { put(f, global + "/info/title", std::vector{7}); },
     {global + "/info/title", "text"}},

    // Sizes that do not agree
    {"ShortF",
     Form::global,
     csc,
     [](hid_t f) { resize<double>(f, vectors + "/f", -1); },
     {global + "/M/m", "7", vectors + "/f", "6"}},
    {"LongW", Form::global, csc, [](hid_t f) { resize<double>(f, vectors + "/w", 3); }, {vectors + "/w", "18", "15"}},
    {"LongB",
     Form::global,
     csc,
     [](hid_t f) { resize<double>(f, vectors + "/b", 1); },
     {global + "/G/n", "2", vectors + "/b", "3"}},
    {"LongMu", Form::global, csc, [](hid_t f) { resize<double>(f, vectors + "/mu", 1); }, {vectors + "/w", "15", "18"}},
    {"LongS",
     Form::local,
     csc,
     [](hid_t f) { resize<double>(f, local + "/vectors/s", 1); },
     {local + "/R/m", "2", "3"}},
    {"LongQ",
     Form::local,
     csc,
     [](hid_t f) { resize<double>(f, local + "/vectors/q", 1); },
     {local + "/vectors/q", "16", "15"}},
    {"RowsNotMultipleOfSpacedim",
     Form::global,
     csc,
     [](hid_t f) { put(f, global + "/spacedim", std::vector{2}); },
     {vectors + "/w", "15", "10"}},
    {"NegativeRows", Form::global, csc, [](hid_t f) { put(f, h + "/m", std::vector{-7}); }, {h + "/m", "-7"}},
    {"NegativeColumns", Form::global, csc, [](hid_t f) { put(f, h + "/n", std::vector{-1}); }, {h + "/n", "-1"}},
    {"HugeColumns", Form::global, csc, [](hid_t f) { put(f, h + "/n", std::vector{huge}); }, {h + "/n", "2147483647"}},
    {"HugeRows", Form::global, triplet, [](hid_t f) { put(f, h + "/m", std::vector{huge}); }, {h + "/m", "2147483647"}},
    {"NotSquareM",
     Form::global,
     csc,
     [](hid_t f) { put(f, global + "/M/n", std::vector{6}); },
     {global + "/M/n", "6", "7"}},
    {"UnknownStorage", Form::global, csc, [](hid_t f) { put(f, h + "/nz", std::vector{-3}); }, {h + "/nz", "-3"}},
    {"TooManyTriplets",
     Form::global,
     triplet,
     [](hid_t f) { put(f, h + "/nz", std::vector{huge}); },
     {h + "/i", "2147483647"}},
    {"TripletsInsteadOfColumns",
     Form::global,
     csc,
     [](hid_t f) { put(f, h + "/nz", std::vector{60}); },
     {h + "/p", "16", "60"}},
    {"ColumnsInsteadOfRows",
     Form::global,
     csr,
     [](hid_t f) { put(f, h + "/nz", std::vector{-1}); },
     {h + "/p", "8", "16"}},

    // Compressed storage
    {"ShortP", Form::global, csc, [](hid_t f) { resize<int>(f, h + "/p", -1); }, {h + "/p", "15", "16"}},
    {"FirstStartNotZero", Form::global, csc, [](hid_t f) { set(f, h + "/p", 0, 1); }, {h + "/p", "entry 0 is 1"}},
    {"FallingStarts", Form::global, csc, [](hid_t f) { set(f, h + "/p", 5, 0); }, {h + "/p", "entry 5 is 0"}},
    {"NegativeStart", Form::global, csc, [](hid_t f) { set(f, h + "/p", 1, -4); }, {h + "/p", "entry 1 is -4"}},
    {"LastStartTooLarge", Form::global, csc, [](hid_t f) { set(f, h + "/p", 15, huge); }, {h + "/i", "2147483647"}},
    {"LastStartTooSmall",
     Form::global,
     csc,
     [](hid_t f) {
       const int end = get<int>(f, h + "/p").back();
       set(f, h + "/p", 15, end - 1);
     },
     {h + "/x", "p ends at"}},
    {"LastStartTooLargeInRows",
     Form::global,
     csr,
     [](hid_t f) { set(f, h + "/p", 7, huge); },
     {h + "/i", "2147483647"}},
    {"ShortX", Form::global, csc, [](hid_t f) { resize<double>(f, h + "/x", -1); }, {h + "/x"}},
    {"RowIndexTooLarge", Form::global, csc, [](hid_t f) { set(f, h + "/i", 3, 7); }, {h + "/i", "entry 3 is 7"}},
    {"NegativeRowIndex", Form::global, csc, [](hid_t f) { set(f, h + "/i", 3, -1); }, {h + "/i", "entry 3 is -1"}},
    {"ColumnIndexTooLarge", Form::global, csr, [](hid_t f) { set(f, h + "/i", 3, 15); }, {h + "/i", "entry 3 is 15"}},
    {"TripletRowTooLarge",
     Form::global,
     triplet,
     [](hid_t f) { set(f, h + "/i", 3, 70); },
     {h + "/i", "entry 3 is 70"}},
    {"TripletColumnNegative",
     Form::global,
     triplet,
     [](hid_t f) { set(f, h + "/p", 3, -2); },
     {h + "/p", "entry 3 is -2"}},
    {"ShortTripletColumns", Form::global, triplet, [](hid_t f) { resize<int>(f, h + "/p", -1); }, {h + "/p", "nz"}},

    // Values
    {"NanInH", Form::global, csc, [](hid_t f) { set(f, h + "/x", 2, nan); }, {h + "/x", "entry 2 is nan"}},
    {"InfinityInG",
     Form::global,
     csc,
     [](hid_t f) { set(f, global + "/G/x", 2, -infinity); },
     {global + "/G/x", "entry 2 is -inf"}},
    {"NanInRows", Form::global, csr, [](hid_t f) { set(f, h + "/x", 2, nan); }, {h + "/x", "entry 2 is nan"}},
    {"NanInTriplets", Form::global, triplet, [](hid_t f) { set(f, h + "/x", 2, nan); }, {h + "/x", "entry 2 is nan"}},
    {"NanInF", Form::global, csc, [](hid_t f) { set(f, vectors + "/f", 6, nan); }, {vectors + "/f", "entry 6 is nan"}},
    {"InfinityInW",
     Form::global,
     csc,
     [](hid_t f) { set(f, vectors + "/w", 14, infinity); },
     {vectors + "/w", "entry 14 is inf"}},
    {"NanInMu",
     Form::global,
     csc,
     [](hid_t f) { set(f, vectors + "/mu", 4, nan); },
     {vectors + "/mu", "entry 4 is nan"}},
    {"NegativeMu",
     Form::global,
     csc,
     [](hid_t f) { set(f, vectors + "/mu", 4, -0.3); },
     {vectors + "/mu", "entry 4 is -0.3"}},
    {"SpacedimOne",
     Form::global,
     csc,
     [](hid_t f) { put(f, global + "/spacedim", std::vector{1}); },
     {global + "/spacedim", "is 1"}},
    {"SpacedimFour",
     Form::local,
     csc,
     [](hid_t f) { put(f, local + "/spacedim", std::vector{4}); },
     {local + "/spacedim", "is 4"}},

    // More data declared than the file can hold
    {"HugeVector",
     Form::global,
     csc,
     [](hid_t f) { write_dataset(f, vectors + "/f", H5T_NATIVE_DOUBLE, {2000000000}, nullptr); },
     {vectors + "/f", "2000000000"}},
    {"VectorBeyondIntegers",
     Form::global,
     csc,
     [](hid_t f) { write_dataset(f, vectors + "/f", H5T_NATIVE_DOUBLE, {hsize_t{1} << 40}, nullptr); },
     {vectors + "/f", "1099511627776"}},

    // Rolling friction
    {"RollingGlobal",
     Form::global,
     csc,
     [](hid_t f) { make_group(f, "/fclib_global_rolling"); },
     {"rolling friction is not supported"}},
    {"RollingLocal",
     Form::local,
     csc,
     [](hid_t f) { make_group(f, "/fclib_local_rolling"); },
     {"rolling friction is not supported"}},
    {"RollingDimension",
     Form::global,
     csc,
     [](hid_t f) { put(f, global + "/spacedim", std::vector{5}); },
     {"rolling friction is not supported"}},
    {"RollingCoefficients",
     Form::global,
     csc,
     [](hid_t f) { put(f, vectors + "/mu_r", std::vector(5, 0.1)); },
     {vectors + "/mu_r", "rolling friction is not supported"}},

    // What we add ourselves
    {"NewerFormat",
     Form::global,
     csc,
     [](hid_t f) { write_attribute(f, "/signorini", "format", 99); },
     {"/signorini/format", "99"}},
    {"UnknownLaw", Form::global, csc, [](hid_t f) { write_law(f, "coulom"); }, {"/signorini/law", "coulom"}},
    {"LawIsANumber",
     Form::global,
     csc,
     [](hid_t f) { write_attribute(f, "/signorini", "law", 1); },
     {"/signorini/law"}},
    {"NegativePositive",
     Form::global,
     csc,
     [](hid_t f) { write_attribute(f, "/signorini", "positive", -1); },
     {"/signorini/positive", "-1"}},
    {"TooManyPositive",
     Form::global,
     csc,
     [](hid_t f) { write_attribute(f, "/signorini", "positive", 6); },
     {"6", "5"}},
    {"PositiveWithFriction",
     Form::global,
     csc,
     [](hid_t f) { set(f, vectors + "/mu", 0, 0.5); },
     {vectors + "/mu", "0.5"}},
    {"PositiveWithTangents",
     Form::global,
     csc,
     [](hid_t f) {
       set(f, vectors + "/mu", 1, 0.0);
       write_attribute(f, "/signorini", "positive", 2);
     },
     {h, "column 4"}},
    {"PositiveWithTangentsInW",
     Form::local,
     csc,
     [](hid_t f) {
       set(f, local + "/vectors/mu", 1, 0.0);
       write_attribute(f, "/signorini", "positive", 2);
     },
     {local}},
    {"ShortE", Form::global, csc, [](hid_t f) { resize<double>(f, "/signorini/E", -1); }, {"/signorini/E", "14", "15"}},
    {"NegativeE",
     Form::global,
     csc,
     [](hid_t f) { set(f, "/signorini/E", 3, -1.0); },
     {"/signorini/E", "entry 3 is -1"}},

    // Solutions
    {"SolutionWithoutR", Form::global, csc, [](hid_t f) { remove(f, "/solution/r"); }, {"/solution/r", "missing"}},
    {"SolutionWithoutL", Form::global, csc, [](hid_t f) { remove(f, "/solution/l"); }, {"/solution/l", "missing"}},
    {"SolutionShortR",
     Form::global,
     csc,
     [](hid_t f) { resize<double>(f, "/solution/r", -1); },
     {"/solution/r", "14", "15"}},
    {"SolutionLongV",
     Form::global,
     csc,
     [](hid_t f) { resize<double>(f, "/solution/v", 1); },
     {"/solution/v", "8", "7"}},
    {"SolutionNan",
     Form::global,
     csc,
     [](hid_t f) { set(f, "/solution/u", 1, nan); },
     {"/solution/u", "entry 1 is nan"}},
    {"MissingGuess",
     Form::global,
     csc,
     [](hid_t f) { put(f, "/guesses/number_of_guesses", std::vector{2}); },
     {"/guesses/2", "missing"}},
    {"NegativeGuesses",
     Form::global,
     csc,
     [](hid_t f) { put(f, "/guesses/number_of_guesses", std::vector{-1}); },
     {"/guesses/number_of_guesses", "-1"}},
    {"GuessShortR", Form::global, csc, [](hid_t f) { resize<double>(f, "/guesses/1/r", -1); }, {"/guesses/1/r", "14"}},
};

INSTANTIATE_TEST_SUITE_P(Kinds, FclibBadInput, ::testing::ValuesIn(bad_inputs),
                         [](const auto& information) { return information.param.name; });

// ---- Whole files ----

void expect_refused(const std::filesystem::path& path, const std::string& reason) {
  ::testing::internal::CaptureStderr();
  const ContactProblem problem = sample_problem({});
  for (const std::string& message :
       {complaint([&] { read_fclib(path); }), complaint([&] { read_fclib_solution(path, problem); })}) {
    EXPECT_EQ(message.rfind(path.string() + ": ", 0), 0u) << message;
    EXPECT_NE(message.find(reason), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "") << "HDF5 must not print";
}

TEST(FclibBadFile, MissingDirectoryEmptyOrSomethingElse) {
  const TemporaryFolder folder;
  expect_refused(folder / "missing.hdf5", "no such file");
  expect_refused(folder.path(), "is a directory");
  std::ofstream(folder / "empty.hdf5").flush();
  expect_refused(folder / "empty.hdf5", "is empty");
  std::ofstream(folder / "text.hdf5") << "these are not the bytes you are looking for\n";
  expect_refused(folder / "text.hdf5", "is not an HDF5 file");
  expect_refused("/dev/null", "is not a regular file");
}

TEST(FclibBadFile, TruncatedAnywhere) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", sound_file(Form::global));
  const std::uintmax_t size = std::filesystem::file_size(folder / "p.hdf5");
  for (std::uintmax_t keep = 1; keep < size; keep += size / 37) {
    const std::filesystem::path path = folder / "short.hdf5";
    std::filesystem::copy_file(folder / "p.hdf5", path, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(path, keep);
    EXPECT_THROW(read_fclib(path), InputError) << keep << " of " << size << " bytes";
  }
}

TEST(FclibBadFile, NoSolutionInTheFile) {
  const TemporaryFolder folder;
  FclibFile file;
  file.problem = sample_problem({});
  write_fclib(folder / "p.hdf5", file);
  const std::string message = complaint([&] { read_fclib_solution(folder / "p.hdf5", file.problem); });
  EXPECT_NE(message.find("/solution"), std::string::npos) << message;
}

// ---- What looks odd and is fine ----

/// `file` after `change`, read again.
FclibFile changed(const FclibFile& file, const std::function<void(hid_t)>& change) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file);
  const hid_t id = H5Fopen((folder / "p.hdf5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  change(id);
  H5Fclose(id);
  return read_fclib(folder / "p.hdf5");
}

TEST(FclibOddFile, OtherWidthsConvert) {
  const FclibFile file = sound_file(Form::global);
  const FclibFile read = changed(file, [](hid_t f) {
    const std::vector<int> p = get<int>(f, h + "/p");
    const std::vector<std::int64_t> wide(p.begin(), p.end());
    write_dataset(f, h + "/p", H5T_NATIVE_INT64, {wide.size()}, wide.data());
    const std::vector<int> i = get<int>(f, h + "/i");
    const std::vector<std::uint8_t> narrow(i.begin(), i.end());
    write_dataset(f, h + "/i", H5T_NATIVE_UINT8, {narrow.size()}, narrow.data());
    const std::int64_t rows = 7;
    write_dataset(f, h + "/m", H5T_NATIVE_INT64, {1}, &rows);
    const std::vector<int> force = {1, 2, 3, 4, 5, 6, 7};
    put(f, vectors + "/f", force);
    const std::vector<float> mu = {0.0f, 0.5f, 0.25f, 1.0f, 2.0f};
    write_dataset(f, vectors + "/mu", H5T_NATIVE_FLOAT, {5}, mu.data());
  });
  testing::expect_equal(read.problem.H, file.problem.H, "H");
  EXPECT_EQ(read.problem.f, Vector::LinSpaced(7, 1.0, 7.0));
  EXPECT_EQ(read.problem.cones.mu, Eigen::Vector4d(0.5, 0.25, 1.0, 2.0));
}

TEST(FclibOddFile, NothingBesidesTheBodies) {
  FclibFile file;
  file.problem = sample_problem({Form::global, 3, 0, 0, 0});
  const FclibFile read = changed(file, [](hid_t f) {
    for (const std::string& path : {h, vectors + "/w", vectors + "/mu", global + "/info", std::string("/signorini")})
      remove(f, path);
  });
  EXPECT_EQ(read.problem.rows(), 0);
  EXPECT_EQ(read.problem.H.rows(), 7);
  EXPECT_EQ(read.problem.H.cols(), 0);
  EXPECT_EQ(read.problem.f, file.problem.f);
}

TEST(FclibOddFile, WithoutOurGroupContactsAreCoulombAndRigid) {
  const FclibFile file = sound_file(Form::global);
  const FclibFile read = changed(file, [](hid_t f) { remove(f, "/signorini"); });
  EXPECT_EQ(read.problem.law, Law::coulomb);
  EXPECT_EQ(read.problem.cones.positive, 0);
  EXPECT_EQ(read.problem.cones.friction(), 5);
  EXPECT_EQ(read.problem.cones.mu[0], 0.0);
  EXPECT_EQ(read.problem.E.size(), 0);
}

TEST(FclibOddFile, DatasetsNeverWrittenAreZeros) {
  const FclibFile read = changed(sound_file(Form::global),
                                 [](hid_t f) { write_dataset(f, "/solution/r", H5T_NATIVE_DOUBLE, {15}, nullptr); });
  EXPECT_TRUE(read.solution->r.tail(13).isZero(0.0));
}

TEST(FclibOddFile, SolutionFileWithNothingElse) {
  const TemporaryFolder folder;
  const FclibFile file = sound_file(Form::global);
  write_fclib(folder / "p.hdf5", file);
  const hid_t id = H5Fopen((folder / "p.hdf5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  for (const char* path : {"/fclib_global", "/signorini", "/guesses"}) remove(id, path);
  H5Fclose(id);
  testing::expect_equal(read_fclib_solution(folder / "p.hdf5", file.problem), *file.solution);
}

TEST(FclibOddFile, TheCallersHdf5ErrorPrinterStays) {
  H5E_auto2_t before = nullptr, after = nullptr;
  void* data = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &before, &data);
  EXPECT_THROW(read_fclib("/nowhere/p.hdf5"), InputError);
  H5Eget_auto2(H5E_DEFAULT, &after, &data);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace signorini
