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

/// The message of the InputError that `action` throws.
template <class Action>
std::string complaint(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no InputError";
  return {};
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

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kHuge = std::numeric_limits<int>::max();
constexpr MatrixStorage kCsc = MatrixStorage::csc;
constexpr MatrixStorage kCsr = MatrixStorage::csr;
constexpr MatrixStorage kTriplet = MatrixStorage::triplet;

const std::string kGlobal = "/fclib_global";
const std::string kH = kGlobal + "/H";
const std::string kVectors = kGlobal + "/vectors";
const std::string kLocal = "/fclib_local";

const std::vector<BadInput> kBadInputs = {
    // Groups and datasets that are not there, or are something else
    {"NoProblem", Form::global, kCsc, [](hid_t f) { remove(f, kGlobal); }, {"/fclib_global", "/fclib_local"}},
    {"ProblemIsADataset",
     Form::global,
     kCsc,
     [](hid_t f) {
       remove(f, kGlobal);
       put(f, kGlobal, std::vector{1});
     },
     {kGlobal, "not a readable group"}},
    {"NoM", Form::global, kCsc, [](hid_t f) { remove(f, kGlobal + "/M"); }, {kGlobal + "/M", "missing"}},
    {"NoH", Form::global, kCsc, [](hid_t f) { remove(f, kH); }, {kH, "missing"}},
    {"NoG", Form::global, kCsc, [](hid_t f) { remove(f, kGlobal + "/G"); }, {kGlobal + "/G", "missing"}},
    {"NoW", Form::local, kCsc, [](hid_t f) { remove(f, kLocal + "/W"); }, {kLocal + "/W", "missing"}},
    {"NoV", Form::local, kCsc, [](hid_t f) { remove(f, kLocal + "/V"); }, {kLocal + "/V", "missing"}},
    {"NoR", Form::local, kCsc, [](hid_t f) { remove(f, kLocal + "/R"); }, {kLocal + "/R", "missing"}},
    {"NoVectors", Form::global, kCsc, [](hid_t f) { remove(f, kVectors); }, {kVectors, "missing"}},
    {"NoF", Form::global, kCsc, [](hid_t f) { remove(f, kVectors + "/f"); }, {kVectors + "/f", "missing"}},
    {"NoWVector", Form::global, kCsc, [](hid_t f) { remove(f, kVectors + "/w"); }, {kVectors + "/w", "missing"}},
    {"NoB", Form::global, kCsc, [](hid_t f) { remove(f, kVectors + "/b"); }, {kVectors + "/b", "missing"}},
    {"NoMu", Form::global, kCsc, [](hid_t f) { remove(f, kVectors + "/mu"); }, {kVectors + "/mu", "missing"}},
    {"NoQ", Form::local, kCsc, [](hid_t f) { remove(f, kLocal + "/vectors/q"); }, {kLocal + "/vectors/q", "missing"}},
    {"NoS", Form::local, kCsc, [](hid_t f) { remove(f, kLocal + "/vectors/s"); }, {kLocal + "/vectors/s", "missing"}},
    {"NoSpacedim",
     Form::global,
     kCsc,
     [](hid_t f) { remove(f, kGlobal + "/spacedim"); },
     {kGlobal + "/spacedim", "missing"}},
    {"NoRows", Form::global, kCsc, [](hid_t f) { remove(f, kH + "/m"); }, {kH + "/m", "missing"}},
    {"NoP", Form::global, kCsc, [](hid_t f) { remove(f, kH + "/p"); }, {kH + "/p", "missing"}},
    {"NoI", Form::global, kCsc, [](hid_t f) { remove(f, kH + "/i"); }, {kH + "/i", "missing"}},
    {"NoX", Form::global, kCsc, [](hid_t f) { remove(f, kH + "/x"); }, {kH + "/x", "missing"}},
    {"XIsAGroup",
     Form::global,
     kCsc,
     [](hid_t f) {
       remove(f, kH + "/x");
       make_group(f, kH + "/x");
     },
     {kH + "/x", "not a readable dataset"}},

    // Types and shapes
    {"TextAsValues", Form::global, kCsc, [](hid_t f) { put_text(f, kVectors + "/f"); }, {kVectors + "/f", "text"}},
    {"TextAsIndices", Form::global, kCsc, [](hid_t f) { put_text(f, kH + "/i"); }, {kH + "/i", "text"}},
    {"TextAsSize", Form::global, kCsc, [](hid_t f) { put_text(f, kH + "/m"); }, {kH + "/m", "text"}},
    {"FloatsAsIndices",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kH + "/p", std::vector<double>(16)); },
     {kH + "/p", "floating point"}},
    {"FloatAsSize",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kH + "/nz", std::vector{-1.0}); },
     {kH + "/nz", "floating point"}},
    {"MatrixAsVector",
     Form::global,
     kCsc,
     [](hid_t f) {
       const std::vector<double> x(7);
       write_dataset(f, kVectors + "/f", H5T_NATIVE_DOUBLE, {7, 1}, x.data());
     },
     {kVectors + "/f", "7 × 1"}},
    {"VectorAsSize",
     Form::global,
     kCsc,
     [](hid_t f) {
       put(f, kH + "/m", std::vector{7, 7});
     },
     {kH + "/m", "one integer"}},
    {"NumberAsTitle",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kGlobal + "/info/title", std::vector{7}); },
     {kGlobal + "/info/title", "text"}},

    // Sizes that do not agree
    {"ShortF",
     Form::global,
     kCsc,
     [](hid_t f) { resize<double>(f, kVectors + "/f", -1); },
     {kGlobal + "/M/m", "7", kVectors + "/f", "6"}},
    {"LongW",
     Form::global,
     kCsc,
     [](hid_t f) { resize<double>(f, kVectors + "/w", 3); },
     {kVectors + "/w", "18", "15"}},
    {"LongB",
     Form::global,
     kCsc,
     [](hid_t f) { resize<double>(f, kVectors + "/b", 1); },
     {kGlobal + "/G/n", "2", kVectors + "/b", "3"}},
    {"LongMu",
     Form::global,
     kCsc,
     [](hid_t f) { resize<double>(f, kVectors + "/mu", 1); },
     {kVectors + "/w", "15", "18"}},
    {"LongS",
     Form::local,
     kCsc,
     [](hid_t f) { resize<double>(f, kLocal + "/vectors/s", 1); },
     {kLocal + "/R/m", "2", "3"}},
    {"LongQ",
     Form::local,
     kCsc,
     [](hid_t f) { resize<double>(f, kLocal + "/vectors/q", 1); },
     {kLocal + "/vectors/q", "16", "15"}},
    {"RowsNotMultipleOfSpacedim",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kGlobal + "/spacedim", std::vector{2}); },
     {kVectors + "/w", "15", "10"}},
    {"NegativeRows", Form::global, kCsc, [](hid_t f) { put(f, kH + "/m", std::vector{-7}); }, {kH + "/m", "-7"}},
    {"NegativeColumns", Form::global, kCsc, [](hid_t f) { put(f, kH + "/n", std::vector{-1}); }, {kH + "/n", "-1"}},
    {"HugeColumns",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kH + "/n", std::vector{kHuge}); },
     {kH + "/n", "2147483647"}},
    {"HugeRows",
     Form::global,
     kTriplet,
     [](hid_t f) { put(f, kH + "/m", std::vector{kHuge}); },
     {kH + "/m", "2147483647"}},
    {"NotSquareM",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kGlobal + "/M/n", std::vector{6}); },
     {kGlobal + "/M/n", "6", "7"}},
    {"UnknownStorage", Form::global, kCsc, [](hid_t f) { put(f, kH + "/nz", std::vector{-3}); }, {kH + "/nz", "-3"}},
    {"TooManyTriplets",
     Form::global,
     kTriplet,
     [](hid_t f) { put(f, kH + "/nz", std::vector{kHuge}); },
     {kH + "/i", "2147483647"}},
    {"TripletsInsteadOfColumns",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kH + "/nz", std::vector{60}); },
     {kH + "/p", "16", "60"}},
    {"ColumnsInsteadOfRows",
     Form::global,
     kCsr,
     [](hid_t f) { put(f, kH + "/nz", std::vector{-1}); },
     {kH + "/p", "8", "16"}},

    // Compressed storage
    {"ShortP", Form::global, kCsc, [](hid_t f) { resize<int>(f, kH + "/p", -1); }, {kH + "/p", "15", "16"}},
    {"FirstStartNotZero", Form::global, kCsc, [](hid_t f) { set(f, kH + "/p", 0, 1); }, {kH + "/p", "entry 0 is 1"}},
    {"FallingStarts", Form::global, kCsc, [](hid_t f) { set(f, kH + "/p", 5, 0); }, {kH + "/p", "entry 5 is 0"}},
    {"NegativeStart", Form::global, kCsc, [](hid_t f) { set(f, kH + "/p", 1, -4); }, {kH + "/p", "entry 1 is -4"}},
    {"LastStartTooLarge", Form::global, kCsc, [](hid_t f) { set(f, kH + "/p", 15, kHuge); }, {kH + "/i", "2147483647"}},
    {"LastStartTooSmall",
     Form::global,
     kCsc,
     [](hid_t f) {
       const int end = get<int>(f, kH + "/p").back();
       set(f, kH + "/p", 15, end - 1);
     },
     {kH + "/x", "p ends at"}},
    {"LastStartTooLargeInRows",
     Form::global,
     kCsr,
     [](hid_t f) { set(f, kH + "/p", 7, kHuge); },
     {kH + "/i", "2147483647"}},
    {"ShortX", Form::global, kCsc, [](hid_t f) { resize<double>(f, kH + "/x", -1); }, {kH + "/x"}},
    {"RowIndexTooLarge", Form::global, kCsc, [](hid_t f) { set(f, kH + "/i", 3, 7); }, {kH + "/i", "entry 3 is 7"}},
    {"NegativeRowIndex", Form::global, kCsc, [](hid_t f) { set(f, kH + "/i", 3, -1); }, {kH + "/i", "entry 3 is -1"}},
    {"ColumnIndexTooLarge",
     Form::global,
     kCsr,
     [](hid_t f) { set(f, kH + "/i", 3, 15); },
     {kH + "/i", "entry 3 is 15"}},
    {"TripletRowTooLarge",
     Form::global,
     kTriplet,
     [](hid_t f) { set(f, kH + "/i", 3, 70); },
     {kH + "/i", "entry 3 is 70"}},
    {"TripletColumnNegative",
     Form::global,
     kTriplet,
     [](hid_t f) { set(f, kH + "/p", 3, -2); },
     {kH + "/p", "entry 3 is -2"}},
    {"ShortTripletColumns", Form::global, kTriplet, [](hid_t f) { resize<int>(f, kH + "/p", -1); }, {kH + "/p", "nz"}},

    // Values
    {"NanInH", Form::global, kCsc, [](hid_t f) { set(f, kH + "/x", 2, kNan); }, {kH + "/x", "entry 2 is nan"}},
    {"InfinityInG",
     Form::global,
     kCsc,
     [](hid_t f) { set(f, kGlobal + "/G/x", 2, -kInfinity); },
     {kGlobal + "/G/x", "entry 2 is -inf"}},
    {"NanInRows", Form::global, kCsr, [](hid_t f) { set(f, kH + "/x", 2, kNan); }, {kH + "/x", "entry 2 is nan"}},
    {"NanInTriplets",
     Form::global,
     kTriplet,
     [](hid_t f) { set(f, kH + "/x", 2, kNan); },
     {kH + "/x", "entry 2 is nan"}},
    {"NanInF",
     Form::global,
     kCsc,
     [](hid_t f) { set(f, kVectors + "/f", 6, kNan); },
     {kVectors + "/f", "entry 6 is nan"}},
    {"InfinityInW",
     Form::global,
     kCsc,
     [](hid_t f) { set(f, kVectors + "/w", 14, kInfinity); },
     {kVectors + "/w", "entry 14 is inf"}},
    {"NanInMu",
     Form::global,
     kCsc,
     [](hid_t f) { set(f, kVectors + "/mu", 4, kNan); },
     {kVectors + "/mu", "entry 4 is nan"}},
    {"NegativeMu",
     Form::global,
     kCsc,
     [](hid_t f) { set(f, kVectors + "/mu", 4, -0.3); },
     {kVectors + "/mu", "entry 4 is -0.3"}},
    {"SpacedimOne",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kGlobal + "/spacedim", std::vector{1}); },
     {kGlobal + "/spacedim", "is 1"}},
    {"SpacedimFour",
     Form::local,
     kCsc,
     [](hid_t f) { put(f, kLocal + "/spacedim", std::vector{4}); },
     {kLocal + "/spacedim", "is 4"}},

    // More data declared than the file can hold
    {"HugeVector",
     Form::global,
     kCsc,
     [](hid_t f) { write_dataset(f, kVectors + "/f", H5T_NATIVE_DOUBLE, {2000000000}, nullptr); },
     {kVectors + "/f", "2000000000"}},
    {"VectorBeyondIntegers",
     Form::global,
     kCsc,
     [](hid_t f) { write_dataset(f, kVectors + "/f", H5T_NATIVE_DOUBLE, {hsize_t{1} << 40}, nullptr); },
     {kVectors + "/f", "1099511627776"}},

    // Rolling friction
    {"RollingGlobal",
     Form::global,
     kCsc,
     [](hid_t f) { make_group(f, "/fclib_global_rolling"); },
     {"rolling friction is not supported"}},
    {"RollingLocal",
     Form::local,
     kCsc,
     [](hid_t f) { make_group(f, "/fclib_local_rolling"); },
     {"rolling friction is not supported"}},
    {"RollingDimension",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kGlobal + "/spacedim", std::vector{5}); },
     {"rolling friction is not supported"}},
    {"RollingCoefficients",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, kVectors + "/mu_r", std::vector(5, 0.1)); },
     {kVectors + "/mu_r", "rolling friction is not supported"}},

    // What we add ourselves
    {"NewerFormat",
     Form::global,
     kCsc,
     [](hid_t f) { write_attribute(f, "/signorini", "format", 99); },
     {"/signorini/format", "99"}},
    {"UnknownLaw", Form::global, kCsc, [](hid_t f) { write_law(f, "coulom"); }, {"/signorini/law", "coulom"}},
    {"LawIsANumber",
     Form::global,
     kCsc,
     [](hid_t f) { write_attribute(f, "/signorini", "law", 1); },
     {"/signorini/law"}},
    {"NegativePositive",
     Form::global,
     kCsc,
     [](hid_t f) { write_attribute(f, "/signorini", "positive", -1); },
     {"/signorini/positive", "-1"}},
    {"TooManyPositive",
     Form::global,
     kCsc,
     [](hid_t f) { write_attribute(f, "/signorini", "positive", 6); },
     {"6", "5"}},
    {"PositiveWithFriction",
     Form::global,
     kCsc,
     [](hid_t f) { set(f, kVectors + "/mu", 0, 0.5); },
     {kVectors + "/mu", "0.5"}},
    {"PositiveWithTangents",
     Form::global,
     kCsc,
     [](hid_t f) {
       set(f, kVectors + "/mu", 1, 0.0);
       write_attribute(f, "/signorini", "positive", 2);
     },
     {kH, "column 4"}},
    {"PositiveWithTangentsInW",
     Form::local,
     kCsc,
     [](hid_t f) {
       set(f, kLocal + "/vectors/mu", 1, 0.0);
       write_attribute(f, "/signorini", "positive", 2);
     },
     {kLocal}},
    {"ShortE",
     Form::global,
     kCsc,
     [](hid_t f) { resize<double>(f, "/signorini/E", -1); },
     {"/signorini/E", "14", "15"}},
    {"NegativeE",
     Form::global,
     kCsc,
     [](hid_t f) { set(f, "/signorini/E", 3, -1.0); },
     {"/signorini/E", "entry 3 is -1"}},

    // Solutions
    {"SolutionWithoutR", Form::global, kCsc, [](hid_t f) { remove(f, "/solution/r"); }, {"/solution/r", "missing"}},
    {"SolutionWithoutL", Form::global, kCsc, [](hid_t f) { remove(f, "/solution/l"); }, {"/solution/l", "missing"}},
    {"SolutionShortR",
     Form::global,
     kCsc,
     [](hid_t f) { resize<double>(f, "/solution/r", -1); },
     {"/solution/r", "14", "15"}},
    {"SolutionLongV",
     Form::global,
     kCsc,
     [](hid_t f) { resize<double>(f, "/solution/v", 1); },
     {"/solution/v", "8", "7"}},
    {"SolutionNan",
     Form::global,
     kCsc,
     [](hid_t f) { set(f, "/solution/u", 1, kNan); },
     {"/solution/u", "entry 1 is nan"}},
    {"MissingGuess",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, "/guesses/number_of_guesses", std::vector{2}); },
     {"/guesses/2", "missing"}},
    {"NegativeGuesses",
     Form::global,
     kCsc,
     [](hid_t f) { put(f, "/guesses/number_of_guesses", std::vector{-1}); },
     {"/guesses/number_of_guesses", "-1"}},
    {"GuessShortR", Form::global, kCsc, [](hid_t f) { resize<double>(f, "/guesses/1/r", -1); }, {"/guesses/1/r", "14"}},
};

