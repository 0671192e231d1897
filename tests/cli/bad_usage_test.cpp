#include "cli/program.h"

/// Arguments that cannot be used. The folder holds p.hdf5 (a sound problem), a.hdf5 (with an answer) and folder/.
namespace signorini {
namespace {

using namespace signorini::testing;

struct BadUsage {
  std::string name;
  Words words;
  std::vector<std::string> mentions;
};

void PrintTo(const BadUsage& bad, std::ostream* out) { *out << bad.name; }

const std::vector<BadUsage> bad_usages = {
    // Commands
    {"UnknownCommand", {"sovle", "p.hdf5"}, {"unknown command 'sovle'", "did you mean 'solve'?"}},
    {"UnknownCommandFarOff", {"frobnicate"}, {"unknown command 'frobnicate'", "solve", "generate"}},
    {"EmptyCommand", {""}, {"argument 1 is empty"}},
    {"FlagOnly", {"--quiet"}, {"'--quiet' belongs after the command"}},
    {"FlagBeforeCommand", {"--json", "solve", "p.hdf5"}, {"'--json' belongs after the command"}},
    {"UnknownFlagOfTheProgram", {"--versoin"}, {"unknown option '--versoin'", "did you mean '--version'?"}},

    // Flags and positionals
    {"UnknownFlag", {"solve", "p.hdf5", "--solvr", "jacobi"}, {"solve: unknown option '--solvr'", "'--solver'?"}},
    {"UnknownFlagWithValue", {"solve", "p.hdf5", "--tolerence=1"}, {"'--tolerence'", "did you mean '--tolerance'?"}},
    {"UnknownFlagAlone", {"solve", "--jsn"}, {"unknown option '--jsn'", "did you mean '--json'?"}},
    {"UnknownShortFlag", {"solve", "p.hdf5", "-q"}, {"unknown option '-q'"}},
    {"UnknownFlagOfCheck",
     {"check", "p.hdf5", "a.hdf5", "--lw", "convex"},
     {"check: unknown option '--lw'", "'--law'?"}},
    {"UnknownFlagOfInfo", {"info", "p.hdf5", "--jason"}, {"info: unknown option '--jason'", "'--json'?"}},
    {"UnknownFlagOfConvert", {"convert", "p.hdf5", "o.hdf5", "--frm", "local"}, {"convert: ", "'--frm'", "'--form'?"}},
    {"FlagOfAnotherCommand", {"info", "p.hdf5", "--tolerance", "1"}, {"info: unknown option '--tolerance'"}},
    {"SolveWithoutProblem", {"solve"}, {"solve: problem is required", "'signorini solve --help'"}},
    {"CheckWithoutSolution", {"check", "p.hdf5"}, {"check: solution is required"}},
    {"InfoWithoutProblem", {"info", "--json"}, {"info: file is required"}},
    {"ConvertWithoutOut", {"convert", "p.hdf5"}, {"convert: out is required"}},
    {"ListWithoutWhat", {"list"}, {"list: what is required"}},
    {"ListUnknown", {"list", "solver"}, {"'solver'", "did you mean 'solvers'?"}},
    {"ListUnknownScene", {"list", "scenez"}, {"'scenez'", "did you mean 'scenes'?", "shapes, joints"}},
    {"ExtraArgument", {"solve", "p.hdf5", "a.hdf5"}, {"solve: unexpected argument 'a.hdf5'"}},
    {"ExtraArgumentThatIsACommand", {"info", "p.hdf5", "check"}, {"info: unexpected argument 'check'"}},
    {"EmptyProblem", {"solve", ""}, {"argument 2 is empty"}},
    {"FlagWithoutValue", {"solve", "p.hdf5", "--tolerance"}, {"--tolerance", "missing"}},
    {"FlagTwice", {"solve", "p.hdf5", "--tolerance", "1", "--tolerance", "2"}, {"--tolerance", "received 2"}},
    {"SwitchWithValue", {"solve", "p.hdf5", "--json=maybe"}, {"--json", "maybe"}},

    // Numbers
    {"ToleranceNegative", {"solve", "p.hdf5", "--tolerance", "-1"}, {"--tolerance is '-1'", "> 0"}},
    {"ToleranceZero", {"solve", "p.hdf5", "--tolerance", "0"}, {"--tolerance is '0'", "> 0"}},
    {"ToleranceWord", {"solve", "p.hdf5", "--tolerance", "small"}, {"--tolerance is 'small'"}},
    {"ToleranceTrailing", {"solve", "p.hdf5", "--tolerance", "1e-8x"}, {"--tolerance is '1e-8x'"}},
    {"ToleranceNan", {"solve", "p.hdf5", "--tolerance", "nan"}, {"--tolerance is 'nan'"}},
    {"ToleranceInfinite", {"solve", "p.hdf5", "--tolerance", "inf"}, {"--tolerance is 'inf'"}},
    {"ToleranceIsAFlag", {"solve", "p.hdf5", "--tolerance", "--json"}, {"--tolerance is '--json'"}},
    {"ToleranceOfCheck", {"check", "p.hdf5", "a.hdf5", "--tolerance", "-2"}, {"check: --tolerance is '-2'"}},
    {"IterationsZero", {"solve", "p.hdf5", "--max-iterations", "0"}, {"--max-iterations is '0'"}},
    {"IterationsFraction", {"solve", "p.hdf5", "--max-iterations", "1.5"}, {"--max-iterations is '1.5'"}},
    {"IterationsHuge", {"solve", "p.hdf5", "--max-iterations", "99999999999"}, {"--max-iterations is '99999999999'"}},
    {"TimeLimitNegative", {"solve", "p.hdf5", "--time-limit", "-3"}, {"--time-limit is '-3'"}},
    {"TimeLimitNan", {"solve", "p.hdf5", "--time-limit", "nan"}, {"--time-limit is 'nan'"}},
    {"ThreadsZero", {"solve", "p.hdf5", "--threads", "0"}, {"--threads is '0'"}},

    // Names
    {"UnknownSolver",
     {"solve", "p.hdf5", "--solver", "gaus-seidel"},
     {"'gaus-seidel'", "did you mean 'gauss-seidel'?"}},
    {"UnknownLaw", {"solve", "p.hdf5", "--law", "coulom"}, {"unknown law 'coulom'", "did you mean 'coulomb'?"}},
    {"UnknownLawOfCheck", {"check", "p.hdf5", "a.hdf5", "--law", "convx"}, {"law 'convx'", "did you mean 'convex'?"}},
    {"UnknownLawOfConvert", {"convert", "p.hdf5", "o.hdf5", "--law", "pyramd"}, {"law 'pyramd'", "'pyramid'?"}},
    {"UnknownForm", {"convert", "p.hdf5", "o.hdf5", "--form", "locl"}, {"--form 'locl'", "did you mean 'local'?"}},
    {"UnknownStorage", {"convert", "p.hdf5", "o.hdf5", "--storage", "csx"}, {"--storage 'csx'", "did you mean 'cs"}},
    {"PyramidTooFlat", {"convert", "p.hdf5", "o.hdf5", "--pyramid", "2"}, {"--pyramid", "2", "3"}},
    {"PyramidWord", {"convert", "p.hdf5", "o.hdf5", "--pyramid", "round"}, {"--pyramid", "round"}},

    // --set
    {"SetUnknown",
     {"solve", "p.hdf5", "--solver", "gauss-seidel", "--set", "omga=1"},
     {"gauss-seidel", "'omga'", "did you mean 'omega'?"}},
    {"SetWithoutEquals", {"solve", "p.hdf5", "--set", "omega"}, {"--set omega", "key=value"}},
    {"SetWithoutKey", {"solve", "p.hdf5", "--set", "=1"}, {"--set =1", "key=value"}},
    {"SetWithoutAnything", {"solve", "p.hdf5", "--set"}, {"--set", "missing"}},
    {"FileAfterSet", {"solve", "p.hdf5", "--set", "omega=1", "a.hdf5"}, {"solve: unexpected argument 'a.hdf5'"}},
    {"SetEmptyValue", {"solve", "p.hdf5", "--solver", "gauss-seidel", "--set", "omega="}, {"omega", "''"}},
    {"SetOutOfRange", {"solve", "p.hdf5", "--solver", "gauss-seidel", "--set", "omega=-7"}, {"omega", "'-7'"}},
    {"SetNan", {"solve", "p.hdf5", "--solver", "gauss-seidel", "--set", "omega=nan"}, {"omega", "'nan'"}},
    {"SetGarbage", {"solve", "p.hdf5", "--solver", "gauss-seidel", "--set", "omega=0.5.5"}, {"omega", "'0.5.5'"}},
    {"SetSecondIsWrong",
     {"solve", "p.hdf5", "--solver", "gauss-seidel", "--set", "omega=1", "--set", "lamda=1"},
     {"'lamda'", "'lambda'?"}},

    // Outputs; none of them shall cost a solve first
    {"OutInMissingFolder",
     {"solve", "p.hdf5", "--out", "nowhere/o.hdf5"},
     {"nowhere/o.hdf5: ", "no directory nowhere"}},
    {"OutIsAFolder", {"solve", "p.hdf5", "--out", "folder"}, {"folder: ", "is a directory"}},
    {"OutUnderAFile", {"solve", "p.hdf5", "--out", "a.hdf5/o.hdf5"}, {"a.hdf5/o.hdf5: "}},
    {"OutIsADevice", {"solve", "p.hdf5", "--out", "/dev/null"}, {"/dev/null: ", "is not a regular file"}},
    {"OutNameTooLong", {"solve", "p.hdf5", "--out", std::string(300, 'x')}, {std::string(300, 'x') + ": "}},
    {"OutEmpty", {"solve", "p.hdf5", "--out", ""}, {"argument 4 is empty"}},
    {"HistoryInMissingFolder",
     {"solve", "p.hdf5", "--out", "o.hdf5", "--history", "nowhere/h.csv"},
     {"nowhere/h.csv: "}},
    {"HistoryIsAFolder", {"solve", "p.hdf5", "--out", "o.hdf5", "--history", "folder"}, {"folder: ", "is a directory"}},
    {"OutAndHistoryTheSame", {"solve", "p.hdf5", "--out", "o", "--history", "o"}, {"--out and --history", "o"}},
    {"ConvertToMissingFolder", {"convert", "p.hdf5", "nowhere/o.hdf5"}, {"nowhere/o.hdf5: ", "no directory nowhere"}},
    {"ConvertToFolder", {"convert", "p.hdf5", "folder"}, {"folder: ", "is a directory"}},

    // generate
    {"GenerateWithoutKind", {"generate"}, {"generate: a command is missing", "packing"}},
    {"GenerateFlagsOnly", {"generate", "--out", "o.hdf5"}, {"'--out' belongs after the command", "packing"}},
    {"GenerateFlagBeforeKind", {"generate", "--seed", "1", "packing", "--out", "o.hdf5"}, {"'--seed' belongs after"}},
    {"GenerateUnknownKind", {"generate", "packng", "--out", "o.hdf5"}, {"generate: ", "'packng'", "'packing'?"}},
    {"GenerateTwoKinds", {"generate", "packing", "stack", "--out", "o.hdf5"}, {"generate packing: ", "'stack'"}},
    {"GenerateWithoutOut", {"generate", "packing"}, {"generate packing: --out is required", "generate packing --help"}},
    {"GenerateUnknownFlag",
     {"generate", "packing", "--sphere", "9", "--out", "o.hdf5"},
     {"'--sphere'", "'--spheres'?"}},
    {"GenerateFlagOfAnotherKind",
     {"generate", "stack", "--spheres", "9", "--out", "o.hdf5"},
     {"stack: ", "'--spheres'"}},
    {"SpheresZero", {"generate", "packing", "--spheres", "0", "--out", "o.hdf5"}, {"spheres", "0"}},
    {"SpheresNegative", {"generate", "packing", "--spheres", "-5", "--out", "o.hdf5"}, {"spheres", "-5"}},
    {"SpheresTooMany",
     {"generate", "packing", "--spheres", "2000000000", "--out", "o.hdf5"},
     {"spheres", "2000000000"}},
    {"SpheresBeyondIntegers", {"generate", "packing", "--spheres", "1e12", "--out", "o.hdf5"}, {"--spheres is '1e12'"}},
    {"SpheresWord", {"generate", "packing", "--spheres", "many", "--out", "o.hdf5"}, {"--spheres is 'many'"}},
    {"FrictionNegative", {"generate", "packing", "--friction", "-0.1", "--out", "o.hdf5"}, {"friction", "-0.1"}},
    {"FrictionComma", {"generate", "packing", "--friction", "0,3", "--out", "o.hdf5"}, {"--friction is '0,3'"}},
    {"FrictionNan", {"generate", "packing", "--friction", "nan", "--out", "o.hdf5"}, {"--friction is 'nan'"}},
    {"SeedNegative", {"generate", "packing", "--seed", "-1", "--out", "o.hdf5"}, {"--seed is '-1'"}},
    {"SeedTooLarge",
     {"generate", "packing", "--seed", "99999999999999999999", "--out", "o.hdf5"},
     {"--seed is '99999999999999999999'"}},
    {"UnknownContainer", {"generate", "packing", "--container", "bxo", "--out", "o.hdf5"}, {"'bxo'", "'box'?"}},
    {"UnknownShape", {"generate", "stack", "--shape", "sphre", "--out", "o.hdf5"}, {"'sphre'", "'sphere'?"}},
    {"GenerateUnknownLaw", {"generate", "wall", "--law", "coloumb", "--out", "o.hdf5"}, {"'coloumb'", "'coulomb'?"}},
    {"StepZero", {"generate", "pile", "--step", "0", "--out", "o.hdf5"}, {"step", "0"}},
    {"MassRatioNegative", {"generate", "stack", "--mass-ratio", "-2", "--out", "o.hdf5"}, {"mass_ratio", "-2"}},
    {"GenerateToMissingFolder", {"generate", "wall", "--out", "nowhere/o.hdf5"}, {"nowhere/o.hdf5: "}},
    {"GenerateToFolder", {"generate", "wall", "--out", "folder"}, {"folder: ", "is a directory"}},

    // A name with a line break still makes one line
    {"NameWithLineBreak", {"info", "two\nlines.hdf5"}, {"two lines.hdf5: no such file"}},
};

class BadUsageOf : public ::testing::TestWithParam<BadUsage> {};

TEST_P(BadUsageOf, IsExplainedInOneLine) {
  const TemporaryFolder folder;
  FclibFile file = file_of(boxes());
  write_fclib(folder / "p.hdf5", file);
  file.solution = Solution::zero(file.problem);
  write_fclib(folder / "a.hdf5", file);
  std::filesystem::create_directory(folder / "folder");
  expect_refused(folder, GetParam().words, GetParam().mentions);
  EXPECT_TRUE(std::filesystem::is_empty(folder / "folder"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, BadUsageOf, ::testing::ValuesIn(bad_usages),
                         [](const auto& information) { return information.param.name; });

/// What is already there stays as it was when the new content cannot be made.
TEST(BadUsage, LeavesAnEarlierAnswerAlone) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  std::ofstream(folder / "o.hdf5") << "precious";
  expect_refused(folder, {"solve", "p.hdf5", "--out", "o.hdf5", "--solver", "newton"}, {"'newton'"});
  expect_refused(folder, {"convert", "nothing.hdf5", "o.hdf5"}, {"nothing.hdf5: "});
  expect_refused(folder, {"generate", "stack", "--bodies", "0", "--out", "o.hdf5"}, {"bodies"});
  EXPECT_EQ(bytes_of(folder / "o.hdf5"), "precious");
}

TEST(BadUsage, FolderWithoutPermission) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  std::filesystem::create_directory(folder / "locked");
  std::filesystem::permissions(folder / "locked", std::filesystem::perms::owner_read);
  expect_refused(folder, {"solve", "p.hdf5", "--out", "locked/o.hdf5"}, {"locked/o.hdf5: ", "Permission denied"});
}

/// A full disk behind standard output is no success.
TEST(BadUsage, OutputThatDoesNotArrive) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  const std::string command =
      "cd " + folder.path().string() + " && " + program_path + " info p.hdf5 --json >/dev/full 2>error";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_NE(bytes_of(folder / "error").find("standard output: cannot be written"), std::string::npos);
}

}  // namespace
}  // namespace signorini
