#include <signal.h>

#include <sstream>

#include "cli/program.h"

/// Solvers compared on problems: what is kept, what goes on after trouble, what the report holds.
namespace signorini {
namespace {

using namespace signorini::testing;
namespace fs = std::filesystem;

/// Quiet: a busy machine would see how far it is.
const Words two_solvers = {"--solvers", "interior-point,gauss-seidel", "--law", "convex", "--out", "o", "--quiet"};

Words bench(const Words& problems, const Words& more = {}) {
  Words words = {"bench"};
  words.insert(words.end(), problems.begin(), problems.end());
  words.insert(words.end(), two_solvers.begin(), two_solvers.end());
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The fields of a line; none of those asked for here holds a comma.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool some_process_works_in(const fs::path& folder) {
  for (const auto& process : fs::directory_iterator("/proc"))
    if (bytes_of(process.path() / "cmdline").find(folder.string()) != std::string::npos) return true;
  return false;
}

TEST(Bench, WritesOneLineForEachRun) {
  const TemporaryFolder folder;
  write_fclib(folder / "boxes.hdf5", file_of(boxes()));
  Words words = bench({"boxes.hdf5", "packing:spheres=20,seed=3"}, {"--tolerance", "1e-6,1e-3"});
  std::erase(words, "--quiet");
  const Outcome outcome = run(folder, words);  // on a busy machine it says how far it is
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto lines = lines_of(folder / "o/results.csv");
  ASSERT_EQ(lines.size(), 1u + 8u);
  EXPECT_EQ(
      lines[0],
      "problem,contacts,dof,law,solver,tolerance,status,certificate,iterations,seconds,peak_memory_bytes,message");
  const std::vector<std::string> solvers = {"interior-point", "interior-point", "gauss-seidel", "gauss-seidel"};
  for (std::size_t k = 0; k < 4; ++k) {
    const auto f = fields_of(lines[1 + k]);
    ASSERT_GE(f.size(), 11u);
    EXPECT_EQ(f[0], "boxes");
    EXPECT_EQ(f[1], "12");
    EXPECT_EQ(f[2], "18");
    EXPECT_EQ(f[3], "convex");
    EXPECT_EQ(f[4], solvers[k]);
    EXPECT_EQ(std::stod(f[5]), k % 2 == 0 ? 1e-3 : 1e-6) << "the loosest first";
    EXPECT_EQ(f[6], "solved");
    EXPECT_LE(std::stod(f[7]), std::stod(f[5]));
    EXPECT_GT(std::stoi(f[8]), 0);
    EXPECT_GT(std::stod(f[9]), 0);
    EXPECT_GT(std::stod(f[10]), 1e6);
  }
  EXPECT_EQ(lines[5].rfind("\"packing:spheres=20,seed=3\",", 0), 0u) << lines[5];
  EXPECT_NE(outcome.out.find("2 of 2"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("o/report.html"), std::string::npos);
  const FclibFile generated = read_fclib(folder / "o/problems/packing_spheres=20_seed=3.hdf5");
  EXPECT_TRUE(same_bits(generated.problem.f, generate_packing({.spheres = 20, .friction = 0.3, .seed = 3}).f));
}

TEST(Bench, TakesAFolderAtAnyDepthByName) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "data/deep");
  write_fclib(folder / "data/b.hdf5", file_of(boxes()));
  write_fclib(folder / "data/deep/a.h5", file_of(boxes()));
  std::ofstream(folder / "data/readme.txt") << "no problem";
  // The folder of the results may lie in it; the same file a second time is one problem.
  Words words = bench({"data", "data/b.hdf5"}, {"--tolerance", "1e-2", "--json"});
  *std::find(words.begin(), words.end(), "o") = "data/out";
  EXPECT_EQ(run_well(folder, words).json()["problems"], 2);
  EXPECT_EQ(run_well(folder, words).json()["problems"], 2);
  const auto lines = lines_of(folder / "data/out/results.csv");
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(fields_of(lines[1])[0], "b");
  EXPECT_EQ(fields_of(lines[3])[0], "deep/a");
}

TEST(Bench, GoesOnWhereItWasWithoutRunningAgain) {
  const TemporaryFolder folder;
  const Words words = bench({"stack:bodies=3,mass-ratio=1", "packing:spheres=20"}, {"--tolerance", "1e-3,1e-5"});
  run_well(folder, words);
  const std::string whole = bytes_of(folder / "o/results.csv");
  run_well(folder, words);
  EXPECT_EQ(bytes_of(folder / "o/results.csv"), whole);

  // As after a kill: the last line is half there, the report is not.
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  fs::resize_file(folder / "o/results.csv", last + 10);
  fs::remove(folder / "o/report.html");
  run_well(folder, words);
  const std::string resumed = bytes_of(folder / "o/results.csv");
  EXPECT_EQ(resumed.substr(0, last), whole.substr(0, last));  // times and all
  EXPECT_EQ(std::count(resumed.begin(), resumed.end(), '\n'), std::count(whole.begin(), whole.end(), '\n'));
  EXPECT_NE(resumed.find("solved", last), std::string::npos);
  EXPECT_TRUE(fs::exists(folder / "o/report.html"));
}

TEST(Bench, RefusesOtherSettingsInTheSameFolderUnlessToldTo) {
  const TemporaryFolder folder;
  run_well(folder, bench({"stack:bodies=2"}, {"--tolerance", "1e-2"}));
  expect_refused(folder, bench({"stack:bodies=2"}, {"--tolerance", "1e-3"}), {"o", "tolerances", "--overwrite"});
  run_well(folder, bench({"stack:bodies=2"}, {"--tolerance", "1e-3", "--overwrite"}));
  EXPECT_EQ(lines_of(folder / "o/results.csv").size(), 3u);
}

TEST(Bench, TouchesNoFolderOfSomethingElse) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "o");
  std::ofstream(folder / "o/thesis.txt") << "years of work";
  expect_refused(folder, bench({"stack:bodies=2"}, {"--overwrite"}), {"o", "not empty"});
  EXPECT_EQ(bytes_of(folder / "o/thesis.txt"), "years of work");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "o"), {}), 1);
}

