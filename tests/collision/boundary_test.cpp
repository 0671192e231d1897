// Planes and containers against every solid.
#include "collision/support.h"

namespace signorini::collision_test {
namespace {

constexpr double margin = 0.05;

std::vector<int> features(const std::vector<Contact>& contacts) {
  std::vector<int> result;
  for (const Contact& contact : contacts) result.push_back(contact.key.feature);
  return result;
}

TEST(Plane, TouchesASphereInOnePoint) {
  const auto contacts = contacts_of(Plane{}, at(0, 0, 1), Sphere{0.5}, at(3, 4, 1.51));
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, 0.01, 1e-15);
  EXPECT_LT((contacts[0].normal - Vector3::UnitZ()).norm(), 1e-15);
  EXPECT_LT((contacts[0].point - Vector3(3, 4, 1.005)).norm(), 1e-15);
}

TEST(Plane, TouchesAFlatBoxInItsFourCornersWhateverTheNoise) {
  const auto flat = contacts_of(Plane{}, {}, Box{{1, 2, 0.5}}, at(0, 0, 0.501));
  ASSERT_EQ(flat.size(), 4u);
  for (const Contact& contact : flat) {
    EXPECT_NEAR(contact.gap, 0.001, 1e-15);
    EXPECT_NEAR(std::abs(contact.point.x()), 1, 1e-15);
    EXPECT_NEAR(std::abs(contact.point.y()), 2, 1e-15);
  }
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Pose pose = turned(Vector3(0, 0, 0.501) + 1e-9 * random.normal3(), random.normal3(), 1e-9);
    EXPECT_EQ(features(contacts_of(Plane{}, {}, Box{{1, 2, 0.5}}, pose)), features(flat));
  }
}

TEST(Plane, TouchesATurnedBoxInItsLowestCorner) {
  const Pose pose = turned({0, 0, 1.7}, {1, 1, 0}, std::atan(std::sqrt(2.0)));
  const auto contacts = contacts_of(Plane{}, {}, Box{{1, 1, 1}}, pose);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, 1.7 - std::sqrt(3.0), 1e-14);
}

TEST(Plane, TouchesAnUprightCylinderInFourPointsWhateverTheNoise) {
  const auto upright = contacts_of(Plane{}, {}, Cylinder{0.5, 1}, at(0, 0, 1.001));
  ASSERT_EQ(upright.size(), 4u);
  Vector3 sum = Vector3::Zero();
  for (const Contact& contact : upright) {
    EXPECT_NEAR(contact.gap, 0.001, 1e-15);
    sum += contact.point;
  }
  EXPECT_NEAR(sum.head<2>().norm(), 0, 1e-14);
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Pose pose = turned(Vector3(0, 0, 1.001) + 1e-9 * random.normal3(), random.normal3(), 1e-9);
    EXPECT_EQ(features(contacts_of(Plane{}, {}, Cylinder{0.5, 1}, pose)), features(upright));
  }
}

TEST(Plane, TouchesATiltedCylinderInItsLowestPoint) {
  for (const double tilt : {1e-6, 1e-3, 0.1, 0.7, 1.5}) {
    const double depth = 0.5 * std::sin(tilt) + std::cos(tilt);
    const Pose pose = turned({0, 0, depth + 0.01}, {1, 2, 0}, tilt);
    EXPECT_NEAR(smallest_gap(contacts_of(Plane{}, {}, Cylinder{0.5, 1}, pose)), 0.01, 1e-13) << tilt;
  }
}

TEST(Plane, TouchesALyingCylinderAndCapsuleInTwoPoints) {
  const Pose pose = turned({0, 0, 0.49}, {0, 1, 0}, 1.57079632679489661923);
  for (const Geometry& geometry : {Geometry(Cylinder{0.5, 1}), Geometry(Capsule{0.5, 1})}) {
    const auto contacts = contacts_of(Plane{}, {}, geometry, pose);
    ASSERT_EQ(contacts.size(), 2u);
    for (const Contact& contact : contacts) {
      EXPECT_NEAR(contact.gap, -0.01, 1e-15);
      EXPECT_NEAR(std::abs(contact.point.x()), 1, 1e-15);
    }
  }
}

TEST(Plane, TouchesAHullInItsFace) {
  const auto contacts = contacts_of(Plane{}, {}, hull({{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}, {0, 0, 1}}), at(0, 0, 0.01));
  EXPECT_EQ(contacts.size(), 3u);
  EXPECT_NEAR(smallest_gap(contacts), 0.01, 1e-15);
}

TEST(BoxInside, TouchesASphereInItsCornerOnceAWall) {
  const auto contacts = contacts_of(BoxInside{{2, 3, 4}, true}, {}, Sphere{0.5}, at(1.51, -2.52, -3.49));
  ASSERT_EQ(contacts.size(), 3u);
  const std::vector<std::pair<double, Vector3>> expected{{-0.01, {-1, 0, 0}}, {-0.02, {0, 1, 0}}, {0.01, {0, 0, 1}}};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(contacts[k].gap, expected[k].first, 1e-14);
    EXPECT_LT((contacts[k].normal - expected[k].second).norm(), 1e-14);
  }
}

