#include <algorithm>

#include "cli/program.h"
#include "signorini/io/scene_keys.h"
#include "signorini/model/joint.h"

/// What the program lists of scene files. Solvers and laws: help_test.cpp.
namespace signorini {
namespace {

using namespace signorini::testing;

Words names_in(const Json& rows) {
  Words names;
  for (const auto& row : rows) names.push_back(row["name"]);
  return names;
}

TEST(List, Shapes) {
  const TemporaryFolder folder;
  const Json json = run_well(folder, {"list", "shapes", "--json"}).json();
  EXPECT_EQ(names_in(json), scene_shape_names());
  for (const auto& row : json) EXPECT_FALSE(row["meaning"].get<std::string>().empty());
  EXPECT_EQ(json[2]["keys"], (Json{"radius", "length"}));
  EXPECT_EQ(json[5]["fixed_only"], true);
  const std::string words = run_well(folder, {"list", "shapes"}).out;
  EXPECT_EQ(std::count(words.begin(), words.end(), '\n'), 10);
  EXPECT_NE(words.find("convex_hull"), std::string::npos);
}

TEST(List, Joints) {
  const TemporaryFolder folder;
  const Json json = run_well(folder, {"list", "joints", "--json"}).json();
  ASSERT_EQ(json.size(), joint_kinds().size());
  for (std::size_t k = 0; k < json.size(); ++k) {
    EXPECT_EQ(json[k]["name"], to_string(joint_kinds()[k]));
    EXPECT_EQ(json[k]["rows"], free_rows(joint_kinds()[k]));
  }
  EXPECT_NE(run_well(folder, {"list", "joints"}).out.find("revolute"), std::string::npos);
}

/// From anywhere: the program finds the scenes it was built with.
TEST(List, Scenes) {
  const TemporaryFolder folder;
  const Json json = run_well(folder, {"list", "scenes", "--json"}).json();
  const Words names = names_in(json);
  for (const char* name : {"single_ball", "balls_in_box", "stacked_spheres", "slider_crank", "billiard"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  for (const auto& row : json) {
    EXPECT_FALSE(row["about"].get<std::string>().empty()) << row;
    EXPECT_TRUE(std::filesystem::exists(row["file"].get<std::string>())) << row;
  }
  const std::string words = run_well(folder, {"list", "scenes"}).out;
  EXPECT_NE(words.find("--set spheres=256"), std::string::npos) << words;
}

TEST(List, ScenesOfTheFolderAtHandComeFirst) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "scenes");
  std::ofstream(folder / "scenes/schema.json") << "{}";
  std::ofstream(folder / "scenes/mine.yaml") << "about: mine\nbodies: [{fixed: true}]\n";
  EXPECT_EQ(names_in(run_well(folder, {"list", "scenes", "--json"}).json()), Words{"mine"});
  std::ofstream(folder / "scenes/broken.yaml") << "bodys: []\n";
  expect_refused(folder, {"list", "scenes"}, {"scenes/broken.yaml:1: unknown key 'bodys'"});
}

}  // namespace
}  // namespace signorini
