#include <algorithm>
#include <set>
#include <sstream>

#include "cli/program.h"
#include "print_names.h"
#include "signorini/problem/certificate.h"

namespace signorini {
namespace {

using namespace signorini::testing;

/// Paths of all values in an object: "certificate.natural", …
void collect_keys(const Json& object, const std::string& prefix, std::set<std::string>& keys) {
  for (const auto& [name, value] : object.items()) {
    if (value.is_object())
      collect_keys(value, prefix + name + ".", keys);
    else
      keys.insert(prefix + name);
  }
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  collect_keys(object, "", keys);
  return keys;
}

TEST(Solve, JsonHasTheDocumentedKeysAndNothingElse) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  const Json json = run_well(folder, {"solve", "p.hdf5", "--json"}).json();
  EXPECT_EQ(keys_of(json), (std::set<std::string>{"problem.file",
                                                  "problem.form",
                                                  "problem.law",
                                                  "problem.contacts",
                                                  "problem.dof",
                                                  "problem.rows",
                                                  "problem.free_rows",
                                                  "solver",
                                                  "status",
                                                  "message",
                                                  "iterations",
                                                  "factorizations",
                                                  "certificate.natural",
                                                  "certificate.dynamics",
                                                  "certificate.equality",
                                                  "certificate.penetration",
                                                  "certificate.complementarity",
                                                  "objective",
                                                  "seconds.total",
                                                  "seconds.setup",
                                                  "seconds.analyze",
                                                  "seconds.factorize",
                                                  "seconds.solve",
                                                  "seconds.other",
                                                  "peak_memory_bytes"}));
  EXPECT_EQ(json["problem"], (Json{{"file", "p.hdf5"},
                                   {"form", "global"},
                                   {"law", "coulomb"},
                                   {"contacts", 12},
                                   {"dof", 18},
                                   {"rows", 36},
                                   {"free_rows", 0}}));
  EXPECT_TRUE(json["solver"].is_string());
  EXPECT_EQ(json["status"], "solved");
  EXPECT_FALSE(json["message"].get<std::string>().empty());
  EXPECT_TRUE(json["iterations"].is_number_integer());
  EXPECT_GT(json["iterations"], 0);
  EXPECT_TRUE(json["factorizations"].is_number_integer());
  for (const auto& [name, value] : json["certificate"].items()) {
    EXPECT_TRUE(value.is_number_float()) << name;
    EXPECT_GE(value, 0.0) << name;
  }
  EXPECT_LE(value_of(json["certificate"]), 1e-8);
  EXPECT_LT(json["objective"], 0.0);  // 0 is what r = 0 has
  double sum = 0;
  for (const auto& [name, value] : json["seconds"].items()) {
    EXPECT_GE(value, 0.0) << name;
    if (name != "total") sum += value.get<double>();
  }
  EXPECT_NEAR(json["seconds"]["total"].get<double>(), sum, 1e-9);
  EXPECT_GT(json["peak_memory_bytes"], 1'000'000);
}

TEST(Solve, LocalAndFreeRowsInJson) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(sample_problem({Form::local, 3, 2, 1, 4})));
  const Json problem = run(folder, {"solve", "p.hdf5", "--json", "--max-iterations", "3"}).json()["problem"];
  EXPECT_EQ(problem, (Json{{"file", "p.hdf5"},
                           {"form", "local"},
                           {"law", "coulomb"},
                           {"contacts", 5},
                           {"dof", 0},
                           {"rows", 15},
                           {"free_rows", 2}}));
}

/// Nothing to do is done at once.
class SolveNothing : public ::testing::TestWithParam<Form> {};

TEST_P(SolveNothing, IsSolvedAtOnce) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(sample_problem({GetParam(), 3, 0, 0, 0})));
  for (const char* law : {"frictionless", "convex", "coulomb", "pyramid"}) {
    const Json json = run_well(folder, {"solve", "p.hdf5", "--json", "--law", law, "--out", "a.hdf5"}).json();
    EXPECT_EQ(json["status"], "solved") << law;
    EXPECT_EQ(json["iterations"], 0) << law;
    EXPECT_EQ(json["problem"]["contacts"], 0);
    EXPECT_LE(value_of(json["certificate"]), 1e-14);
  }
  run_well(folder, {"check", "p.hdf5", "a.hdf5"});
  run_well(folder, {"info", "a.hdf5"});
  run_well(folder, {"info", "a.hdf5", "--json"});
  run_well(folder, {"convert", "a.hdf5", "b.hdf5", "--form", "local"});
  run_well(folder, {"convert", "a.hdf5", "c.hdf5", "--pyramid", "4"});
}

