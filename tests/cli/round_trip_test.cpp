#include <hdf5.h>

#include "cli/program.h"
#include "signorini/solver/catalogue/catalogue.h"

/// solve, then check: each solver of the catalogue under each law it knows.
namespace signorini {
namespace {

using namespace signorini::testing;

struct Trip {
  std::string solver, law, scene;
};

std::vector<Trip> trips() {
  std::vector<Trip> all;
  for (const auto& entry : catalogue())
    for (const Law law : entry.laws)
      for (const char* scene : {"boxes", "packing"}) {
        if (entry.name == "nop" && std::string_view(scene) == "packing") continue;  // ends at other stationary points
        all.push_back({entry.name, std::string(to_string(law)), scene});
      }
  return all;
}

void PrintTo(const Trip& trip, std::ostream* out) { *out << trip.solver << " " << trip.law << " " << trip.scene; }

class RoundTrip : public ::testing::TestWithParam<Trip> {};

TEST_P(RoundTrip, CheckAgreesWithSolve) {
  const auto& [solver, law, scene] = GetParam();
  const std::string tolerance = scene == "boxes" ? "1e-6" : "1e-3";
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(scene == "boxes" ? boxes() : packing()));
  const Words solve = {"solve", "p.hdf5", "--json", "--solver", solver, "--law", law, "--tolerance", tolerance};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };

  const Json solved = run_well(folder, with(solve, {"--out", "a.hdf5"})).json();
  EXPECT_EQ(solved["status"], "solved");
  EXPECT_EQ(solved["solver"], solver);
  EXPECT_EQ(solved["problem"]["law"], law);
  EXPECT_LE(value_of(solved["certificate"]), std::stod(tolerance));

  const Words check = {"check", "p.hdf5", "a.hdf5", "--json", "--law", law, "--tolerance", tolerance};
  const Json checked = run_well(folder, check).json();
  expect_same_certificate(checked["certificate"], solved["certificate"]);
  EXPECT_TRUE(checked["met"]);

  const Json again = run_well(folder, with(solve, {"--warm-start", "a.hdf5"})).json();
  EXPECT_EQ(again["status"], "solved");
  EXPECT_EQ(again["iterations"], 0) << again["message"];

  // Tangential motion makes the laws differ; the boxes are at rest, where only frictionless does.
  if (scene == "packing") {
    const char* other = law == "frictionless" || law == "convex" ? "coulomb" : "frictionless";
    const Outcome missed =
        run(folder, {"check", "p.hdf5", "a.hdf5", "--json", "--law", other, "--tolerance", tolerance});
    EXPECT_EQ(missed.exit_code, 1);
    EXPECT_EQ(missed.err, "");
    EXPECT_FALSE(missed.json()["met"]);
    EXPECT_GT(value_of(missed.json()["certificate"]), 5 * std::stod(tolerance));
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RoundTrip, ::testing::ValuesIn(trips()), [](const auto& information) {
  std::string name = information.param.solver + "_" + information.param.law + "_" + information.param.scene;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Check, JsonIsComplete) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  run_well(folder, {"solve", "p.hdf5", "--quiet", "--out", "a.hdf5"});
  const Json json = run_well(folder, {"check", "p.hdf5", "a.hdf5", "--json", "--tolerance", "0.5"}).json();
  std::vector<std::string> keys;
  for (const auto& [name, value] : json.items()) keys.push_back(name);
  EXPECT_EQ(keys, (std::vector<std::string>{"certificate", "met", "problem", "solution", "tolerance", "value"}));
  EXPECT_EQ(json["problem"]["file"], "p.hdf5");
  EXPECT_EQ(json["problem"]["contacts"], 12);
  EXPECT_EQ(json["solution"], "a.hdf5");
  EXPECT_EQ(json["tolerance"], 0.5);
  EXPECT_EQ(json["met"], true);
  EXPECT_EQ(json["value"], value_of(json["certificate"]));
  EXPECT_EQ(json["certificate"].size(), 5u);
}

TEST(Check, WordsSayWhetherTheToleranceIsMet) {
  const TemporaryFolder folder;
  FclibFile file = file_of(boxes());
  file.solution = Solution::zero(file.problem);
  write_fclib(folder / "zero.hdf5", file);
  const Outcome missed = run(folder, {"check", "zero.hdf5", "zero.hdf5"});
  EXPECT_EQ(missed.exit_code, 1);
  EXPECT_EQ(missed.err, "");
  EXPECT_NE(missed.out.find("> 1e-8"), std::string::npos) << missed.out;
  run_well(folder, {"solve", "zero.hdf5", "--quiet", "--out", "a.hdf5"});
  EXPECT_NE(run_well(folder, {"check", "zero.hdf5", "a.hdf5"}).out.find("<= 1e-8"), std::string::npos);
}

/// Impulses alone determine an answer: v follows from them.
TEST(Check, AnswerWithoutVelocities) {
  const TemporaryFolder folder;
  write_fclib(folder / "p.hdf5", file_of(boxes()));
  run_well(folder, {"solve", "p.hdf5", "--quiet", "--out", "a.hdf5"});
  const hid_t file = H5Fopen((folder / "a.hdf5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, "/solution/v", H5P_DEFAULT);
  H5Ldelete(file, "/solution/u", H5P_DEFAULT);
  H5Fclose(file);
  EXPECT_NE(run_well(folder, {"check", "p.hdf5", "a.hdf5"}).out.find("holds no v"), std::string::npos);
}

}  // namespace
}  // namespace signorini
