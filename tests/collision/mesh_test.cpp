// Triangle meshes: floors in pieces feel like one floor, ridges and steps have the right normals.
#include "collision/support.h"

namespace signorini::collision_test {
namespace {

constexpr double quarter_turn = 1.57079632679489661923;

Geometry mesh(const std::vector<Vector3>& corners, const std::vector<std::array<int, 3>>& triangles) {
  return std::make_shared<const TriangleMesh>(TriangleMesh{corners, triangles});
}

/// Heights over a square net, spacing 1, from -half to half.
template <typename Height>
Geometry terrain(int half, Height&& height) {
  std::vector<Vector3> corners;
  std::vector<std::array<int, 3>> triangles;
  const int side = 2 * half + 1;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) corners.emplace_back(i - half, j - half, height(i - half, j - half));
  for (int j = 0; j + 1 < side; ++j)
    for (int i = 0; i + 1 < side; ++i) {
      const int p = j * side + i;
      triangles.push_back({p, p + 1, p + side + 1});
      triangles.push_back({p, p + side + 1, p + side});
    }
  return mesh(corners, triangles);
}
Geometry flat_floor() {
  return terrain(4, [](int, int) { return 0.0; });
}
/// Roof along y with its ridge at x = 0, height 0, slopes 45°.
Geometry roof() {
  return terrain(4, [](int x, int) { return -std::abs(x); });
}
Geometry valley() {
  return terrain(4, [](int x, int) { return std::abs(x); });
}
/// A closed cube, half edge 1.
Geometry cube_mesh() {
  std::vector<Vector3> corners;
  for (int k = 0; k < 8; ++k) corners.emplace_back(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
  return mesh(corners, {{1, 3, 7},
                        {1, 7, 5},
                        {0, 4, 6},
                        {0, 6, 2},
                        {2, 6, 7},
                        {2, 7, 3},
                        {0, 1, 5},
                        {0, 5, 4},
                        {4, 5, 7},
                        {4, 7, 6},
                        {0, 2, 3},
                        {0, 3, 1}});
}

struct Solid {
  std::string name;
  Geometry geometry;
  Pose pose;  ///< its lowest points touch z = 0
  std::size_t contacts;
};
void PrintTo(const Solid& one, std::ostream* out) { *out << one.name; }
const Solid solids[] = {
    {"sphere", Sphere{0.5}, at(0, 0, 0.5), 1},
    {"box", Box{{0.7, 0.6, 0.5}}, at(0, 0, 0.5), 4},
    {"tilted_box", Box{{0.7, 0.6, 0.5}}, turned({0, 0, std::hypot(0.6, 0.5)}, {1, 0, 0}, std::atan2(0.6, 0.5)), 2},
    {"capsule", Capsule{0.3, 0.8}, turned({0, 0, 0.3}, {1, 1, 0}, quarter_turn), 2},
    {"standing_capsule", Capsule{0.3, 0.8}, at(0, 0, 1.1), 1},
    {"cylinder", Cylinder{0.6, 0.5}, at(0, 0, 0.5), 4},
    {"lying_cylinder", Cylinder{0.3, 0.8}, turned({0, 0, 0.3}, {1, 1, 0}, quarter_turn), 2},
    {"hull", hull({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, 1}}), at(0, 0, 0), 3},
};
class OnMesh : public testing::TestWithParam<Solid> {};
INSTANTIATE_TEST_SUITE_P(All, OnMesh, testing::ValuesIn(solids), [](const auto& s) { return s.param.name; });

TEST_P(OnMesh, AFloorInPiecesIsLikeAPlane) {
  const Solid& s = GetParam();
  const Geometry floor = flat_floor();
  Random random(21);
  for (int trial = 0; trial < 300; ++trial) {
    const double gap = random.uniform(-0.02, 0.02);
    // Some exactly over corners and edges of the mesh.
    Vector3 shift = 0.5 * random.normal3();
    if (trial % 3 == 0) shift = Vector3(trial % 2, 0, 0);
    if (trial % 3 == 1) shift.x() = 0;
    const Pose spin = turned({shift.x(), shift.y(), gap}, {0, 0, 1}, random.uniform(0, 6));
    const Pose pose = spin * s.pose;
    const auto contacts = contacts_of(floor, {}, s.geometry, pose);
    const auto plane = contacts_of(Plane{}, {}, s.geometry, pose);
    expect_sound(contacts, 0.05, s.name);
    ASSERT_EQ(plane.size(), s.contacts);
    ASSERT_GE(contacts.size(), s.contacts) << "trial " << trial;
    ASSERT_LE(contacts.size(), 4u) << "trial " << trial;
    if (s.contacts == 1) {
      EXPECT_EQ(contacts.size(), 1u) << "trial " << trial;
    }
    for (const Contact& contact : contacts) {
      EXPECT_LT((contact.normal - Vector3::UnitZ()).norm(), 1e-9) << "trial " << trial;
      EXPECT_NEAR(contact.gap, gap, 1e-9) << "trial " << trial;
    }
    // What carries the body reaches as far out as on a plane.
    for (const Contact& corner : plane) {
      double nearest = INFINITY;
      for (const Contact& contact : contacts) nearest = std::min(nearest, (contact.point - corner.point).norm());
      if (s.contacts == 2 || s.name == "box") {
        EXPECT_LT(nearest, 1e-6) << "trial " << trial;
      }
    }
  }
}

TEST(Roof, HoldsWhatLiesOnItsRidgeFromBelow) {
  for (const double gap : {0.01, -0.001}) {
    for (const auto& [geometry, height, least] :
         {std::tuple<Geometry, double, std::size_t>(Box{{0.7, 0.6, 0.5}}, 0.5, 2),
          {Sphere{0.5}, 0.5, 1},
          {Cylinder{0.7, 0.5}, 0.5, 2}}) {
      const auto contacts = contacts_of(roof(), {}, geometry, at(0, 0.3, height + gap), 0.02);
      ASSERT_GE(contacts.size(), least) << geometry.index() << " gap " << gap;
      for (const Contact& contact : contacts) {
        EXPECT_LT((contact.normal - Vector3::UnitZ()).norm(), 1e-9) << geometry.index();
        EXPECT_NEAR(contact.gap, gap, 1e-9) << geometry.index();
        EXPECT_NEAR(contact.point.x(), 0, 1e-9) << geometry.index();
      }
    }
  }
}

/// A box across the ridge, a hundredth of its size deep in it, in metres and in micrometres: the edges that cross hold
/// it.
TEST(Roof, HoldsACrossingEdgeOfAnySize) {
  for (const double size : {1.0, 1e-6}) {
    const std::vector<Vector3> corners{{-size, -size, -size}, {-size, size, -size}, {0, -size, 0},
                                       {0, size, 0},          {size, -size, -size}, {size, size, -size}};
    const Geometry ridge = mesh(corners, {{0, 2, 3}, {0, 3, 1}, {2, 4, 5}, {2, 5, 3}});
    const Vector3 half = size * Vector3(0.7, 0.6, 0.5);
    const Pose on_edge = turned({0, 0.1 * size, 0.99 * half.tail<2>().norm()}, {1, 0, 0}, std::atan2(0.6, 0.5));
    const auto contacts = contacts_of(ridge, {}, Box{half}, on_edge, 0.05 * size);
    ASSERT_FALSE(contacts.empty()) << size;
    EXPECT_NEAR(smallest_gap(contacts), -0.01 * half.tail<2>().norm(), 1e-9 * size);
    for (const Contact& contact : contacts) EXPECT_LT((contact.normal - Vector3::UnitZ()).norm(), 1e-9) << size;
  }
}

/// Of a mesh with one peak, under a cap: inside the polygon that stands for it, and between that and the round rim.
TEST(Peak, HoldsACylinderUpToTheRimOfItsCap) {
  const Geometry peak =
      mesh({{0, 0, 0}, {1, 0, -1}, {-0.5, 0.8, -1}, {-0.5, -0.8, -1}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}});
  const double radius = 0.3, half_length = 0.5, depth = 1e-3;
  const Vector3 between_corners(std::cos(quarter_turn / 4), std::sin(quarter_turn / 4), 0);
  for (const double share : {0.5, 0.97}) {
    const Vector3 centre = share * radius * between_corners + (half_length - depth) * Vector3::UnitZ();
    const auto contacts =
        contacts_of(peak, {}, Cylinder{radius, half_length}, Pose{centre, Quaternion::Identity()}, 0.02);
    ASSERT_EQ(contacts.size(), 1u) << share;
    EXPECT_NEAR(contacts[0].gap, -depth, 1e-9) << share;
    EXPECT_LT((contacts[0].normal - Vector3::UnitZ()).norm(), 1e-9) << share;
    EXPECT_LT((contacts[0].point - Vector3(0, 0, -depth / 2)).norm(), 1e-9) << share;
  }
}