TEST(BoxInside, IsOpenOrClosedAtTheTop) {
  EXPECT_TRUE(contacts_of(BoxInside{{2, 3, 4}, true}, {}, Sphere{0.5}, at(0, 0, 3.5)).empty());
  const auto closed = contacts_of(BoxInside{{2, 3, 4}, false}, {}, Sphere{0.5}, at(0, 0, 3.52));
  ASSERT_EQ(closed.size(), 1u);
  EXPECT_NEAR(closed[0].gap, -0.02, 1e-14);
  EXPECT_LT((closed[0].normal + Vector3::UnitZ()).norm(), 1e-14);
}

TEST(BoxInside, HasARimAndASurfaceAroundIt) {
  const auto rim = contacts_of(BoxInside{{2, 3, 4}, true}, {}, Sphere{0.5}, at(1.7, 0, 4.4));
  ASSERT_EQ(rim.size(), 1u);
  EXPECT_NEAR(rim[0].gap, 0, 1e-14);
  EXPECT_LT((rim[0].normal - Vector3(-0.6, 0, 0.8)).norm(), 1e-14);
  const auto outside = contacts_of(BoxInside{{2, 3, 4}, true}, {}, Sphere{0.5}, at(5, 6, 4.49));
  ASSERT_EQ(outside.size(), 1u);
  EXPECT_NEAR(outside[0].gap, -0.01, 1e-14);
  EXPECT_LT((outside[0].normal - Vector3::UnitZ()).norm(), 1e-14);
  EXPECT_TRUE(contacts_of(BoxInside{{2, 3, 4}, true}, {}, Sphere{0.5}, at(1, 0, 4.4)).empty());
}

TEST(BoxInside, TouchesABoxInItsCornerWithFourPointsAWall) {
  const auto contacts = contacts_of(BoxInside{{2, 3, 4}, true}, {}, Box{{0.5, 0.5, 0.5}}, at(1.51, 0, -3.5));
  EXPECT_EQ(contacts.size(), 8u);
  expect_sound(contacts, margin, "box in a corner");
  EXPECT_NEAR(smallest_gap(contacts), -0.01, 1e-14);
}

TEST(CylinderInside, TouchesSpheresAtWallAndFloor) {
  const auto contacts = contacts_of(CylinderInside{2, 3, true}, {}, Sphere{0.5}, at(0.906, 1.208, -2.5));
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_NEAR(contacts[0].gap, -0.01, 1e-14);
  EXPECT_LT((contacts[0].normal - Vector3(-0.6, -0.8, 0)).norm(), 1e-14);
  EXPECT_NEAR(contacts[1].gap, 0, 1e-14);
}

TEST(CylinderInside, HoldsASphereThatFillsItFromFourSides) {
  const auto contacts = contacts_of(CylinderInside{0.51, 3, true}, {}, Sphere{0.5}, at(0, 0, 0));
  ASSERT_EQ(contacts.size(), 4u);
  Vector3 sum = Vector3::Zero();
  for (const Contact& contact : contacts) {
    EXPECT_NEAR(contact.gap, 0.01, 1e-14);
    sum += contact.normal;
  }
  EXPECT_NEAR(sum.norm(), 0, 1e-14);
}

TEST(CylinderInside, TouchesTheCornersOfABox) {
  // Two upright edges, four corners, touch the wall.
  const auto contacts = contacts_of(CylinderInside{2, 3, true}, {}, Box{{0.5, 1.2, 0.5}}, at(1.1, 0, 0));
  ASSERT_EQ(contacts.size(), 4u);
  for (const Contact& contact : contacts) {
    EXPECT_NEAR(contact.gap, 0, 1e-14);
    EXPECT_LT((contact.normal - Vector3(-0.8, contact.point.y() > 0 ? -0.6 : 0.6, 0)).norm(), 1e-14);
  }
}

TEST(CylinderInside, TouchesAnUprightCylinderInTwoPoints) {
  const auto contacts = contacts_of(CylinderInside{2, 3, true}, {}, Cylinder{0.5, 1}, at(0, 1.49, 0));
  ASSERT_EQ(contacts.size(), 2u);
  for (const Contact& contact : contacts) {
    EXPECT_NEAR(contact.gap, 0.01, 1e-13);
    EXPECT_LT((contact.normal + Vector3::UnitY()).norm(), 1e-6);
    EXPECT_NEAR(std::abs(contact.point.z()), 1, 1e-13);
  }
}

TEST(ConeInside, TouchesASphereAlongTheSlope) {
  // Slope 3:4: the wall's normal into the hollow is (-0.8, 0, 0.6).
  const ConeInside cone{1, 4, 2, false};
  const Vector3 on_wall(2.5, 0, 0), centre = on_wall + 0.52 * Vector3(-0.8, 0, 0.6);
  const auto contacts = contacts_of(cone, {}, Sphere{0.5}, {centre, Quaternion::Identity()});
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, 0.02, 1e-14);
  EXPECT_LT((contacts[0].normal - Vector3(-0.8, 0, 0.6)).norm(), 1e-14);
  EXPECT_LT((contacts[0].point - (on_wall + 0.01 * Vector3(-0.8, 0, 0.6))).norm(), 1e-14);
}