TEST(Bench, OverwritesNothingThatItDidNotWrite) {
  const TemporaryFolder folder;
  const auto again = [](const char* tolerance) {
    return bench({"stack:bodies=2"}, {"--tolerance", tolerance, "--overwrite"});
  };
  run_well(folder, again("1e-3"));
  const std::vector<std::string> foreign = {"o/charts/mine.svg", "o/history/mine.csv", "o/problems/mine.hdf5",
                                            "o/thesis.txt"};
  for (const std::string& file : foreign) std::ofstream(folder / file) << "years of work";
  run_well(folder, again("1e-4"));
  for (const std::string& file : foreign) EXPECT_EQ(bytes_of(folder / file), "years of work") << file;
  EXPECT_FALSE(fs::exists(folder / "o/charts/profile_1e-3.svg"));
  EXPECT_TRUE(fs::exists(folder / "o/charts/profile_1e-4.svg"));

  // Where the new benchmark would write.
  const std::string results = bytes_of(folder / "o/results.csv");
  std::ofstream(folder / "o/charts/profile_1e-5.svg") << "years of work";
  expect_refused(folder, again("1e-5"), {"o/charts/profile_1e-5.svg", "move it away"});
  EXPECT_EQ(bytes_of(folder / "o/charts/profile_1e-5.svg"), "years of work");
  EXPECT_EQ(bytes_of(folder / "o/results.csv"), results);
}

TEST(Bench, OverwritesNothingBehindALink) {
  const TemporaryFolder folder;
  run_well(folder, bench({"stack:bodies=2"}, {"--tolerance", "1e-2"}));
  fs::rename(folder / "o/charts", folder / "elsewhere");
  fs::create_directory_symlink(folder / "elsewhere", folder / "o/charts");
  expect_refused(folder, bench({"stack:bodies=2"}, {"--tolerance", "1e-2", "--overwrite"}), {"o/charts"});
  EXPECT_TRUE(fs::exists(folder / "elsewhere/solved.svg"));
}

TEST(Bench, TouchesNoFolderOfARun) {
  const TemporaryFolder folder;
  const std::string scene = std::string(SIGNORINI_SCENES) + "/single_ball.yaml";
  run_well(folder, {"run", scene, "--steps", "2", "--save-problem", "1", "--out", "o", "--quiet"});
  for (const Words& extra : {Words{}, Words{"--overwrite"}})
    expect_refused(folder, bench({"stack:bodies=2"}, extra), {"o/settings.json", "not of a benchmark"});
  run_well(folder, {"run", "--resume", "o", "--quiet"});
  EXPECT_TRUE(fs::exists(folder / "o/problems/step_000001.hdf5"));
}

TEST(Bench, NeverOverwritesItsOwnInput) {
  const TemporaryFolder folder;
  run_well(folder, bench({"stack:bodies=2"}, {"--tolerance", "1e-2"}));
  const std::string file = "o/problems/stack_bodies=2.hdf5";
  expect_refused(folder, bench({file}, {"--tolerance", "1e-2", "--overwrite"}), {file, "folder of the results"});
  EXPECT_TRUE(fs::exists(folder / file));
}