TEST(Valley, HoldsASphereFromBothSides) {
  const auto contacts = contacts_of(valley(), {}, Sphere{0.5}, at(0, 0.3, 0.5 * std::sqrt(2.0) + 0.001));
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_LT((contacts[0].normal + contacts[1].normal - Vector3(0, 0, std::sqrt(2.0))).norm(), 1e-9);
  for (const Contact& contact : contacts) EXPECT_NEAR(contact.gap, 0.001 / std::sqrt(2.0), 1e-12);
}

TEST(ClosedMesh, IsLikeTheBoxItSurrounds) {
  Random random(22);
  const Geometry closed = cube_mesh();
  const Geometry others[] = {Sphere{0.4}, Box{{0.4, 0.3, 0.2}}, Capsule{0.2, 0.4}, Cylinder{0.3, 0.3},
                             tetrahedron(0.3)};
  for (const Geometry& geometry : others) {
    int touching = 0;
    for (int trial = 0; trial < 600; ++trial) {
      const Pose pose = random_pose(random, 1);
      const auto solid = contacts_of(Box{{1, 1, 1}}, {}, geometry, pose);
      const double gap = smallest_gap(solid);
      // Deeper, triangles disagree about the way out.
      if (gap < -0.02) continue;
      const auto contacts = contacts_of(closed, {}, geometry, pose);
      expect_sound(contacts, 0.05, "closed mesh");
      if (solid.empty()) {
        EXPECT_TRUE(contacts.empty()) << geometry.index() << " trial " << trial;
      } else {
        ++touching;
        EXPECT_NEAR(smallest_gap(contacts), gap, 1e-8) << geometry.index() << " trial " << trial;
      }
    }
    EXPECT_GT(touching, 5) << geometry.index();
  }
}

