#include "signorini/io/scene_fill.h"

#include "io/scene_support.h"

namespace signorini {
namespace {

using namespace signorini::testing;

TEST(SceneFill, ALatticeIsCountedFromThePosition) {
  const Scene scene = scene_from(R"(
bodies:
  - name: ball
    position: [1, 2, 3]
    mass: 1
    shape: {type: sphere, radius: 0.1}
    lattice: {counts: [2, 3, 2], spacing: [1, 2, 3], count: 11}
)");
  const auto& bodies = scene.model.bodies;
  ASSERT_EQ(bodies.size(), 11u);
  EXPECT_EQ(bodies[0].pose.position, Vector3(1, 2, 3));
  EXPECT_EQ(bodies[1].pose.position, Vector3(2, 2, 3));
  EXPECT_EQ(bodies[10].pose.position, Vector3(1, 6, 6));
  EXPECT_EQ(bodies[10].name, "ball_10");
}

TEST(SceneFill, ARegionIsFilledFromBelowAndCentred) {
  const FillRegion region{{0, 0, 1}, {1, 0.65, 1}, true, false};
  const auto cells = fill_cells(region, Vector3::Constant(0.1), 61);
  ASSERT_EQ(cells.size(), 61u);
  EXPECT_NEAR(cells[0].x(), 0.05, 1e-12);
  EXPECT_NEAR(cells[0].y(), 0.075, 1e-12);
  EXPECT_NEAR(cells[59].z(), 1.05, 1e-12);
  EXPECT_NEAR(cells[60].z(), 1.15, 1e-12);
}

TEST(SceneFill, ACylinderHoldsWholeCells) {
  const FillRegion region{{-1, -1, 0}, {1, 1, 1}, false, true};
  const auto cells = fill_cells(region, Vector3::Constant(0.2), {});
  EXPECT_EQ(cells.size(), 5u * 60);
  for (const Vector3& cell : cells) EXPECT_LE(cell.head<2>().norm() + 0.1, 1 + 1e-9);
}

TEST(SceneFill, JitterStaysWithinItsBoundAndFollowsTheSeed) {
  const auto text = [](int seed) {
    return "bodies: [{mass: 1, shape: {type: sphere, radius: 0.1}, lattice: {counts: [5, 5, 5], spacing: 1, jitter: "
           "0.25, seed: " +
           std::to_string(seed) + "}}]";
  };
  const Scene a = scene_from(text(1)), same = scene_from(text(1)), other = scene_from(text(2));
  double largest = 0;
  for (std::size_t k = 0; k < 125; ++k) {
    const Vector3 place(static_cast<double>(k % 5), static_cast<double>(k / 5 % 5), static_cast<double>(k / 25));
    const Vector3 moved = a.model.bodies[k].pose.position - place;
    largest = std::max(largest, moved.lpNorm<Eigen::Infinity>());
    EXPECT_EQ(a.model.bodies[k].pose.position, same.model.bodies[k].pose.position);
    EXPECT_NE(a.model.bodies[k].pose.position, other.model.bodies[k].pose.position);
  }
  EXPECT_LE(largest, 0.25);
  EXPECT_GT(largest, 0.2);
}

TEST(SceneFill, RandomBodiesStayInTheRegionAndApart) {
  const Scene scene = scene_from(R"(
bodies:
  - name: stone
    density: 1000
    random:
      count: 100
      region: {shape: cylinder, from: [-1, -1, 0], to: [1, 1, 2]}
      scale: [0.5, 1]
      gap: 0.01
      seed: 5
      one_of:
        - {type: sphere, radius: 0.1}
        - {type: box, size: [0.1, 0.12, 0.08]}
        - {type: capsule, radius: 0.03, length: 0.1}
        - {type: convex_hull, points: [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]}
)");
  const auto& bodies = scene.model.bodies;
  ASSERT_EQ(bodies.size(), 100u);
  std::vector<int> kinds(10);
  for (std::size_t a = 0; a < bodies.size(); ++a) {
    ++kinds[bodies[a].shapes[0].geometry.index()];
    const double radius = bounding_radius(bodies[a].shapes);
    EXPECT_GE(bodies[a].pose.position.z(), 0);
    EXPECT_LE(bodies[a].pose.position.z(), 2);
    EXPECT_LE(bodies[a].pose.position.head<2>().norm(), 1);
    EXPECT_NEAR(bodies[a].pose.orientation.norm(), 1, 1e-12);
    // Bounding spheres of boxes and spheres are about the centre, where the pose is.
    const auto centred = [](const Body& body) { return body.shapes[0].geometry.index() < 4; };
    for (std::size_t b = 0; b < a && centred(bodies[a]); ++b) {
      if (!centred(bodies[b])) continue;
      const double distance = (bodies[a].pose.position - bodies[b].pose.position).norm();
      EXPECT_GE(distance, radius + bounding_radius(bodies[b].shapes) + 0.01 - 1e-12);
    }
  }
  for (const std::size_t kind : {0, 1, 2, 4}) EXPECT_GT(kinds[kind], 10) << kind;
}

TEST(SceneFill, ScalingKeepsShapesAlike) {
  const Scene scene = scene_from(R"(
bodies:
  - {density: 1, shapes: [{type: sphere, radius: 1, position: [2, 0, 0]}, {type: cylinder, radius: 1, length: 2}]}
)");
  const auto& shapes = scene.model.bodies[0].shapes;
  EXPECT_NEAR(bounding_radius(scaled(shapes, 0.5)), 0.5 * bounding_radius(shapes), 1e-14);
  EXPECT_NEAR(mass_properties(scaled(shapes, 0.5), 1).mass, mass_properties(shapes, 1).mass / 8, 1e-12);
}

}  // namespace
}  // namespace signorini
