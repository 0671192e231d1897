#include <algorithm>

#include "io/scene_support.h"

/// The scenes that come with the program.
namespace signorini {
namespace {

using namespace signorini::testing;

const std::filesystem::path folder = SIGNORINI_SCENES;

Scene shipped(const std::string& name, const Parameters& parameters = {}) {
  return read_scene(folder / (name + ".yaml"), parameters);
}

std::vector<std::string> shipped_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

class ShippedScene : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedScene, IsReadAndExplainsItself) {
  const Scene scene = shipped(GetParam());
  EXPECT_EQ(scene.name, GetParam());
  EXPECT_TRUE(scene.model.validate().empty());
  EXPECT_FALSE(scene.model.flexible_bodies.empty() &&
               std::ranges::all_of(scene.model.bodies, [](const Body& body) { return body.fixed; }));
  EXPECT_FALSE(read_scene_summary(folder / (GetParam() + ".yaml")).about.empty());
  std::ifstream in(folder / (GetParam() + ".yaml"));
  std::string first;
  std::getline(in, first);
  EXPECT_EQ(first.rfind("# ", 0), 0u) << "a scene begins with a comment on what it shows";
}

INSTANTIATE_TEST_SUITE_P(Scenes, ShippedScene, ::testing::ValuesIn(shipped_names()),
                         [](const auto& information) { return information.param; });

double gap(const Body& a, const Body& b) {
  const auto radius = [](const Body& body) { return std::get<Sphere>(body.shapes[0].geometry).radius; };
  return (a.pose.position - b.pose.position).norm() - radius(a) - radius(b);
}

class BallsInBox : public ::testing::TestWithParam<int> {};

TEST_P(BallsInBox, StartInsideAndApart) {
  const Scene scene = shipped("balls_in_box", {{"spheres", std::to_string(GetParam())}});
  const auto& bodies = scene.model.bodies;
  ASSERT_EQ(bodies.size(), static_cast<std::size_t>(GetParam()) + 1);
  const Vector3 half = std::get<BoxInside>(bodies[0].shapes[0].geometry).half;
  EXPECT_EQ(half.x(), 0.5);
  EXPECT_NEAR(bodies[1].mass, 1000 * 4.0 / 3 * M_PI * std::pow(0.035, 3), 1e-12);
  EXPECT_EQ(scene.settings.step, 0.02);
  for (std::size_t a = 1; a < bodies.size(); ++a) {
    const Vector3 place = bodies[a].pose.position - bodies[0].pose.position;
    EXPECT_LE((place.cwiseAbs() - half).maxCoeff(), -0.035);
    for (std::size_t b = a + 1; b < std::min(a + 300, bodies.size()); ++b) ASSERT_GT(gap(bodies[a], bodies[b]), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, BallsInBox, ::testing::Values(64, 256, 1000, 4000));

TEST(StackedSpheres, TouchWhateverTheMassRatio) {
  for (const char* ratio : {"1", "10", "2"}) {
    const Scene scene = shipped("stacked_spheres", {{"mass_ratio", ratio}, {"spheres", "15"}});
    const auto& bodies = scene.model.bodies;
    ASSERT_EQ(bodies.size(), 16u);
    ASSERT_EQ(scene.model.joints.size(), 15u);
    const double lowest = std::get<Sphere>(bodies[1].shapes[0].geometry).radius;
    EXPECT_NEAR(bodies[1].pose.position.z(), lowest, 1e-12);
    for (std::size_t k = 2; k < bodies.size(); ++k) {
      EXPECT_NEAR(bodies[k].mass / bodies[k - 1].mass, std::stod(ratio), 1e-9);
      EXPECT_NEAR(gap(bodies[k - 1], bodies[k]) / bodies[k].pose.position.z(), 0, 1e-14);
    }
  }
}

TEST(KrylovScenes, HaveTheSizesOfThePaper) {
  for (const char* spheres : {"1000", "2000", "4000"})
    EXPECT_EQ(shipped("cylinder_packing", {{"spheres", spheres}}).model.bodies.size(), std::stoul(spheres) + 1);
  for (const char* mass : {"1000", "4000", "16000"}) {
    const Scene scene = shipped("heavy_cylinder", {{"mass", mass}});
    EXPECT_EQ(scene.model.bodies[1].mass, std::stod(mass));
    EXPECT_EQ(scene.model.bodies[2].mass, 6.28);
    // All spheres are below the cylinder.
    for (std::size_t k = 2; k < scene.model.bodies.size(); ++k)
      EXPECT_LE(scene.model.bodies[k].pose.position.z() + 0.1, 2.1 + 0.002);
  }
}

TEST(Arch, StandsOnTheFloor) {
  const Scene scene = shipped("arch");
  double lowest = 1;
  for (const Body& body : scene.model.bodies) {
    if (body.fixed) continue;
    const auto& hull = *std::get<std::shared_ptr<const ConvexHull>>(body.shapes[0].geometry);
    EXPECT_EQ(hull.corners.size(), 8u);
    for (const Vector3& corner : hull.corners)
      lowest = std::min(lowest, body.pose.to_world(body.shapes[0].pose.to_world(corner)).z());
  }
  EXPECT_NEAR(lowest, 0, 1e-12);
}

TEST(NewtonsCradle, HasStringsOfOneLengthAndBallsThatTouch) {
  const Scene scene = shipped("newtons_cradle");
  ASSERT_EQ(scene.model.joints.size(), 10u);
  for (const Joint& joint : scene.model.joints) EXPECT_NEAR(joint.length, std::hypot(0.3, 0.1), 1e-12);
  EXPECT_NEAR(gap(scene.model.bodies[1], scene.model.bodies[2]), 0, 1e-12);
}

}  // namespace
}  // namespace signorini