INSTANTIATE_TEST_SUITE_P(Forms, SolveNothing, ::testing::Values(Form::global, Form::local),
                         [](const auto& information) { return std::string(to_string(information.param)); });

TEST(Solve, SaysWhatItDidInWords) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  const Outcome outcome = run_well(folder, {"solve", "p.hdf5", "--out", "a.hdf5"});
  for (const char* word : {"p.hdf5: 12 contacts", "law coulomb", "status", "solved", "certificate", "natural",
                           "dynamics", "penetration", "seconds", "a.hdf5"})
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
}

TEST(Solve, QuietIsSilentAndWritesTheAnswer) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  const Outcome outcome = run_well(folder, {"solve", "p.hdf5", "--quiet", "--out", "a.hdf5"});
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(read_fclib(folder / "a.hdf5").solution);
  EXPECT_EQ(run_well(folder, {"generate", "stack", "--out", "s.hdf5", "--quiet"}).out, "");
}

TEST(Solve, NoControlCharactersInAPipe) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(packing(300)));
  const Outcome outcome = run(folder, {"solve", "p.hdf5", "--tolerance", "1e-15", "--time-limit", "0.3"});
  EXPECT_EQ(outcome.exit_code, 1);
  for (const std::string& text : {outcome.out, outcome.err})
    EXPECT_EQ(std::count_if(text.begin(), text.end(), [](unsigned char c) { return c < 32 && c != '\n'; }), 0);
}

struct Limit {
  std::string flag, value, status;
};
void PrintTo(const Limit& limit, std::ostream* out) { *out << limit.flag << " " << limit.value; }

class SolveLimit : public ::testing::TestWithParam<Limit> {};

TEST_P(SolveLimit, ExitsWithOneAndWritesTheBestAnswer) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(packing()));
  const Outcome outcome = run(folder, {"solve", "p.hdf5", "--json", "--tolerance", "1e-12", "--out", "a.hdf5",
                                       GetParam().flag, GetParam().value});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.err, "");
  const Json json = outcome.json();
  EXPECT_EQ(json["status"], GetParam().status);
  EXPECT_FALSE(json["message"].get<std::string>().empty());
  EXPECT_GT(value_of(json["certificate"]), 1e-12);

  const Outcome checked = run(folder, {"check", "p.hdf5", "a.hdf5", "--json", "--tolerance", "1e-12"});
  EXPECT_EQ(checked.exit_code, 1);
  expect_same_certificate(checked.json()["certificate"], json["certificate"]);
  EXPECT_FALSE(checked.json()["met"]);
  EXPECT_EQ(sorted_names(folder), (std::vector<std::string>{"a.hdf5", "p.hdf5"}));
}

INSTANTIATE_TEST_SUITE_P(Kinds, SolveLimit,
                         ::testing::Values(Limit{"--max-iterations", "1", "iteration_limit"},
                                           Limit{"--max-iterations", "7", "iteration_limit"},
                                           Limit{"--time-limit", "1e-9", "time_limit"}),
                         [](const auto& information) { return "Number" + std::to_string(information.index); });

TEST(Solve, MaxIterationsCounts) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(packing()));
  for (const int n : {1, 7})
    EXPECT_EQ(run(folder, {"solve", "p.hdf5", "--json", "--max-iterations", std::to_string(n)}).json()["iterations"],
              n);
}

TEST(Solve, SameInputSameBits) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(packing()));
  for (const char* solver : {"gauss-seidel", "jacobi"}) {
    const Words words = {"solve", "p.hdf5", "--solver", solver, "--tolerance", "1e-3", "--quiet", "--out"};
    for (const char* out : {"a.hdf5", "b.hdf5"}) {
      Words more = words;
      more.push_back(out);
      run_well(folder, more);
    }
    const Solution a = *read_fclib(folder / "a.hdf5").solution, b = *read_fclib(folder / "b.hdf5").solution;
    EXPECT_TRUE(same_bits(a.r, b.r)) << solver;
    EXPECT_TRUE(same_bits(a.v, b.v)) << solver;
  }
}

/// The answer file is the problem with its answer, under the law that was solved.
TEST(Solve, AnswerFileHoldsTheProblem) {
  const TemporaryFolder folder;
  FclibFile file = file_of(boxes());
  file.info.title = "three boxes";
  write_fclib(folder / "p.hdf5", file);
  run_well(folder, {"solve", "p.hdf5", "--law", "convex", "--quiet", "--out", "a.hdf5"});
  const FclibFile answer = read_fclib(folder / "a.hdf5");
  file.problem.law = Law::convex;
  expect_equal(answer.problem, file.problem);
  EXPECT_EQ(answer.info.title, "three boxes");
  ASSERT_TRUE(answer.solution);
  EXPECT_LE(certify(file.problem, *answer.solution).value(), 1e-8);
  run_well(folder, {"check", "a.hdf5", "a.hdf5"});
}

