// Flexible bodies in contact with rigid ones, where statics or a closed form has the answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/bodies.h"
#include "signorini/fem/elastic_body.h"
#include "signorini/fem/tet_generators.h"

namespace signorini {
namespace {

using namespace test;

constexpr double earth_gravity = 9.81;

FlexibleBody rubber(const TetMesh& mesh, double young, double damping) {
  FlexibleBody body;
  body.name = "rubber";
  body.mesh = mesh;
  body.elastic.young = young;
  body.elastic.poisson = 0.3;
  body.elastic.density = 1000;
  body.elastic.stiffness_damping = damping;
  return body;
}

void shift(FlexibleBody& body, const Vector3& by) {
  for (Vector3& node : body.mesh.nodes) node += by;
}

/// A block of 0.2 × 0.2 × 0.1 m times `scale`, that starts at rest on a slope. Material and step are the same at each
/// scale: the smaller the block, the stiffer it is for its weight.
Model block_on_slope(double scale, double slope, double friction) {
  Model model;
  model.materials[0].friction = friction;
  model.bodies = {ground(slope)};
  FlexibleBody body = rubber(block_mesh(scale * Vector3(0.2, 0.2, 0.1), 3, 3, 1), 1e6, 0.01);
  shift(body, scale * Vector3(0, 0, 0.05));
  for (Vector3& node : body.mesh.nodes) node = model.bodies[0].pose.orientation * node;
  model.flexible_bodies = {body};
  return model;
}

/// Of the centre of mass of the only flexible body, all of whose nodes are free.
Vector3 velocity_of_centre(const Model& model, const State& state) {
  const FlexibleBody& body = model.flexible_bodies[0];
  const ElasticBody elastic(body.mesh, body.elastic, body.mass);
  const Vector momentum = elastic.mass() * state.v.tail(3 * elastic.node_count());
  Vector3 sum = Vector3::Zero();
  for (int k = 0; k < elastic.node_count(); ++k) sum += momentum.segment<3>(3 * k);
  return 3 * sum / elastic.mass().sum();
}

void run_to(int steps, Simulation& simulation) {
  while (simulation.steps_done() < steps) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.status, Status::solved) << record.step << " " << record.message;
  }
}

double fastest(const Simulation& simulation) { return simulation.state().v.cwiseAbs().maxCoeff(); }

class FlexibleOnSlope : public testing::TestWithParam<double> {};

TEST_P(FlexibleOnSlope, SlidesAsARigidBlockDoes) {
  constexpr double slope = std::numbers::pi / 6, friction = 0.3, step = 0.005;
  const Model model = block_on_slope(GetParam(), slope, friction);
  Simulation simulation(model, settings(step, Law::coulomb, 1e-10));
  const Vector3 down = model.bodies[0].pose.orientation * Vector3::UnitX();
  constexpr int transient = 60, end = 100;
  run_to(transient, simulation);
  const double before = velocity_of_centre(model, simulation.state()).dot(down);
  run_to(end, simulation);
  const double after = velocity_of_centre(model, simulation.state()).dot(down);
  const double expected = earth_gravity * (std::sin(slope) - friction * std::cos(slope));
  EXPECT_NEAR((after - before) / ((end - transient) * step), expected, 1e-6 * expected);
}

