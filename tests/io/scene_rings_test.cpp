// Rings of bodies, bodies that circulate, and the end of a run by energy, as scene files say them.
#include "io/scene_support.h"

namespace signorini {
namespace {

using namespace signorini::testing;

std::string rings(int count, const std::string& more = "") {
  return "bodies: [{name: ball, mass: 1, shape: {type: sphere, radius: 0.1}, rings: {count: " + std::to_string(count) +
         ", region: {from: [-1, -1, 2], to: [1, 1]}, spacing: 0.21" + more + "}}]";
}

TEST(SceneRings, BallsStayApartAndInTheRegion) {
  const auto& bodies = scene_from(rings(300)).model.bodies;
  ASSERT_EQ(bodies.size(), 300u);
  double highest = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vector3& a = bodies[i].pose.position;
    EXPECT_LE(a.head<2>().norm() + 0.1, 1) << i;
    EXPECT_GE(a.z() - 0.1, 2) << i;
    highest = std::max(highest, a.z());
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_GE((a - bodies[j].pose.position).norm(), 0.21 * (1 - 1e-12)) << i << " and " << j;
  }
  EXPECT_NEAR(highest, 2 + 4.5 * 0.21, 1e-12) << "a layer has 1 + 6 + 12 + 18 + 25 places";
}

TEST(SceneRings, CirclesAreFullAndTurnedAtRandom) {
  const auto& bodies = scene_from(rings(62)).model.bodies;
  int on_first = 0;
  for (const Body& body : bodies) on_first += std::abs(body.pose.position.head<2>().norm() - 0.21) < 1e-12 ? 1 : 0;
  EXPECT_EQ(on_first, 6) << "six fit around one";
  EXPECT_LE(bodies[0].pose.position.head<2>().norm(), 1e-12);
  const auto& again = scene_from(rings(62)).model.bodies;
  const auto& other = scene_from(rings(62, ", seed: 2")).model.bodies;
  for (std::size_t k = 1; k < bodies.size(); ++k) {
    EXPECT_EQ(bodies[k].pose.position, again[k].pose.position);
    EXPECT_NE(bodies[k].pose.position, other[k].pose.position);
  }
}

TEST(SceneRings, RefusesWhatDoesNotFit) {
  EXPECT_NE(scene_complaint("bodies: [{mass: 1, shape: {type: sphere, radius: 0.1}, rings: {count: 100, region: {from: "
                            "[-1, -1, 0], to: [1, 1, 0.3]}, spacing: 0.21}}]")
                .find("has room for 62 of 100 bodies"),
            std::string::npos);
  EXPECT_NE(scene_complaint("bodies: [{mass: 1, shape: {type: sphere, radius: 0.1}, rings: {count: 1, region: {from: "
                            "[-1, -1, 0], to: [1, 1]}}}]")
                .find("spacing"),
            std::string::npos);
}

TEST(SceneRecirculation, NamesTheBodiesOfAFill) {
  const std::string region = "region: {from: [-1, -1, 4], to: [1, 1, 5]}";
  const Scene scene =
      scene_from(rings(5) + "\nrecirculate: {bodies: ball, rate: 3, " + region + ", below: 0.5, seed: 7}");
  ASSERT_TRUE(scene.recirculation);
  EXPECT_EQ(scene.recirculation->bodies, (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(scene.recirculation->rate, 3);
  EXPECT_EQ(scene.recirculation->below, 0.5);
  EXPECT_EQ(scene.recirculation->seed, 7u);
  EXPECT_FALSE(scene_from(rings(5) + "\nrecirculate: {bodies: ball, rate: 0, " + region + "}").recirculation);
  EXPECT_NE(scene_complaint(rings(5) + "\nrecirculate: {bodies: bal, rate: 1, " + region + "}").find("names no bodies"),
            std::string::npos);
  EXPECT_NE(scene_complaint(rings(5) + "\nrecirculate: {bodies: ball, rate: 1, region: {from: [0, 0, 0], to: [1, 1]}}")
                .find("has no top"),
            std::string::npos);
}

TEST(SceneSettings, TellWhenToRestAndHowManySidesAPyramidHas) {
  const Scene scene = scene_from(rings(1) + "\ntime: {rest_energy: 0.5}\nsolver: {law: pyramid, sides: 5}");
  EXPECT_EQ(scene.settings.rest_energy, 0.5);
  EXPECT_EQ(scene.settings.pyramid_sides, 5);
  EXPECT_NE(scene_complaint(rings(1) + "\nsolver: {law: pyramid, sides: 2}").find("sides is 2"), std::string::npos);
}

}  // namespace
}  // namespace signorini