TEST(Bench, ListsBrokenFilesAndGoesOn) {
  const TemporaryFolder folder;
  std::ofstream(folder / "broken.hdf5") << "no HDF5";
  const Json json =
      run_well(folder, bench({"broken.hdf5", "stack:bodies=2"}, {"--tolerance", "1e-2", "--json"})).json();
  ASSERT_EQ(json["broken"].size(), 1u);
  EXPECT_EQ(json["broken"][0]["problem"], "broken");
  EXPECT_NE(json["broken"][0]["message"].get<std::string>().find("HDF5"), std::string::npos);
  for (const auto& standing : json["standings"]) {
    EXPECT_EQ(standing["solved"], 1);
    EXPECT_EQ(standing["total"], 1) << "broken files count for nobody";
  }
  EXPECT_EQ(fields_of(lines_of(folder / "o/results.csv")[1])[6], "bad_input");
  const std::string report = bytes_of(folder / "o/report.html");
  EXPECT_NE(report.find("Files that no solver could read"), std::string::npos);
}

TEST(Bench, ARunWithoutMemoryIsAFailureAndNothingElse) {
  const TemporaryFolder folder;
  const Json json = run_well(folder, bench({"stack:bodies=2"}, {"--memory-limit", "0.01", "--json"})).json();
  for (const auto& standing : json["standings"]) {
    EXPECT_EQ(standing["solved"], 0);
    EXPECT_EQ(standing["total"], 1);
    EXPECT_TRUE(standing["median_ratio"].is_null());
  }
  for (const auto& line : lines_of(folder / "o/results.csv")) {
    if (line.starts_with("problem,")) continue;
    const std::string status = fields_of(line)[6];
    EXPECT_TRUE(status == "out_of_memory" || status == "crashed") << line;
    EXPECT_EQ(fields_of(line)[7], "") << "no certificate";
  }
}

TEST(Bench, TighterTolerancesThanOneMissedAreNotRun) {
  const TemporaryFolder folder;
  const Words words = {"bench", "packing:spheres=20", "--solvers",        "jacobi",       "--law", "convex", "--out",
                       "o",     "--tolerance",        "1e-1,1e-15,1e-16", "--time-limit", "0.5"};
  run_well(folder, words);
  const auto lines = lines_of(folder / "o/results.csv");
  ASSERT_EQ(lines.size(), 4u);
  const auto first = fields_of(lines[1]), missed = fields_of(lines[2]), skipped = fields_of(lines[3]);
  EXPECT_EQ(first[6], "solved");
  EXPECT_NE(missed[6], "solved");
  EXPECT_EQ(skipped[6], missed[6]);
  EXPECT_EQ(skipped[7], missed[7]);
  EXPECT_NE(lines[3].find("not run, as 1e-15 was missed"), std::string::npos) << lines[3];
  EXPECT_TRUE(fs::exists(folder / "o/history/packing_spheres=20_jacobi_1e-15.csv"));
  EXPECT_FALSE(fs::exists(folder / "o/history/packing_spheres=20_jacobi_1e-16.csv"));
}

TEST(Bench, ReportHoldsEveryChartAndNeedsNoNetwork) {
  const TemporaryFolder folder;
  run_well(folder, bench({"stack:bodies=3,mass-ratio=1", "packing:spheres=20"}, {"--tolerance", "1e-2,1e-5"}));
  std::vector<std::string> names;
  const std::string report = bytes_of(folder / "o/report.html");
  for (const auto& entry : fs::directory_iterator(folder / "o/charts")) {
    names.push_back(entry.path().filename());
    std::string svg = bytes_of(entry.path());
    svg = svg.substr(svg.find("viewBox"));
    EXPECT_NE(report.find(svg), std::string::npos) << names.back();
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names,
            (std::vector<std::string>{"iterations_packing_spheres=20.svg", "iterations_stack_bodies=3_mass-ratio=1.svg",
                                      "profile_0.01.svg", "profile_1e-5.svg", "solved.svg",
                                      "time_packing_spheres=20.svg", "time_stack_bodies=3_mass-ratio=1.svg"}));
  EXPECT_EQ(count(report, "<svg"), 7);
  for (const char* circumstance : {" UTC. signorini ", " core", "<td class=\" \">1e-5<"})
    EXPECT_GE(count(report, circumstance), 1) << circumstance;
  for (const char* link : {"http", "href", "src=", "@import", "url("}) EXPECT_EQ(count(report, link), 0) << link;
  // Both solvers leave a line in each chart of a problem.
  EXPECT_GE(count(bytes_of(folder / "o/charts/iterations_packing_spheres=20.svg"), "<path"), 2);
}

