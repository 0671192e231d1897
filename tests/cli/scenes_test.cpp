// Every scene that comes with the program: described by `info`, and simulated for a while.

#include <map>

#include "cli/program.h"

namespace signorini {
namespace {

using namespace signorini::testing;

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(SIGNORINI_SCENES))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

/// Sizes at which a hundred steps take a second or two.
const std::map<std::string, Words> smaller = {{"balls_in_box", {"--set", "spheres=64"}},
                                              {"brick_wall", {"--set", "rows=4", "--set", "columns=4"}},
                                              {"cylinder_packing", {"--set", "spheres=150"}},
                                              {"falling_jelly", {"--set", "cells=1"}},
                                              {"flexible_gripper", {"--set", "cells=2"}},
                                              {"soft_block_on_spheres", {"--set", "cells=2"}},
                                              {"heavy_cylinder", {"--set", "spheres=150"}},
                                              {"hopper", {"--set", "stones=60"}},
                                              {"three_point_bending", {"--set", "length=8", "--set", "width=1"}}};

class ShippedScene : public ::testing::TestWithParam<std::string> {
 protected:
  const TemporaryFolder folder;
  Words with(const Words& before, const Words& after) const {
    Words words = before;
    words.push_back(SIGNORINI_SCENES "/" + GetParam() + ".yaml");
    words.insert(words.end(), after.begin(), after.end());
    if (const auto size = smaller.find(GetParam()); size != smaller.end())
      words.insert(words.end(), size->second.begin(), size->second.end());
    return words;
  }
};

/// run_well also asks for silence on standard error: no warnings.
TEST_P(ShippedScene, RunsAHundredStepsWithinItsTolerance) {
  const double tolerance = run_well(folder, with({"info"}, {"--json"})).json()["tolerance"];
  const Json json = run_well(folder, with({"run"}, {"--steps", "100", "--json"})).json();
  EXPECT_EQ(json["steps"], 100);
  EXPECT_EQ(json["status"], (Json{{"solved", 100}}));
  EXPECT_LE(json["certificate"]["worst"], tolerance);
}

TEST_P(ShippedScene, IsDescribedByInfo) {
  const Json json = run_well(folder, with({"info"}, {"--json"})).json();
  EXPECT_EQ(json["name"], GetParam());
  EXPECT_GT(json["bodies"]["moving"].get<int>() + json["flexible"]["bodies"].get<int>(), 0);
  EXPECT_GT(json["mass"].get<double>() + json["flexible"]["mass"].get<double>(), 0);
  EXPECT_GT(json["time"]["steps"], 0);
  for (const char* text : {"law", "solver", "about"}) EXPECT_FALSE(json[text].get<std::string>().empty()) << text;
  EXPECT_LT(json["start"]["overlap"]["depth"], 1e-6);
  const std::string text = run_well(folder, with({"info"}, {})).out;
  for (const char* word : {"bodies", "shapes", "joints", "material", "time", "solver", "at the start", "overlap"})
    EXPECT_NE(text.find(std::string("\n  ") + word), std::string::npos) << word << " in:\n" << text;
}

INSTANTIATE_TEST_SUITE_P(Scenes, ShippedScene, ::testing::ValuesIn(shipped_names()),
                         [](const auto& information) { return information.param; });

/// What the scene promises: the ball breaks the middle of the wall, whose upper bricks fall.
TEST(BrickWallScene, Collapses) {
  const TemporaryFolder folder;
  const std::string scene = std::string(SIGNORINI_SCENES) + "/brick_wall.yaml";
  const auto energy_after = [&](const char* speed) {
    const Words words = {"run",        scene,    "--set", std::string("ball_speed=") + speed,
                         "--set",      "rows=6", "--set", "columns=4",
                         "--duration", "1.2",    "--json"};
    return run_well(folder, words).json()["energy"];
  };
  const Json standing = energy_after("0"), broken = energy_after("14");
  // Without the ball's own, which the two have in common at the start.
  const double lost_standing =
      standing["start"]["potential"].get<double>() - standing["end"]["potential"].get<double>();
  const double lost_broken = broken["start"]["potential"].get<double>() - broken["end"]["potential"].get<double>();
  RecordProperty("lost_standing", std::to_string(lost_standing));
  EXPECT_GT(lost_broken, 0);
  EXPECT_GT(lost_broken, 2 * lost_standing);
}

/// To the last bit, the ball on the floor included: with what answers to the default tolerance leave, the bricks would
/// tremble for ever.
TEST(BrickWallScene, ComesToRestWithoutItsBall) {
  const TemporaryFolder folder;
  const std::string scene = std::string(SIGNORINI_SCENES) + "/brick_wall.yaml";
  for (const char* rows : {"4", "6", "8"}) {
    const Words words = {"run",     scene, "--set", "ball_speed=0", "--set", std::string("rows=") + rows,
                         "--steps", "100", "--json"};
    EXPECT_EQ(run_well(folder, words).json()["energy"]["end"]["kinetic"], 0) << rows;
  }
}

TEST(SceneInfo, CountsWhatIsThere) {
  const TemporaryFolder folder;
  const std::string scenes = SIGNORINI_SCENES;
  const Json crank = run_well(folder, {"info", scenes + "/slider_crank.yaml", "--json"}).json();
  EXPECT_EQ(crank["motors"], 1);
  EXPECT_EQ(crank["joints"], (Json{{"revolute", 2}, {"point_on_line", 1}, {"prismatic", 1}}));
  EXPECT_EQ(crank["law"], "coulomb");
  EXPECT_EQ(crank["solver"], "auto");
  const Json balls = run_well(folder, {"info", scenes + "/balls_in_box.yaml", "--set", "spheres=100", "--json"}).json();
  EXPECT_EQ(balls["bodies"], (Json{{"moving", 100}, {"fixed", 1}}));
  EXPECT_EQ(balls["shapes"], (Json{{"sphere", 100}, {"box_inside", 1}}));
  EXPECT_NEAR(balls["mass"].get<double>(), 100 * 1000 * 4.0 / 3 * M_PI * std::pow(0.035, 3), 1e-9);
  EXPECT_EQ(balls["parameters"]["spheres"], "100");
  EXPECT_EQ(balls["parameters"]["diameter"], "0.07");
  EXPECT_EQ(balls["time"], (Json{{"step", 0.02}, {"duration", 10.0}, {"steps", 500}}));
}

TEST(SceneInfo, TellsOfOverlapsThatCannotRun) {
  const TemporaryFolder folder;
  std::ofstream(folder / "deep.yml")
      << "bodies:\n"
         "  - {name: a, mass: 1, shape: {type: sphere, radius: 1}}\n"
         "  - {name: b, mass: 1, position: [0.5, 0, 0], shape: {type: sphere, radius: 1}}\n";
  const Json json = run_well(folder, {"info", "deep.yml", "--json"}).json();
  EXPECT_NEAR(json["start"]["overlap"]["depth"].get<double>(), 1.5, 1e-12);
  EXPECT_EQ(json["start"]["overlap"]["bodies"], (Json{"a", "b"}));
  EXPECT_EQ(json["start"]["overlap"]["deep"], true);
  EXPECT_EQ(json["start"]["potential_contacts"], 1);
}

}  // namespace
}  // namespace signorini
