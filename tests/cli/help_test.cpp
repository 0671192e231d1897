#include "cli/program.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/catalogue/missing_solvers.h"

/// What the program tells about itself and about files.
namespace signorini {
namespace {

using namespace signorini::testing;

struct Page {
  Words command;
  std::vector<std::string> mentions;
};

void PrintTo(const Page& page, std::ostream* out) { *out << ::testing::PrintToString(page.command); }

const std::vector<Page> pages = {
    {{}, {"solve", "check", "info", "generate", "convert", "bench", "list", "--version", "Exit codes"}},
    {{"solve"},
     {"problem", "--solver", "--law", "--tolerance", "1e-8", "--max-iterations", "--time-limit", "--set", "key=value",
      "--threads", "--warm-start", "--out", "--history", "--json", "--quiet"}},
    {{"check"}, {"problem", "solution", "--law", "--tolerance", "--json"}},
    {{"info"}, {"file", "scene", "--set", "--json"}},
    {{"generate"}, {"packing", "stack", "wall", "pile"}},
    {{"generate", "packing"}, {"--spheres", "--friction", "--seed", "--out", "--container", "--law"}},
    {{"generate", "pile"}, {"--spheres", "--friction", "--seed", "--out", "--slope"}},
    {{"generate", "stack"}, {"--bodies", "--mass-ratio", "--shape", "--friction", "--seed", "--out"}},
    {{"generate", "wall"}, {"--rows", "--columns", "--friction", "--seed", "--out"}},
    {{"convert"}, {"in", "out", "--form", "--storage", "--law", "--pyramid"}},
    {{"bench"},
     {"problems", "--solvers", "--out", "--tolerance", "1e-4,1e-6,1e-8", "--time-limit", "60", "--law", "--jobs",
      "--memory-limit", "--set", "solver.key=value", "--overwrite", "--json", "--quiet"}},
    {{"list"}, {"solvers", "laws", "scenes", "shapes", "joints", "--json"}},
};

class Help : public ::testing::TestWithParam<Page> {};

TEST_P(Help, MentionsEveryFlag) {
  const TemporaryFolder folder;
  for (const char* flag : {"--help", "-h"}) {
    Words words = GetParam().command;
    words.emplace_back(flag);
    const Outcome outcome = run_well(folder, words);
    EXPECT_NE(outcome.out.find("Usage: signorini"), std::string::npos) << outcome.out;
    for (const auto& word : GetParam().mentions) EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, Help, ::testing::ValuesIn(pages), [](const auto& information) {
  std::string name = "signorini";
  for (const auto& word : information.param.command) name += "_" + word;
  return name;
});

TEST(Program, WithoutArgumentsShowsTheHelp) {
  const TemporaryFolder folder;
  const Outcome outcome = run(folder, {});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, run_well(folder, {"--help"}).out);
}

TEST(Program, VersionNamesTheFactorisation) {
  const TemporaryFolder folder;
  const std::string text = run_well(folder, {"--version"}).out;
  EXPECT_EQ(text.rfind("signorini ", 0), 0u) << text;
  EXPECT_NE(text.find_first_of("0123456789"), std::string::npos) << text;
  EXPECT_NE(text.find('.'), std::string::npos) << text;
  EXPECT_TRUE(text.find("CHOLMOD") != std::string::npos || text.find("Eigen") != std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST(List, SolversAreTheCatalogue) {
  const TemporaryFolder folder;
  const Json json = run_well(folder, {"list", "solvers", "--json"}).json();
  const std::string words = run_well(folder, {"list", "solvers"}).out;
  ASSERT_EQ(json.size(), catalogue().size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const auto& entry = catalogue()[i];
    EXPECT_EQ(json[i]["name"], entry.name);
    EXPECT_EQ(json[i]["laws"].size(), entry.laws.size());
    EXPECT_FALSE(json[i]["method"].get<std::string>().empty());
    EXPECT_FALSE(json[i]["paper"].get<std::string>().empty());
    ASSERT_EQ(json[i]["options"].size(), entry.options().size());
    for (const auto& option : json[i]["options"])
      for (const char* key : {"name", "type", "default", "range", "meaning"})
        EXPECT_FALSE(option[key].get<std::string>().empty()) << entry.name << " " << key;
    EXPECT_NE(words.find(entry.name + "\n"), std::string::npos);
  }
}

TEST(List, SolversThatNeedPetscSaySo) {
  const TemporaryFolder folder;
  const std::string words = run_well(folder, {"list", "solvers"}).out;
  for (const MissingSolver& solver : missing_solvers()) {
    EXPECT_NE(words.find(solver.name + "\n  " + solver.method), std::string::npos) << words;
    write_fclib(folder / "p.hdf5", file_of(boxes()));
    const Outcome refused = run(folder, {"solve", "p.hdf5", "--solver", solver.name});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find("libpetsc-real-dev"), std::string::npos) << refused.err;
  }
  EXPECT_EQ(missing_solvers().size(), 3u);
}

/// The listed default of every option is accepted as its value.
TEST(List, DefaultsAreValidSettings) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  const Json solvers = run_well(folder, {"list", "solvers", "--json"}).json();
  for (const auto& solver : solvers) {
    Words words = {"solve", "p.hdf5", "--solver", solver["name"], "--law", solver["laws"][0], "--tolerance", "1e-3"};
    for (const auto& option : solver["options"]) {
      words.emplace_back("--set");
      words.push_back(option["name"].get<std::string>() + "=" + option["default"].get<std::string>());
    }
    run_well(folder, words);
  }
}

TEST(List, Laws) {
  const TemporaryFolder folder;
  const Json json = run_well(folder, {"list", "laws", "--json"}).json();
  const std::string words = run_well(folder, {"list", "laws"}).out;
  std::vector<std::string> names;
  for (const auto& law : json) {
    names.push_back(law["name"]);
    EXPECT_FALSE(law["meaning"].get<std::string>().empty());
    EXPECT_NE(words.find(names.back()), std::string::npos);
  }
  EXPECT_EQ(names, law_names());
}

TEST(Info, FactsOfAGlobalProblem) {
  const TemporaryFolder folder;
  FclibFile file = file_of(sample_problem({Form::global, 3, 2, 1, 4}));
  file.info = {"a title", "a description", ""};
  file.problem.law = Law::convex;
  file.solution = sample_solution(file.problem);
  file.guesses = {sample_solution(file.problem)};
  write_fclib(folder / "p.hdf5", file);
  const Json json = run_well(folder, {"info", "p.hdf5", "--json"}).json();
  const Json expected = {{"file", "p.hdf5"},
                         {"form", "global"},
                         {"law", "convex"},
                         {"contacts", 5},
                         {"dof", 7},
                         {"rows", 15},
                         {"free_rows", 2},
                         {"positive_rows", 1},
                         {"friction_cones", 4},
                         {"dimension", 3},
                         {"compliant", false},
                         {"title", "a title"},
                         {"description", "a description"},
                         {"guesses", 1}};
  for (const auto& [name, value] : expected.items()) EXPECT_EQ(json[name], value) << name;
  EXPECT_EQ(json["matrices"]["M"]["rows"], 7);
  EXPECT_EQ(json["matrices"]["H"]["columns"], 15);
  EXPECT_EQ(json["friction"]["max"], file.problem.cones.mu.maxCoeff());
  EXPECT_EQ(json["mass"]["min"], file.problem.M.diagonal().minCoeff());
  EXPECT_GT(json["solution"]["certificate"], 0.0);
  const std::string words = run_well(folder, {"info", "p.hdf5"}).out;
  for (const char* word : {"p.hdf5: 5 contacts", "law convex", "2 free, 1 positive, 4 friction", "7 degrees of freedom",
                           "a title", "a description", "7 x 15", "guesses", "solution"})
    EXPECT_NE(words.find(word), std::string::npos) << word << " in\n" << words;
}

TEST(Info, FactsOfALocalProblem) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(sample_problem({.form = Form::local})));
  const Json json = run_well(folder, {"info", "p.hdf5", "--json"}).json();
  EXPECT_EQ(json["form"], "local");
  EXPECT_EQ(json["dof"], 0);
  EXPECT_EQ(json["matrices"]["W"]["rows"], 12);
  EXPECT_GT(json["asymmetry"], 0.0);
  EXPECT_LT(json["asymmetry"], 1e-2);
  EXPECT_FALSE(json.contains("solution"));
  run_well(folder, {"info", "p.hdf5"});
}

/// Names and titles are bytes, JSON is UTF-8.
TEST(Info, JsonOfAFileThatIsNotUtf8) {
  const TemporaryFolder folder;
  FclibFile file = file_of(boxes());
  file.info.title =
      "gr\xfc\xdf"
      "e";  // Latin-1
  write_fclib(folder / "\xff.hdf5", file);
  const Json json = run_well(folder, {"info", "\xff.hdf5", "--json"}).json();
  EXPECT_EQ(json["title"], "gr\uFFFD\uFFFDe");
  run_well(folder, {"solve", "\xff.hdf5", "--json"}).json();
}

TEST(Info, NameWithBlanksAndQuotes) {
  const TemporaryFolder folder;
  const std::string name = "it's \"my\" problem; rm *.hdf5";
  write_fclib(folder / name, file_of(boxes()));
  EXPECT_EQ(run_well(folder, {"info", name, "--json"}).json()["file"], name);
}

}  // namespace
}  // namespace signorini
