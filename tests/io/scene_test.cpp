#include "signorini/io/scene.h"

#include <algorithm>
#include <numbers>

#include "io/scene_support.h"

namespace signorini {
namespace {

using namespace signorini::testing;
using std::numbers::pi;

constexpr double rounding = 1e-13;

void expect_near(const Vector3& a, const Vector3& b, double tolerance = rounding) {
  EXPECT_LE((a - b).norm(), tolerance) << a.transpose() << " and " << b.transpose();
}

TEST(Scene, TheSmallestOneHasDefaults) {
  const Scene scene = scene_from("bodies: [{mass: 2, shape: {type: sphere, radius: 0.5}}]");
  EXPECT_EQ(scene.name, "scene");
  ASSERT_EQ(scene.model.bodies.size(), 1u);
  const Body& body = scene.model.bodies[0];
  EXPECT_EQ(body.name, "body_0");
  EXPECT_EQ(body.mass, 2);
  EXPECT_NEAR(body.inertia(0, 0), 0.4 * 2 * 0.25, rounding);
  EXPECT_EQ(scene.model.gravity, Vector3(0, 0, -9.81));
  EXPECT_EQ(scene.settings.step, Settings{}.step);
  EXPECT_EQ(scene.settings.law, Law::coulomb);
  EXPECT_EQ(scene.settings.tolerance, Settings{}.tolerance);
  EXPECT_EQ(scene.output.every, OutputSettings{}.every);
}

TEST(Scene, SettingsAreTakenOver) {
  const Scene scene = scene_from(R"(
name: settings
gravity: [1, 2, 3]
time: {step: 0.02, duration: 4}
solver:
  name: gauss-seidel
  law: coulomb
  tolerance: 1e-6
  max_iterations: 77
  warm_start: false
  on_miss: retry
  fallback_solver: jacobi
contact: {margin: 0.01, recovery_speed: 0.5, restitution_threshold: 0.2, impact: simultaneous, allow_overlap: true,
          overlapping_links: push, combine_friction: minimum, combine_restitution: average, ignore: [[a, b]]}
output:
  {every: 5, contacts: false, vtk_every: 10, checkpoint_every: 20, checkpoint_seconds: 7, save_problems: [1, 50],
   csv: [pairs, joints]}
bodies:
  - {name: b, mass: 1, shape: {type: sphere, radius: 1}}
  - {name: a, mass: 1, shape: {type: sphere, radius: 1}}
)");
  EXPECT_EQ(scene.name, "settings");
  EXPECT_EQ(scene.model.gravity, Vector3(1, 2, 3));
  const Settings& s = scene.settings;
  EXPECT_EQ(s.step, 0.02);
  EXPECT_EQ(s.duration, 4);
  EXPECT_EQ(s.solver, "gauss-seidel");
  EXPECT_EQ(s.law, Law::coulomb);
  EXPECT_EQ(s.tolerance, 1e-6);
  EXPECT_EQ(s.max_iterations, 77);
  EXPECT_FALSE(s.warm_start);
  EXPECT_EQ(s.on_miss, MissPolicy::retry);
  EXPECT_EQ(s.fallback_solver, "jacobi");
  EXPECT_EQ(s.margin, 0.01);
  EXPECT_EQ(s.recovery_speed, 0.5);
  EXPECT_EQ(s.restitution_threshold, 0.2);
  EXPECT_EQ(s.impact, ImpactRule::simultaneous);
  EXPECT_TRUE(s.allow_overlap);
  EXPECT_FALSE(s.ignore_overlapping_links);
  EXPECT_EQ(scene.model.combine_friction, Combine::minimum);
  EXPECT_EQ(scene.model.combine_restitution, Combine::average);
  EXPECT_EQ(scene.model.ignored_pairs, (std::vector<std::pair<int, int>>{{0, 1}}));
  EXPECT_EQ(scene.output.every, 5);
  EXPECT_FALSE(scene.output.contacts);
  EXPECT_EQ(scene.output.vtk_every, 10);
  EXPECT_EQ(scene.output.checkpoint_every, 20);
  EXPECT_EQ(scene.output.checkpoint_seconds, 7);
  EXPECT_EQ(scene.output.csv, (std::vector<std::string>{"pairs", "joints"}));
  EXPECT_EQ(scene.output.save_problems, (std::vector<std::int64_t>{1, 50}));
}

TEST(Scene, ParametersGiveNumbersWordsAndTruths) {
  const std::string text = R"(
parameters: {radius: 0.1, diameter: '${2 * radius}', law: frictionless, held: true, kind: floor}
solver: {law: $law}
bodies:
  - {name: $kind, fixed: $held, position: [0, 0, diameter + 1], shape: {type: sphere, radius: $radius}}
)";
  Scene scene = scene_from(text);
  EXPECT_EQ(scene.settings.law, Law::frictionless);
  EXPECT_EQ(scene.model.bodies[0].name, "floor");
  EXPECT_TRUE(scene.model.bodies[0].fixed);
  expect_near(scene.model.bodies[0].pose.position, {0, 0, 1.2});

