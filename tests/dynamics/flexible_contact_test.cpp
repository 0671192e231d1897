// Contacts between flexible bodies.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "signorini/collision/surface_contacts.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/fem/elastic_body.h"
#include "signorini/fem/tet_generators.h"

namespace signorini {
namespace {

/// A block with its middle at `centre`.
FlexibleBody block_at(const Vector3& centre, const Vector3& size, std::array<int, 3> cells, int nodes_per_element) {
  FlexibleBody body;
  body.mesh = block_mesh(size, cells[0], cells[1], cells[2], nodes_per_element);
  for (Vector3& node : body.mesh.nodes) node += centre;
  body.elastic.young = 2e6;
  body.elastic.poisson = 0;
  body.elastic.density = 1;
  return body;
}

/// Down by so much within a second.
NodeHold pushed_down(const FlexibleBody& body, double by) {
  return {body.mesh.node_groups.at("z1"), -1, Motion{TableMotion{{0, 1}, {0, -by}}}};
}

/// Two blocks on each other, 2 m high, whose meshes do not match; the top is moved down by 0.1 m and stays there
/// (code_aster's SSNP121 in three dimensions): the pressure is 1e5 Pa everywhere and the interface sinks by 0.05 m.
Model patch_test(int lower_nodes, int upper_nodes, double start_gap = 0) {
  Model model;
  model.gravity.setZero();
  model.materials[0].friction = 0.3;
  FlexibleBody lower = block_at({0, 0, 0.5}, {1, 1, 1}, {3, 4, 2}, lower_nodes);
  FlexibleBody upper = block_at({0, 0, 1.5 + start_gap}, {1, 1, 1}, {4, 3, 3}, upper_nodes);
  lower.holds.push_back({lower.mesh.node_groups.at("z0")});
  upper.holds.push_back(pushed_down(upper, start_gap + 0.1));
  model.flexible_bodies = {lower, upper};
  return model;
}

/// Of the elements' stresses from σ_zz = `expected` alone, relative to it.
double worst_stress(const Model& model, const State& state, double expected) {
  double worst = 0;
  int first = 0;
  for (const FlexibleBody& body : model.flexible_bodies) {
    const ElasticBody elastic(body.mesh, body.elastic, body.mass);
    const Vector x =
        Eigen::Map<const Vector>(state.nodes[static_cast<std::size_t>(first)].data(), 3 * elastic.node_count());
    for (Matrix3 off : elastic.stresses(x)) {
      off(2, 2) -= expected;
      worst = std::max(worst, off.norm() / std::abs(expected));
    }
    first += elastic.node_count();
  }
  return worst;
}

Vector3 total_force(const StepRecord& record, double step) {
  Vector3 sum = Vector3::Zero();
  for (const Vector3& impulse : record.impulses) sum += impulse / step;
  return sum;
}

class ContactPatch : public ::testing::TestWithParam<std::pair<int, int>> {};

TEST_P(ContactPatch, AUniformPressurePassesThroughMeshesThatDoNotMatch) {
  const auto [lower_nodes, upper_nodes] = GetParam();
  const Model model = patch_test(lower_nodes, upper_nodes);
  Settings settings;
  settings.step = 0.5;
  settings.tolerance = 1e-12;
  Simulation simulation(model, settings);
  StepRecord record;
  for (int k = 0; k < 6; ++k) record = simulation.step();
  EXPECT_NEAR(total_force(record, settings.step).z(), 1e5, 1e-4);
  EXPECT_LT(worst_stress(model, simulation.state(), -1e5), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(NodesPerElement, ContactPatch,
                         ::testing::Values(std::pair(4, 4), std::pair(10, 10), std::pair(4, 10), std::pair(10, 4)),
                         [](const auto& given) {
                           return std::to_string(given.param.first) + "Below" + std::to_string(given.param.second);
                         });

/// Both blocks as one body of two parts.
Model as_one_body(const Model& model) {
  FlexibleBody whole = model.flexible_bodies[0];
  const FlexibleBody& upper = model.flexible_bodies[1];
  const int shift = static_cast<int>(whole.mesh.nodes.size());
  whole.mesh.nodes.insert(whole.mesh.nodes.end(), upper.mesh.nodes.begin(), upper.mesh.nodes.end());
  for (const int node : upper.mesh.elements) whole.mesh.elements.push_back(shift + node);
  whole.mesh.node_groups.clear();
  whole.mesh.face_groups.clear();
  NodeHold hold = upper.holds[0];
  for (int& node : hold.nodes) node += shift;
  whole.holds.push_back(hold);
  Model one = model;
  one.flexible_bodies = {whole};
  return one;
}

TEST(FlexibleContact, ABodyThatMayTouchesItself) {
  Model model = as_one_body(patch_test(4, 4, 0.8));
  Settings settings;
  settings.step = 0.1;
  settings.tolerance = 1e-12;
  for (const bool may : {true, false}) {
    model.flexible_bodies[0].touches_itself = may;
    Simulation simulation(model, settings);
    StepRecord record;
    for (int k = 0; k < 20; ++k) record = simulation.step();
    ASSERT_EQ(record.status, Status::solved);
    if (may)
      EXPECT_LT(worst_stress(model, simulation.state(), -1e5), 1e-6);
    else
      EXPECT_TRUE(record.contacts.empty());
  }
}

TEST(FlexibleContact, TwoBodiesThatMeetKeepTheirMomenta) {
  Model model;
  model.gravity.setZero();
  model.materials[0].friction = 0.4;
  FlexibleBody still = block_at({0, 0, 0}, {0.3, 0.3, 0.2}, {3, 3, 2}, 4);
  FlexibleBody comes = block_at({0.05, 0.02, 0.2001}, {0.2, 0.25, 0.2}, {3, 4, 3}, 4);
  comes.velocity = {0.5, 0, -1};
  for (FlexibleBody* body : {&still, &comes}) body->elastic.density = 1000;
  model.flexible_bodies = {still, comes};
  Settings settings;
  settings.step = 1e-3;
  Simulation simulation(model, settings);
  const auto momenta = [&] {
    std::array<Vector3, 2> sum{Vector3::Zero(), Vector3::Zero()};
    int first = 0;
    for (const FlexibleBody& body : model.flexible_bodies) {
      const ElasticBody elastic(body.mesh, body.elastic, body.mass);
      const Vector p = elastic.mass() * simulation.state().v.segment(3 * first, 3 * elastic.node_count());
      for (int k = 0; k < elastic.node_count(); ++k) {
        const Vector3 of_node = p.segment<3>(3 * k);
        sum[0] += of_node;
        sum[1] += simulation.state().nodes[static_cast<std::size_t>(first + k)].cross(of_node);
      }
      first += elastic.node_count();
    }
    return sum;
  };
  const auto before = momenta();
  double largest = 0;
  for (int k = 0; k < 20; ++k) {
    const StepRecord record = simulation.step();
    ASSERT_EQ(record.status, Status::solved) << record.message;
    largest = std::max(largest, total_force(record, settings.step).norm());
  }
  EXPECT_GT(largest, 100);
  const auto after = momenta();
  EXPECT_LT((after[0] - before[0]).norm(), 1e-9 * before[0].norm());
  // Pairs of forces act across the gap of the margin's order, not in one point.
  EXPECT_LT((after[1] - before[1]).norm(), 1e-3 * before[1].norm());
}

/// Contacts between the blocks `lower` and `upper`, nearer than a margin.
struct FoundContacts {
  std::vector<Contact> contacts;
  SurfacePoints points;

  FoundContacts(const FlexibleBody& lower, const FlexibleBody& upper, double margin) {
    Model model;
    model.flexible_bodies = {lower, upper};
    std::vector<Vector3> nodes = lower.mesh.nodes;
    nodes.insert(nodes.end(), upper.mesh.nodes.begin(), upper.mesh.nodes.end());
    SurfaceCollision(model).find({}, nodes, margin, contacts, points);
  }
};

TEST(FlexibleContact, ACornerAboveAFaceHasAContactOfItsOwn) {
  FlexibleBody slab = block_at({0, 0, -0.5}, {2, 2, 1}, {2, 2, 1}, 4);
  FlexibleBody cube = block_at({0, 0, 0}, {0.4, 0.4, 0.4}, {1, 1, 1}, 4);
  const Quaternion turn = Quaternion::FromTwoVectors(Vector3(-1, -1, -1).normalized(), -Vector3::UnitZ());
  const double gap = 1e-3;
  for (Vector3& node : cube.mesh.nodes) node = turn * node + Vector3(0.3, 0.2, 0.2 * std::sqrt(3) + gap);
  const auto& [contacts, points] = FoundContacts(slab, cube, 0.01);
  ASSERT_FALSE(contacts.empty());
  const Contact& nearest = *std::ranges::min_element(contacts, {}, &Contact::gap);
  EXPECT_NEAR(nearest.gap, gap, 1e-12);
  EXPECT_LT((nearest.normal - Vector3::UnitZ()).norm(), 1e-12);
  EXPECT_LT((nearest.point - Vector3(0.3, 0.2, gap / 2)).norm(), 1e-12);
  for (int point = 0; point < points.count(); ++point) {
    double sum = 0;
    for (const auto& [node, weight] : points[point]) sum += weight;
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

/// The gap is twice as wide as the faces, and the same everywhere: no node is nearer than the mean around it.
TEST(FlexibleContact, AnEvenGapWithinTheMarginHasMeansAlone) {
  const FlexibleBody lower = block_at({0, 0, -0.2}, {0.4, 0.4, 0.4}, {8, 8, 2}, 4);
  const FlexibleBody upper = block_at({0, 0, 0.35}, {0.3, 0.3, 0.4}, {7, 7, 2}, 4);
  const FoundContacts found(lower, upper, 0.2);
  ASSERT_FALSE(found.contacts.empty());
  for (const Contact& contact : found.contacts) {
    EXPECT_NEAR(contact.gap, 0.15, 1e-12);
    EXPECT_GT(found.points[contact.surface_a].size(), 1u);
    EXPECT_GT(found.points[contact.surface_b].size(), 1u);
  }
}

/// How many contacts of a ball, that sits in the middle of a face of 0.1 m a little in the surface, are on points of
/// faces.
int contacts_on_faces(double radius) {
  Model model;
  Body ball;
  ball.shapes = {{Sphere{radius}, {}, 0}};
  ball.pose.position = {0.03, -0.03, radius - 0.003};
  set_mass_from_shapes(ball, 1000);
  model.bodies = {ball};
  model.flexible_bodies = {block_at({0, 0, -0.5}, {1, 1, 1}, {10, 10, 1}, 4)};
  std::vector<Contact> contacts;
  SurfacePoints points;
  SurfaceCollision(model).find({ball.pose}, model.flexible_bodies[0].mesh.nodes, 0.01, contacts, points);
  return static_cast<int>(
      std::ranges::count_if(contacts, [&](const Contact& contact) { return points[contact.surface_b].size() > 1; }));
}

TEST(FlexibleContact, ABallThatIsLargeForTheFacesTouchesNodesAlone) {
  EXPECT_GT(contacts_on_faces(0.1), 0);
  EXPECT_EQ(contacts_on_faces(1), 0);
}

/// Over the inside of a face, with the world's origin somewhere else.
TEST(FlexibleContact, ABallTouchesAFaceBelowItsCentre) {
  Model model;
  const Vector3 foot(3.2, 2.1, 4);
  model.flexible_bodies = {block_at({3, 2, 3.5}, {1, 1, 1}, {1, 1, 1}, 4)};
  Body ball;
  ball.shapes = {{Sphere{0.1}, {}, 0}};
  model.bodies = {ball};
  const double gap = 1e-3;
  SurfaceCollision collision(model);
  std::vector<Contact> contacts;
  SurfacePoints points;
  const Pose pose{foot + (0.1 + gap) * Vector3::UnitZ(), Quaternion::Identity()};
  collision.find({pose}, model.flexible_bodies[0].mesh.nodes, 0.01, contacts, points);
  ASSERT_FALSE(contacts.empty());
  const Contact& nearest = *std::ranges::min_element(contacts, {}, &Contact::gap);
  EXPECT_NEAR(nearest.gap, gap, 1e-6);
  EXPECT_GT(std::abs(nearest.normal.z()), 1 - 1e-6);
  EXPECT_LT((nearest.point - foot).norm(), 2 * gap);
}

TEST(FlexibleContact, ANodeInTheFaceIsNotInTheSidesBesideIt) {
  // The upper block is smaller and a little in the lower one, whose nodes are then beside its sides, too.
  FlexibleBody lower = block_at({0, 0, -0.5}, {1, 1, 1}, {8, 8, 2}, 4);
  FlexibleBody upper = block_at({0, 0, 0.2 - 1e-6}, {0.51, 0.51, 0.4}, {2, 2, 2}, 4);
  const std::vector<Contact> contacts = FoundContacts(lower, upper, 0.01).contacts;
  ASSERT_FALSE(contacts.empty());
  for (const Contact& contact : contacts) {
    EXPECT_NEAR(contact.gap, -1e-6, 1e-12);
    EXPECT_NEAR(contact.normal.z(), 1, 1e-12);
  }
}

/// A ball hits the next, which reaches a third within the same step, while a block lies on the ground: what is found
/// later takes its place between the others.
TEST(FlexibleContact, IsRecordedInTheOrderOfBodiesWithRigidOnes) {
  Model model;
  model.gravity.setZero();
  Body ground;
  ground.fixed = true;
  ground.shapes = {{Plane{}, {}, 0}};
  model.bodies = {ground};
  for (const double x : {0.0, 0.21, 0.43}) {
    Body ball;
    ball.shapes = {{Sphere{0.1}, {}, 0}};
    ball.pose.position = {x, 0, 5};
    set_mass_from_shapes(ball, 1000);
    model.bodies.push_back(ball);
  }
  model.bodies[1].velocity = {10, 0, 0};
  model.flexible_bodies = {block_at({0, 0, 0.5}, {1, 1, 1}, {1, 1, 1}, 4)};
  Settings settings;
  settings.step = 0.01;
  settings.margin = 1e-3;
  Simulation simulation(model, settings);
  const StepRecord record = simulation.step();
  ASSERT_EQ(record.pairs.size(), 3u);  // block and ground, the first two balls, the last two
  EXPECT_TRUE(std::ranges::is_sorted(record.contacts, {}, &Contact::key));
}

}  // namespace
}  // namespace signorini