TEST(ClosedMesh, PushesASphereOutThatHasSunkIn) {
  const auto contacts = contacts_of(cube_mesh(), {}, Sphere{0.4}, at(0.3, 0.1, 0.9));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, -0.5, 1e-12);
  EXPECT_LT((contacts[0].normal - Vector3::UnitZ()).norm(), 1e-12);
}

/// A channel along y with thin walls, open at the top, as one closed mesh.
Geometry channel_mesh() {
  const std::array<std::pair<double, double>, 8> section{
      {{-1, -0.5}, {1, -0.5}, {1, 0.5}, {0.95, 0.5}, {0.95, -0.45}, {-0.95, -0.45}, {-0.95, 0.5}, {-1, 0.5}}};
  std::vector<Vector3> corners;
  for (const double y : {-1.0, 1.0})
    for (const auto& [x, z] : section) corners.emplace_back(x, y, z);
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i < 8; ++i) {
    const int j = (i + 1) % 8;
    triangles.push_back({i, i + 8, j + 8});
    triangles.push_back({i, j + 8, j});
  }
  for (const auto& [i, j, k] : {std::array{0, 1, 4}, {0, 4, 5}, {1, 2, 3}, {1, 3, 4}, {0, 5, 6}, {0, 6, 7}}) {
    triangles.push_back({i, j, k});
    triangles.push_back({i + 8, k + 8, j + 8});
  }
  return mesh(corners, triangles);
}

/// The distance of a solid from the channel: from the nearest of the three boards that it consists of.
double distance_from_channel(const Geometry& solid, const Pose& pose, double margin) {
  double result = INFINITY;
  for (const auto& [half, centre] : {std::pair(Vector3(1, 1, 0.025), Vector3(0, 0, -0.475)),
                                     {Vector3(0.025, 1, 0.5), Vector3(-0.975, 0, 0)},
                                     {Vector3(0.025, 1, 0.5), Vector3(0.975, 0, 0)}})
    result =
        std::min(result, smallest_gap(contacts_of(Box{half}, {centre, Quaternion::Identity()}, solid, pose, margin)));
  return result;
}

// Long solids reach across the planes of walls that they do not touch, on both sides of thin ones.
TEST(ClosedMesh, WithThinWallsHoldsOnlyWhatTouchesIt) {
  Random random(23);
  const Geometry channel = channel_mesh();
  const Geometry others[] = {Box{{0.5, 0.05, 0.1}}, Capsule{0.05, 0.6}, Cylinder{0.1, 0.6},
                             hull({{0.6, 0, 0}, {-0.6, 0.1, 0.1}, {-0.5, -0.1, 0.1}, {-0.7, 0, -0.1}})};
  for (const Geometry& geometry : others) {
    int touching = 0;
    for (int trial = 0; trial < 600; ++trial) {
      const Pose pose = random_pose(random, 0.7);
      const double distance = distance_from_channel(geometry, pose, 0.05);
      if (distance < 0) continue;
      const auto contacts = contacts_of(channel, {}, geometry, pose);
      touching += distance < 0.05;
      ASSERT_EQ(contacts.empty(), std::isinf(distance)) << geometry.index() << " trial " << trial;
      if (contacts.empty()) continue;
      EXPECT_NEAR(smallest_gap(contacts), distance, 1e-9) << geometry.index() << " trial " << trial;
    }
    EXPECT_GT(touching, 20) << geometry.index();
  }
}

// The triangle's corner lies over the deepest part of the stake, which passes it by at some distance.
TEST(Triangle, DoesNotHoldASolidThatOnlyCrossesItsPlane) {
  const Geometry triangle = mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const Geometry stake =
      hull({{0.3, 0.3, -0.4}, {0.4, 0.3, -0.4}, {0.3, 0.4, -0.4}, {-1, -1, 1}, {-1.1, -1, 1}, {-1, -1.1, 1}});
  EXPECT_TRUE(contacts_of(triangle, {}, stake, {}).empty());
}

TEST(Triangle, DoesNotHoldWhatComesFromBehind) {
  const Geometry floor = flat_floor();
  for (const Geometry& geometry : {Geometry(Box{{0.3, 0.3, 0.3}}), Geometry(Cylinder{0.3, 0.3}), tetrahedron(0.3)}) {
    for (const double height : {0.25, 0.01}) {
      const auto above = contacts_of(floor, {}, geometry, at(0.2, 0.1, height));
      ASSERT_FALSE(above.empty());
      EXPECT_NEAR(smallest_gap(above), height - 0.3, 1e-9);
      EXPECT_TRUE(contacts_of(floor, {}, geometry, at(0.2, 0.1, -height)).empty());
    }
  }
}

}  // namespace
}  // namespace signorini::collision_test