INSTANTIATE_TEST_SUITE_P(Kinds, FclibBadInput, ::testing::ValuesIn(kBadInputs),
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
    const std::vector<int> p = get<int>(f, kH + "/p");
    const std::vector<std::int64_t> wide(p.begin(), p.end());
    write_dataset(f, kH + "/p", H5T_NATIVE_INT64, {wide.size()}, wide.data());
    const std::vector<int> i = get<int>(f, kH + "/i");
    const std::vector<std::uint8_t> narrow(i.begin(), i.end());
    write_dataset(f, kH + "/i", H5T_NATIVE_UINT8, {narrow.size()}, narrow.data());
    const std::int64_t rows = 7;
    write_dataset(f, kH + "/m", H5T_NATIVE_INT64, {1}, &rows);
    const std::vector<int> force = {1, 2, 3, 4, 5, 6, 7};
    put(f, kVectors + "/f", force);
    const std::vector<float> mu = {0.0f, 0.5f, 0.25f, 1.0f, 2.0f};
    write_dataset(f, kVectors + "/mu", H5T_NATIVE_FLOAT, {5}, mu.data());
  });
  testing::expect_equal(read.problem.H, file.problem.H, "H");
  EXPECT_EQ(read.problem.f, Vector::LinSpaced(7, 1.0, 7.0));
  EXPECT_EQ(read.problem.cones.mu, Eigen::Vector4d(0.5, 0.25, 1.0, 2.0));
}

TEST(FclibOddFile, NothingBesidesTheBodies) {
  FclibFile file;
  file.problem = sample_problem({Form::global, 3, 0, 0, 0});
  const FclibFile read = changed(file, [](hid_t f) {
    for (const std::string& path :
         {kH, kVectors + "/w", kVectors + "/mu", kGlobal + "/info", std::string("/signorini")})
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