TEST(Bench, PassesOptionsToTheirSolver) {
  const TemporaryFolder folder;
  run_well(folder, bench({"packing:spheres=20"}, {"--tolerance", "1e-5"}));
  const std::string plain = fields_of(lines_of(folder / "o/results.csv")[2])[8];
  run_well(folder,
           bench({"packing:spheres=20"}, {"--tolerance", "1e-5", "--overwrite", "--set", "gauss-seidel.omega=0.5"}));
  EXPECT_NE(fields_of(lines_of(folder / "o/results.csv")[2])[8], plain);
}

TEST(Bench, JobsAtTheSameTimeGiveTheSameResults) {
  const TemporaryFolder folder;
  const Words problems = {"packing:spheres=20", "stack:bodies=2", "wall:rows=2,columns=2"};
  const auto answers = [&](const Words& more) {
    run_well(folder, bench(problems, more));
    std::vector<std::string> result;
    for (const auto& line : lines_of(folder / "o/results.csv"))
      result.push_back(line.substr(0, line.find("solved")) + line.substr(line.rfind("certificate")));
    std::sort(result.begin(), result.end());
    return result;
  };
  const auto one_by_one = answers({"--tolerance", "1e-2,1e-4"});
  EXPECT_EQ(one_by_one.size(), 13u);
  EXPECT_EQ(answers({"--tolerance", "1e-2,1e-4", "--overwrite", "--jobs", "2"}), one_by_one);
}

TEST(Bench, RefusesBadUsageBeforeItRunsAnything) {
  const TemporaryFolder folder;
  const auto refused = [&](const Words& words, const std::vector<std::string>& mentions) {
    expect_refused(folder, words, mentions);
  };
  refused({"bench", "stack", "--solvers", "gaus-seidel", "--out", "o"}, {"gaus-seidel", "gauss-seidel"});
  refused({"bench", "stack", "--solvers", "gauss-seidel,", "--law", "conex", "--out", "o"}, {"conex", "convex"});
  refused({"bench", "stack", "--solvers", "interior-point,,jacobi", "--out", "o"}, {"solver"});
  refused({"bench", "missing.hdf5", "--solvers", "jacobi", "--out", "o"}, {"missing.hdf5", "no such file"});
  refused({"bench", "packng:spheres=3", "--solvers", "jacobi", "--out", "o"}, {"packng", "packing"});
  refused({"bench", "packing:sphres=3", "--solvers", "jacobi", "--out", "o"}, {"packing:sphres=3", "--spheres"});
  refused({"bench", "packing:spheres", "--solvers", "jacobi", "--out", "o"}, {"option=value"});
  refused({"bench", "packing:spheres=-3", "--solvers", "jacobi", "--out", "o"}, {"packing:spheres=-3", "spheres"});
  refused({"bench", ".", "--solvers", "jacobi", "--out", "o"}, {".", "hdf5"});
  refused(bench({"stack"}, {"--tolerance", "1e-4,0"}), {"--tolerance", "'0'"});
  refused(bench({"stack"}, {"--set", "omega=1"}), {"omega=1", "solver.key=value"});
  refused(bench({"stack"}, {"--set", "jacobi.omega=1"}), {"jacobi", "gauss-seidel"});
  refused(bench({"stack"}, {"--set", "gauss-seidel.omga=1"}), {"omga", "omega"});
  refused(bench({"stack"}, {"--jobs", "0"}), {"--jobs"});
  refused({"bench", "stack", "--solvers", "jacobi", "--out", "/proc/o"}, {"/proc/o"});
}

TEST(Bench, CtrlCKeepsWhatIsDoneAndEndsTheRest) {
  const TemporaryFolder folder;
  write_fclib(folder / "long.hdf5", file_of(packing(3000)));
  // The first two runs are short; nobody reaches 1e-16 on the last.
  Running program(folder, {"bench", "long.hdf5", "--solvers", "gauss-seidel", "--law", "coulomb", "--out", "o",
                           "--tolerance", "0.9,0.8,1e-16"});
  ASSERT_NO_FATAL_FAILURE(program.wait_until_it_catches(SIGINT));
  for (int k = 0; k < 3000 && lines_of(folder / "o/results.csv").size() < 3; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_TRUE(some_process_works_in(folder.path()));
  program.send(SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit_code, 1) << "signal " << outcome.signal;
  EXPECT_NE(outcome.err.find("interrupted after 2 of 3 runs"), std::string::npos) << outcome.err;
  EXPECT_EQ(lines_of(folder / "o/results.csv").size(), 3u);
  EXPECT_FALSE(fs::exists(folder / "o/report.html"));
  EXPECT_FALSE(some_process_works_in(folder.path()));
}

}  // namespace
}  // namespace signorini