TEST(Solve, AnswerIntoTheProblemFileItself) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  run_well(folder, {"solve", "p.hdf5", "--out", "p.hdf5"});
  run_well(folder, {"check", "p.hdf5", "p.hdf5"});
  EXPECT_EQ(sorted_names(folder), std::vector<std::string>{"p.hdf5"});
}

TEST(Solve, OptionsReachTheSolver) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  const auto iterations = [&](const Words& settings) {
    Words words = {"solve", "--solver", "gauss-seidel", "--json"};
    words.insert(words.end(), settings.begin(), settings.end());
    words.push_back("p.hdf5");  // a file after --set is not one more setting
    return run_well(folder, words).json()["iterations"].get<int>();
  };
  const int plain = iterations({});
  EXPECT_NE(iterations({"--set", "omega=0.3"}), plain);
  EXPECT_NE(iterations({"--set", "omega=0.3", "--set", "momentum=false"}), iterations({"--set", "omega=0.3"}));
  EXPECT_EQ(iterations({"--set=omega=0.3"}), iterations({"--set", "omega=0.3"}));
}

TEST(Solve, HistoryIsATable) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  const Json json =
      run_well(folder, {"solve", "p.hdf5", "--solver", "gauss-seidel", "--json", "--history", "h.csv"}).json();
  std::istringstream lines(bytes_of(folder / "h.csv"));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(line, "iteration,seconds,certificate,natural,dynamics,equality,penetration,complementarity");
  int rows = 0, last_iteration = -1;
  double certificate = 0;
  for (; std::getline(lines, line); ++rows) {
    std::vector<double> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(std::stod(cell));
    ASSERT_EQ(cells.size(), 8u) << line;
    EXPECT_GT(cells[0], last_iteration);
    EXPECT_EQ(cells[2], std::max(cells[3], cells[4]));
    last_iteration = static_cast<int>(cells[0]);
    certificate = cells[2];
  }
  EXPECT_GT(rows, 3);
  EXPECT_EQ(last_iteration, json["iterations"]);
  EXPECT_EQ(certificate, value_of(json["certificate"]));
}

TEST(Solve, HistoryOfInteriorPointHasItsOwnColumns) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  run_well(folder, {"solve", "p.hdf5", "--law", "convex", "--history", "h.csv"});
  std::istringstream lines(bytes_of(folder / "h.csv"));
  std::string header, guess, first;
  std::getline(lines, header);
  std::getline(lines, guess);
  std::getline(lines, first);
  EXPECT_EQ(header,
            "iteration,seconds,certificate,natural,dynamics,equality,penetration,complementarity,mu,dual_residual,"
            "free_residual,cone_residual,sigma,step_r,step_v,refinements,factorize_seconds");
  const auto commas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
  EXPECT_EQ(commas(guess), commas(header));
  EXPECT_EQ(commas(first), commas(header));
  EXPECT_NE(first.back(), ',');
}

TEST(Solve, RowsThatContradictEachOtherAreNamed) {
  const TemporaryFolder folder;
  ContactProblem problem = boxes();
  problem.law = Law::convex;
  const int contacts = problem.cones.friction();
  problem.cones.free = 2;  // the first body rises at 1 m/s and at 2 m/s
  SparseMatrix H(problem.H.rows(), problem.H.cols() + 2);
  std::vector<Eigen::Triplet<double>> entries{{2, 0, 1.0}, {2, 1, 1.0}};
  for (int k = 0; k < problem.H.cols(); ++k)
    for (SparseMatrix::InnerIterator it(problem.H, k); it; ++it)
      entries.emplace_back(static_cast<int>(it.row()), k + 2, it.value());
  H.setFromTriplets(entries.begin(), entries.end());
  problem.H = H;
  Vector w(problem.w.size() + 2);
  w << -1, -2, problem.w;
  problem.w = w;
  ASSERT_EQ(problem.cones.friction(), contacts);
  write_fclib(folder / "p.hdf5", file_of(problem));
  const Outcome outcome = run(folder, {"solve", "p.hdf5", "--json", "--out", "best.hdf5"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.json()["status"], "infeasible");
  const std::string message = outcome.json()["message"];
  EXPECT_NE(message.find("free row 0"), std::string::npos) << message;
  EXPECT_TRUE(std::filesystem::exists(folder / "best.hdf5"));
}

}  // namespace
}  // namespace signorini