  scene = scene_from(text, {{"radius", "0.5"}, {"law", "convex"}, {"kind", "ground"}});
  EXPECT_EQ(std::get<Sphere>(scene.model.bodies[0].shapes[0].geometry).radius, 0.5);
  expect_near(scene.model.bodies[0].pose.position, {0, 0, 2});
  EXPECT_EQ(scene.settings.law, Law::convex);
  EXPECT_EQ(scene.model.bodies[0].name, "ground");
}

TEST(Scene, RepeatNestsLoopsAndNamesTheBodies) {
  const Scene scene = scene_from(R"(
bodies:
  - repeat: {row: [1, 3], column: row}
    name: brick
    position: [$column, $row, 10 * row + column]
    mass: 1
    shape: {type: box, size: [1, 1, 1]}
  - repeat: 2
    name: top_${i + 1}
    mass: i + 1
    shape: {type: sphere, radius: 1}
  - repeat: 0
    name: nothing
    mass: 1
)");
  std::vector<std::string> names;
  for (const Body& body : scene.model.bodies) names.push_back(body.name);
  EXPECT_EQ(names, (std::vector<std::string>{"brick_1_0", "brick_2_0", "brick_2_1", "brick_3_0", "brick_3_1",
                                             "brick_3_2", "top_1", "top_2"}));
  expect_near(scene.model.bodies[4].pose.position, {1, 3, 31});
  EXPECT_EQ(scene.model.bodies[7].mass, 2);
}

TEST(Scene, AllShapesAreRead) {
  const TemporaryFolder folder;
  write_text(folder / "tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  write_text(folder / "scene.yaml", R"(
bodies:
  - fixed: true
    shapes:
      - {type: sphere, radius: 1}
      - {type: box, size: [1, 2, 3]}
      - {type: capsule, radius: 1, length: 4}
      - {type: cylinder, radius: 2, length: 6}
      - {type: convex_hull, points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], scale: 2}
      - {type: plane}
      - {type: triangle_mesh, file: tetra.obj, scale: 3}
      - {type: box_inside, size: [2, 2, 2], open: false}
      - {type: cylinder_inside, radius: 3, length: 8}
      - {type: cone_inside, bottom: 0, top: 2, length: 4, floor: false}
      - {type: convex_hull, file: tetra.obj}
)");
  const Scene scene = read_scene(folder / "scene.yaml");
  const auto& shapes = scene.model.bodies[0].shapes;
  ASSERT_EQ(shapes.size(), 11u);
  EXPECT_EQ(std::get<Sphere>(shapes[0].geometry).radius, 1);
  EXPECT_EQ(std::get<Box>(shapes[1].geometry).half, Vector3(0.5, 1, 1.5));
  EXPECT_EQ(std::get<Capsule>(shapes[2].geometry).half_length, 2);
  EXPECT_EQ(std::get<Cylinder>(shapes[3].geometry).half_length, 3);
  const auto& hull = *std::get<std::shared_ptr<const ConvexHull>>(shapes[4].geometry);
  EXPECT_EQ(hull.corners.size(), 4u);
  EXPECT_EQ(hull.corners[1].x(), 2);
  EXPECT_TRUE(std::holds_alternative<Plane>(shapes[5].geometry));
  const auto& mesh = *std::get<std::shared_ptr<const TriangleMesh>>(shapes[6].geometry);
  EXPECT_EQ(mesh.triangles.size(), 4u);
  EXPECT_EQ(mesh.corners[1].x(), 3);
  EXPECT_FALSE(std::get<BoxInside>(shapes[7].geometry).open);
  EXPECT_TRUE(std::get<CylinderInside>(shapes[8].geometry).open);
  EXPECT_FALSE(std::get<ConeInside>(shapes[9].geometry).floor);
  EXPECT_EQ(std::get<ConeInside>(shapes[9].geometry).top, 2);
  EXPECT_EQ(std::get<std::shared_ptr<const ConvexHull>>(shapes[10].geometry)->faces.size(), 4u);
}

/// A dumbbell with unequal ends, given in a frame that is not its centre of mass.
TEST(Scene, TheBodysFrameMovesToTheCentreOfMass) {
  const Scene scene = scene_from(R"(
bodies:
  - name: dumbbell
    position: [1, 0, 0]
    orientation: {axis: [0, 0, 1], angle_deg: 90}
    angular_velocity: [1, 0, 0]
    density: 3
    shapes:
      - {type: box, size: [1, 1, 1]}
      - {type: box, size: [1, 1, 2], position: [3, 0, 0]}
joints:
  - {type: spherical, bodies: [world, dumbbell], at: [1, 0, 0]}
  - {type: spherical, bodies: [world, dumbbell], frame_a: {position: [1, 0, 0]}, frame_b: {}}
forces:
  - {body: dumbbell, force: [0, 0, 1], at: [1, 3, 0]}
  - {body: dumbbell, force: [0, 0, 1]}
springs:
  - {bodies: [world, dumbbell], from: [1, 0, 5], stiffness: 2}
)");
  const Body& body = scene.model.bodies[0];
  EXPECT_NEAR(body.mass, 9, rounding);
  expect_near(body.pose.position, {1, 2, 0});  // the centre is at 2 along the body's x, which points along y
  expect_near(body.shapes[0].pose.position, {-2, 0, 0});
  expect_near(body.shapes[1].pose.position, {1, 0, 0});
  EXPECT_NEAR(body.inertia(2, 2), 3 * (1.0 / 6 + 4) + 6 * (1.0 / 6 + 1), 1e-12);
  expect_near(body.angular_velocity, {0, -1, 0});
  for (const Joint& joint : scene.model.joints) {
    expect_near(joint.frame_a.position, {1, 0, 0});
    expect_near(joint.frame_b.position, {-2, 0, 0});
  }
  expect_near(scene.model.forces[0].point, {1, 0, 0});
  expect_near(scene.model.forces[1].point, {0, 0, 0});
  expect_near(scene.model.springs[0].point_b, {-2, 0, 0});
  EXPECT_NEAR(scene.model.springs[0].length, 5, rounding);
}

TEST(Scene, MassAndInertiaCanBeGiven) {
  const Scene scene = scene_from(R"(
bodies:
  - {mass: 3, inertia: [1, 2, 2.5]}
  - {mass: 3, inertia: [[2, 0.1, 0], [0.1, 2, 0], [0, 0, 3]], centre_of_mass: [0, 0, 1]}
  - {mass: 8, shape: {type: box, size: [1, 1, 1]}}
)");
  EXPECT_EQ(scene.model.bodies[0].inertia, Matrix3(Vector3(1, 2, 2.5).asDiagonal()));
  EXPECT_EQ(scene.model.bodies[1].inertia(0, 1), 0.1);
  expect_near(scene.model.bodies[1].pose.position, {0, 0, 1});
  EXPECT_NEAR(scene.model.bodies[2].inertia(0, 0), 8.0 / 6, rounding);
}

TEST(Scene, OrientationsAgree) {
  const Scene scene = scene_from(R"(
bodies:
  - {fixed: true, orientation: [1, 0, 0, 1]}
  - {fixed: true, orientation: {axis: [0, 0, 2], angle: pi / 2}}
  - {fixed: true, orientation: {axis: [0, 0, 1], angle_deg: 90}}
  - {fixed: true, orientation: {rpy: [0, 0, pi / 2]}}
  - {fixed: true, orientation: {rpy_deg: [0, 0, 90]}}
  - {fixed: true, orientation: {rpy_deg: [90, 0, 90]}}
)");
  for (std::size_t k = 0; k < 5; ++k) expect_near(scene.model.bodies[k].pose.orientation * Vector3(1, 0, 0), {0, 1, 0});
  expect_near(scene.model.bodies[5].pose.orientation * Vector3(0, 1, 0), {0, 0, 1});  // roll first
}

TEST(Scene, JointsLimitsAndMotors) {
  const Scene scene = scene_from(R"(
bodies:
  - {name: base, fixed: true}
  - {name: arm, mass: 1, position: [1, 0, 0], shape: {type: sphere, radius: 0.1}}
  - {name: hand, mass: 1, position: [2, 0, 0], shape: {type: sphere, radius: 0.1}}
joints:
  - {name: hinge, type: revolute, bodies: [base, arm], at: [0, 0, 0], axis: [0, 2, 0], lower: -1, upper: pi / 2,
     motor: {speed: {sine: {amplitude: 2, frequency: 3}}}}
  - {name: slide, type: prismatic, bodies: [arm, hand], at: [2, 0, 0], axis: [1, 0, 0], contact: true}
  - {name: rope, type: distance, bodies: [world, hand], from: [2, 0, 4], to: [2, 0, 0], upper: 5}
  - {name: grip, type: weld, bodies: [world, hand]}
motors:
  - {joint: slide, position: {table: [[0, 0], [1, 0.5]]}}
)");
  const auto& joints = scene.model.joints;
  ASSERT_EQ(joints.size(), 4u);
  const Joint& hinge = joints[0];
  expect_near(hinge.frame_a.orientation * Vector3::UnitZ(), {0, 1, 0});
  expect_near(hinge.frame_b.position, {-1, 0, 0});
  EXPECT_EQ(hinge.lower, -1);
  EXPECT_NEAR(*hinge.upper, pi / 2, rounding);
  EXPECT_EQ(hinge.motor->drives, Motor::Drives::speed);
  EXPECT_EQ(std::get<SineMotion>(hinge.motor->motion).frequency, 3);
  EXPECT_EQ(joints[1].motor->drives, Motor::Drives::position);
  EXPECT_EQ(std::get<TableMotion>(joints[1].motor->motion).values, (std::vector{0.0, 0.5}));
  EXPECT_EQ(joints[2].length, 4);
  expect_near(joints[2].frame_a.position, {2, 0, 4});
  EXPECT_EQ(joints[3].body_a, -1);
  // The arm and the hand may touch: the joint says so; joints to the world make no pair.
  EXPECT_EQ(pairs_without_contact(scene.model), (std::vector<std::pair<int, int>>{{0, 1}}));
}

TEST(Scene, TorsionSpringsCountFromTheStart) {
  const Scene scene = scene_from(R"(
bodies:
  - {name: a, mass: 1, orientation: {axis: [0, 0, 1], angle_deg: 90}, shape: {type: sphere, radius: 1}}
  - {name: b, mass: 1, orientation: {axis: [0, 0, 1], angle_deg: 120}, shape: {type: sphere, radius: 1}}
torsion_springs:
  - {bodies: [a, b], axis: [0, 0, 1], stiffness: 5, damping: 1, angle_deg: 15}
  - {bodies: [world, b], axis: [1, 0, 0], stiffness: 5}
)");
  EXPECT_NEAR(scene.model.torsion_springs[0].angle, pi / 4, rounding);
  EXPECT_EQ(scene.model.torsion_springs[0].damping, 1);
  EXPECT_NEAR(scene.model.torsion_springs[1].angle, 0, rounding);
}

TEST(Scene, MaterialsGoToShapes) {
  const Scene scene = scene_from(R"(
materials:
  rubber: {friction: 1, restitution: 0.5}
  default: {friction: 0.1}
  ice: {friction: 0.02, compliance: 1e-9}
bodies:
  - {fixed: true, shape: {type: plane}}
  - {fixed: true, material: rubber, shapes: [{type: plane}, {type: plane, material: ice}]}
)");
  const auto& bodies = scene.model.bodies;
  const auto friction = [&](const auto& shape) { return scene.model.materials[shape.material].friction; };
  EXPECT_EQ(friction(bodies[0].shapes[0]), 0.1);
  EXPECT_EQ(friction(bodies[1].shapes[0]), 1);
  EXPECT_EQ(friction(bodies[1].shapes[1]), 0.02);
  EXPECT_EQ(scene.model.materials.size(), 3u);
}

TEST(Scene, StiffnessIsTheInverseOfBothCompliances) {
  const Scene scene =
      scene_from("materials: {rubber: {stiffness: 2e5}, steel: {}}\nbodies: [{fixed: true, shape: {type: plane}}]\n");
  const auto& materials = scene.model.materials;
  const auto rubber = std::ranges::find(materials, "rubber", &Material::name);
  ASSERT_NE(rubber, materials.end());
  EXPECT_DOUBLE_EQ(rubber->compliance, 5e-6);
  EXPECT_DOUBLE_EQ(rubber->tangential_compliance, 5e-6);
  const auto steel = std::ranges::find(materials, "steel", &Material::name);
  EXPECT_EQ(steel->compliance, 0);
  EXPECT_EQ(steel->tangential_compliance, 0);
}

TEST(Scene, MeshesAreShared) {
  const TemporaryFolder folder;
  write_text(folder / "tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  write_text(folder / "scene.yaml",
             "bodies: [{repeat: 3, density: 1, shape: {type: convex_hull, file: tetra.obj, scale: 2}}]");
  const Scene scene = read_scene(folder / "scene.yaml");
  const auto hull = [&](std::size_t k) {
    return std::get<std::shared_ptr<const ConvexHull>>(scene.model.bodies[k].shapes[0].geometry);
  };
  EXPECT_EQ(hull(0), hull(2));
  EXPECT_NEAR(scene.model.bodies[0].mass, 8.0 / 6, 1e-12);
}

TEST(Scene, SummaryShowsParametersAsWritten) {
  const TemporaryFolder folder;
  write_text(folder / "scene.yaml", "about: a test\nparameters: {n: 3, m: '${2 * n}'}\nbodies: []\n");
  const SceneSummary summary = read_scene_summary(folder / "scene.yaml");
  EXPECT_EQ(summary.name, "scene");
  EXPECT_EQ(summary.about, "a test");
  ASSERT_EQ(summary.parameters.size(), 2u);
  EXPECT_EQ(summary.parameters[1].name, "m");
  EXPECT_EQ(summary.parameters[1].value, "${2 * n}");
}

}  // namespace
}  // namespace signorini