TEST(ConeInside, IsOpenAtTheBottomUnlessItHasAFloor) {
  EXPECT_TRUE(contacts_of(ConeInside{1, 4, 2, false}, {}, Sphere{0.5}, at(0, 0, -2)).empty());
  EXPECT_EQ(contacts_of(ConeInside{1, 4, 2, true}, {}, Sphere{0.5}, at(0, 0, -1.5)).size(), 1u);
  // Too large for the orifice.
  const auto stuck = contacts_of(ConeInside{1, 4, 2, false}, {}, Sphere{1.3}, at(0.1, 0, -1));
  ASSERT_EQ(stuck.size(), 1u);
  EXPECT_NEAR(stuck[0].gap, 0.02, 1e-14);
  expect_sound(stuck, margin, "stuck sphere");
}

struct Walls {
  std::string name;
  Geometry geometry;
};
void PrintTo(const Walls& one, std::ostream* out) { *out << one.name; }
const Walls containers[] = {{"plane", Plane{}},
                            {"box", BoxInside{{2, 3, 4}, false}},
                            {"cylinder", CylinderInside{2, 3, false}},
                            {"cone", ConeInside{1, 4, 3, true}}};
class Container : public testing::TestWithParam<Walls> {};
INSTANTIATE_TEST_SUITE_P(All, Container, testing::ValuesIn(containers), [](const auto& c) { return c.param.name; });

/// Distance of a point from the material, from inside; an independent formula.
double depth_of_hollow(const Geometry& geometry, const Vector3& p) {
  if (const auto* box = std::get_if<BoxInside>(&geometry)) return (box->half - p.cwiseAbs()).minCoeff();
  if (const auto* cylinder = std::get_if<CylinderInside>(&geometry))
    return std::min(cylinder->radius - p.head<2>().norm(), cylinder->half_length - std::abs(p.z()));
  if (const auto* cone = std::get_if<ConeInside>(&geometry)) {
    const Eigen::Vector2d along(cone->top - cone->bottom, 2 * cone->half_length);
    const Eigen::Vector2d from(p.head<2>().norm() - cone->bottom, p.z() + cone->half_length);
    return std::min((along.x() * from.y() - along.y() * from.x()) / along.norm(), p.z() + cone->half_length);
  }
  return p.z();
}

/// The smallest depth over points spread densely on a solid's surface.
double sampled_gap(const Geometry& walls, const Geometry& solid, const Pose& pose) {
  double gap = INFINITY;
  const auto try_point = [&](const Vector3& local, double radius) {
    gap = std::min(gap, depth_of_hollow(walls, pose.to_world(local)) - radius);
  };
  if (const auto* box = std::get_if<Box>(&solid))
    for (int k = 0; k < 8; ++k)
      try_point(box->half.cwiseProduct(Vector3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)), 0);
  if (const auto* h = std::get_if<std::shared_ptr<const ConvexHull>>(&solid))
    for (const Vector3& corner : (*h)->corners) try_point(corner, 0);
  if (const auto* capsule = std::get_if<Capsule>(&solid))
    for (const double z : {-1.0, 1.0}) try_point({0, 0, z * capsule->half_length}, capsule->radius);
  if (const auto* sphere = std::get_if<Sphere>(&solid)) try_point(Vector3::Zero(), sphere->radius);
  if (const auto* cylinder = std::get_if<Cylinder>(&solid))
    for (const double z : {-1.0, 1.0})
      for (int k = 0; k < 20000; ++k) {
        const double angle = 2 * 3.14159265358979323846 * k / 20000;
        try_point({cylinder->radius * std::cos(angle), cylinder->radius * std::sin(angle), z * cylinder->half_length},
                  0);
      }
  return gap;
}

TEST_P(Container, SmallestGapIsThatOfTheSolidsOutermostPoint) {
  Random random(7);
  const Geometry solids[] = {Sphere{0.5}, Box{{0.4, 0.3, 0.2}}, Capsule{0.2, 0.4}, Cylinder{0.3, 0.3},
                             random_hull(random, 12)};
  for (const Geometry& solid : solids) {
    int touching = 0;
    for (int trial = 0; trial < 400; ++trial) {
      const Pose pose = random_pose(random, 1);
      const double gap = sampled_gap(GetParam().geometry, solid, pose);
      if (gap < -0.3) continue;  // deep in the wall corners may count as beyond it
      const auto contacts = contacts_of(GetParam().geometry, {}, solid, pose, 0.2);
      expect_sound(contacts, 0.2, GetParam().name);
      if (gap >= 0.2) {
        EXPECT_TRUE(contacts.empty());
      } else {
        ++touching;
        EXPECT_NEAR(smallest_gap(contacts), gap, std::holds_alternative<Cylinder>(solid) ? 1e-7 : 1e-12)
            << "solid " << solid.index() << " trial " << trial;
      }
    }
    EXPECT_GT(touching, 20);
  }
}

}  // namespace
}  // namespace signorini::collision_test
