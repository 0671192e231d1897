// Scenes that ask for more than any memory holds: told before it is taken.

#include "io/scene_support.h"
#include "signorini/io/limits.h"

namespace signorini {
namespace {

using namespace signorini::testing;

struct Case {
  const char *name, *text, *says;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class SceneLimit : public ::testing::TestWithParam<Case> {};

std::string ball(const std::string& rest) {
  return "bodies: [{name: b, density: 1, shape: {type: sphere, radius: 0.01}, " + rest + "}]\n";
}

TEST_P(SceneLimit, AreToldWithTheNumber) {
  EXPECT_NE(scene_complaint(ball(GetParam().text)).find(GetParam().says), std::string::npos)
      << scene_complaint(ball(GetParam().text));
}

INSTANTIATE_TEST_SUITE_P(
    All, SceneLimit,
    ::testing::Values(
        Case{"LatticeCounts", "lattice: {counts: [1000, 1000, 10], spacing: 1}",
             "lattice.counts makes 10000000 bodies, expected at most 2000000"},
        Case{"LatticeRegion", "lattice: {region: {from: [0, 0, 0], to: [100000, 100000, 1]}, spacing: 0.01}",
             "lattice.region has 1e+16 places of 0.01 m, expected at most 10000000"},
        Case{"BodiesOfARegion", "lattice: {region: {from: [0, 0, 0], to: [200, 200, 100]}, spacing: 1}",
             "brings the scene to 4000000 bodies, expected at most 2000000"},
        Case{"RoundRegion",
             "lattice: {count: 3, region: {shape: cylinder, from: [-1e9, -1e9, 0], to: [1e9, 1e9]}, spacing: 0.001}",
             "places of 0.001 m in a layer, expected at most 10000000"},
        Case{"RandomRegion", "random: {count: 3, region: {from: [-1e9, -1e9, 0], to: [1e9, 1e9, 1e9]}}",
             "random.region has 5e+32 places of 0.02 m, expected at most 10000000"},
        Case{"EndlessRegion", "lattice: {count: 3, region: {from: [-1e308, 0, 0], to: [1e308, 1]}, spacing: 0.001}",
             "region.to is too far"},
        Case{"Repeat", "repeat: 10000000", "repeat makes 10000000 rounds, expected at most 500000"},
        Case{"RepeatRange", "repeat: {i: [-2000000000, 2000000000]}", "makes 4000000001 rounds"},
        Case{"NestedRepeat", "repeat: {a: 10000000, b: 10000000, c: 0}", "makes 1e+14 rounds"},
        Case{"NestedRepeatOfSmallOnes", "repeat: {a: 1000, b: 1000}", "makes 1000000 rounds"},
        Case{"NestedRepeatOfNothing", "repeat: {a: 400000, b: 2 + 0 * a, c: 0}", "rounds, expected at most 500000"}),
    [](const auto& information) { return information.param.name; });

/// Few bodies in a large region are few bodies.
TEST(SceneLimits, LargeRegionsForAFew) {
  for (const char* region :
       {"{from: [-50000, -50000, 0], to: [50000, 50000]}", "{from: [-1e9, -1e9, 0], to: [1e9, 1e9, 1e9]}"}) {
    const Scene scene = scene_from(ball("lattice: {count: 3, spacing: 0.02, region: " + std::string(region) + "}"));
    ASSERT_EQ(scene.model.bodies.size(), 3u);
    EXPECT_NEAR(scene.model.bodies[1].pose.position.x() - scene.model.bodies[0].pose.position.x(), 0.02, 1e-6);
  }
}

TEST(SceneLimits, BodiesOfAllEntriesTogether) {
  const std::string fill = "{name: NAME, fixed: true, lattice: {counts: [1000, 1100, 1], spacing: 1}}";
  std::string a = fill, b = fill;
  a.replace(a.find("NAME"), 4, "a");
  b.replace(b.find("NAME"), 4, "b");
  EXPECT_NE(scene_complaint("bodies: [" + a + ", " + b + "]\n").find("to 2200000 bodies, expected at most 2000000"),
            std::string::npos);
}

/// Each parameter twice the one before: 2^60 letters.
TEST(SceneLimits, TextsThatDouble) {
  std::string text = "parameters:\n  p0: xx\n";
  for (int k = 1; k < 60; ++k)
    text += "  p" + std::to_string(k) + ": $p" + std::to_string(k - 1) + "$p" + std::to_string(k - 1) + "\n";
  const std::string message = scene_complaint(text + ball("velocity: [0, 0, 0]"));
  EXPECT_NE(message.find("more than 65536 bytes"), std::string::npos) << message;
  EXPECT_LT(message.size(), 300u);
}

}  // namespace
}  // namespace signorini