TEST_P(FlexibleOnSlope, SticksAt95PercentOfTheFrictionAngle) {
  const double friction = 0.6, slope = 0.95 * std::atan(friction);
  const Model model = block_on_slope(GetParam(), slope, friction);
  for (const Law law : {Law::coulomb, Law::convex}) {
    Simulation simulation(model, settings(0.01, law, 1e-10));
    run_to(60, simulation);
    const std::vector<Vector3> nodes = simulation.state().nodes;
    constexpr int watched = 20;
    run_to(60 + watched, simulation);
    double crept = 0;
    for (std::size_t k = 0; k < nodes.size(); ++k)
      crept = std::max(crept, (simulation.state().nodes[k] - nodes[k]).norm());
    EXPECT_LT(crept / (watched * 0.01), 1e-9);
    EXPECT_LT(fastest(simulation), 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Scales, FlexibleOnSlope, testing::Values(1, 0.1, 0.01));

/// A rigid box on a flexible pad on the ground.
Model box_on_pad(const FlexibleBody& pad, const Vector3& pad_size, const Vector3& half, double mass) {
  Model model;
  model.materials[0].friction = 0.5;
  model.bodies = {ground(), solid(Box{half}, mass / (8 * half.prod()), {0, 0, pad_size.z() + half.z()})};
  model.flexible_bodies = {pad};
  shift(model.flexible_bodies[0], {0, 0, 0.5 * pad_size.z()});
  return model;
}

/// Whether everything stands still to 1e-6 m/s at the end, and has done so for a while.
void expect_rest_after(int steps, const Model& model, Law law) {
  Simulation simulation(model, settings(0.01, law, 1e-10));
  run_to(steps, simulation);
  double worst = 0;
  for (int k = 0; k < 10; ++k) {
    run_to(steps + k + 1, simulation);
    worst = std::max(worst, fastest(simulation));
  }
  EXPECT_LT(worst, 1e-6);
}

TEST(FlexiblePad, CarriesABlockTenThousandTimesAsHeavy) {
  const Vector3 size(0.2, 0.2, 0.025);  // 1 kg
  const Model model = box_on_pad(rubber(block_mesh(size, 3, 3, 1), 1e8, 0.01), size, {0.2, 0.2, 0.1}, 1e4);
  expect_rest_after(40, model, Law::convex);
  expect_rest_after(40, model, Law::coulomb);
}

TEST(FlexiblePad, CarriesABlockTenThousandTimesAsLight) {
  const Vector3 size(2.5, 2, 2);  // 1e4 kg
  const Model model = box_on_pad(rubber(block_mesh(size, 3, 3, 1), 1e6, 0.1), size, {0.6, 0.6, 0.05}, 1);
  expect_rest_after(150, model, Law::convex);
}

/// Lets a body move along the world's z alone.
Joint guide_along_z(const Model& model, int body) {
  Joint guide;
  guide.name = "guide";
  guide.kind = JointKind::prismatic;
  guide.body_b = body;
  guide.frame_a.position = model.bodies[static_cast<std::size_t>(body)].pose.position;
  guide.frame_b.orientation = model.bodies[static_cast<std::size_t>(body)].pose.orientation.conjugate();
  return guide;
}

/// A block of 0.1 m, E 1e5 Pa.
FlexibleBody soft_cube(double poisson) {
  FlexibleBody cube = rubber(block_mesh({0.1, 0.1, 0.1}, 2, 2, 2), 1e5, 0.05);
  cube.elastic.poisson = poisson;
  return cube;
}

/// Between the middles of two opposite faces of a cube of 0.1 m, along x at first: without friction it may turn.
double width_of_cube(const Model& model, const Simulation& simulation) {
  const auto node_at = [&](const Vector3& place) {
    const std::vector<Vector3>& at_first = model.flexible_bodies[0].mesh.nodes;
    const auto distance = [&](const Vector3& node) { return (node - place).norm(); };
    const auto nearest = std::ranges::min_element(at_first, {}, distance);
    EXPECT_LT(distance(*nearest), 1e-12);
    return simulation.state().nodes[static_cast<std::size_t>(nearest - at_first.begin())];
  };
  return (node_at({0.05, 0, 0.05}) - node_at({-0.05, 0, 0.05})).norm();
}

TEST(FlexiblePad, BetweenFrictionlessFacesSinksAndBulgesAsHookeSays) {
  constexpr double mass = 5, stress = mass * earth_gravity / 0.01;
  FlexibleBody cube = soft_cube(0.3);
  cube.elastic.density = 1e-3;  // hardly any weight of its own
  Model model = box_on_pad(cube, {0.1, 0.1, 0.1}, {0.2, 0.2, 0.02}, mass);
  model.materials[0].friction = 0;
  model.joints = {guide_along_z(model, 1)};  // without it the weight would tilt and slide off
  Simulation simulation(model, settings(0.02, Law::convex, 1e-10));
  run_to(60, simulation);
  const double sinks = stress * 0.1 / 1e5;  // σ H/E = 4.905 mm
  EXPECT_NEAR(0.12 - simulation.state().poses[1].position.z(), sinks, 1e-6 * sinks);
  EXPECT_NEAR(width_of_cube(model, simulation), 0.1 * (1 + 0.3 * stress / 1e5), 1e-9);
}

TEST(FlexibleBlock, BetweenWallsSinksByItsConfinedModulus) {
  for (const double poisson : {0.3, 0.45}) {
    constexpr double stress = 4905;
    Model model;
    model.gravity.setZero();
    model.materials[0].friction = 0;
    model.bodies = {ground()};
    for (const Vector3& inward : {Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0)}) {
      model.bodies.push_back(ground());
      model.bodies.back().pose.orientation = Quaternion::FromTwoVectors(Vector3::UnitZ(), inward);
      model.bodies.back().pose.position = -0.05 * inward;
    }
    FlexibleBody cube = soft_cube(poisson);
    shift(cube, {0, 0, 0.05});
    cube.face_loads = {{cube.mesh.face_groups.at("z1"), {0, 0, -stress}}};
    model.flexible_bodies = {cube};
    Simulation simulation(model, settings(0.02, Law::convex, 1e-10));
    run_to(60, simulation);
    const double modulus = 1e5 * (1 - poisson) / ((1 + poisson) * (1 - 2 * poisson)), sinks = stress * 0.1 / modulus;
    for (const int node : cube.mesh.node_groups.at("z1"))
      EXPECT_NEAR(0.1 - simulation.state().nodes[static_cast<std::size_t>(node)].z(), sinks, 1e-6 * sinks);
  }
}

/// A beam of 26 × 1 × 3 cells of 0.05 m on two cylinders, 1 m apart; the third (body 2) comes down on its middle.
Model bending() {
  constexpr double radius = 0.025, cell = 0.05;
  Model model;
  model.materials[0].friction = 0.3;
  for (const Vector3& at : {Vector3(-0.5, 0, -radius - 1.5 * cell), Vector3(0.5, 0, -radius - 1.5 * cell),
                            Vector3(0, 0, radius + 1.5 * cell + 0.001)}) {
    model.bodies.push_back(solid(Cylinder{radius, 0.05}, 7800, at));
    model.bodies.back().pose.orientation = Eigen::AngleAxisd(std::numbers::pi / 2, Vector3::UnitX());
    model.bodies.back().fixed = at.z() < 0;
  }
  model.joints = {guide_along_z(model, 2)};
  model.joints[0].motor = Motor{Motor::Drives::position, TableMotion{{0, 0.3}, {0, -0.3}}};
  model.flexible_bodies = {rubber(block_mesh({26 * cell, cell, 3 * cell}, 26, 1, 3), 1e7, 0)};
  return model;
}

/// What the guide with its motor presses with, less what moves the press, is what the supports carry, less what moves
/// the beam.
TEST(ThreePointBending, ContactForcesBalanceTheDrivenCylinder) {
  for (const double step : {0.06, 0.1}) {
    const Model model = bending();
    Simulation simulation(model, settings(step, Law::convex, 1e-8));
    const double press_mass = model.bodies[2].mass, beam_mass = 26 * 3 * 0.05 * 0.05 * 0.05 * 1000;
    double press_speed = 0, beam_speed = 0;
    for (int k = 0; k < 6; ++k) {
      const StepRecord record = simulation.step();
      ASSERT_EQ(record.status, Status::solved) << record.message;
      EXPECT_LE(record.certificate.value(), 1e-8);
      double on_beam = 0, from_press = 0;
      for (const PairForce& pair : record.pairs) {
        on_beam += pair.force.z();
        if (pair.body_a == 2) from_press = pair.force.z();
      }
      const double new_press = record.state.v[2], new_beam = velocity_of_centre(model, record.state).z();
      const double moved_press = press_mass * ((new_press - press_speed) / step + earth_gravity);
      const double moved_beam = beam_mass * ((new_beam - beam_speed) / step + earth_gravity);
      EXPECT_NEAR(record.joints[0].force.z() - moved_press, from_press, 1e-6 * std::abs(from_press));
      EXPECT_NEAR(on_beam, moved_beam, 1e-6 * std::abs(from_press));
      EXPECT_EQ(record.inverted_elements, 0);
      press_speed = new_press, beam_speed = new_beam;
    }
  }
}

}  // namespace
}  // namespace signorini
