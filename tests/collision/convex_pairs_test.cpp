// Boxes, hulls, capsules and cylinders against each other: distances against references that try everything, and the
// numbers of contacts.
#include "collision/reference.h"
#include "collision/support.h"

namespace signorini::collision_test {
namespace {

constexpr double quarter_turn = 1.57079632679489661923;

ConvexHull hull_of(const Geometry& geometry) {
  if (const auto* box = std::get_if<Box>(&geometry)) return box_hull(box->half);
  return *std::get<std::shared_ptr<const ConvexHull>>(geometry);
}

TEST(Polyhedra, HaveTheDistanceThatTryingEverythingGives) {
  Random random(11);
  int apart = 0, overlapping = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const auto make = [&]() -> Geometry {
      if (random.uniform() < 0.4) return Box{{random.uniform(0.1, 0.6), random.uniform(0.1, 0.6), 0.4}};
      return random_hull(random, 4 + static_cast<int>(random.uniform(0, 20)));
    };
    const Geometry a = make(), b = make();
    const Pose pose_a = random_pose(random, 0.3), pose_b = random_pose(random, 0.3);
    const double distance = brute_force_distance({hull_of(a), pose_a}, {hull_of(b), pose_b});
    const auto contacts = contacts_of(a, pose_a, b, pose_b, 0.5);
    expect_sound(contacts, 0.5, "trial " + std::to_string(trial));
    ASSERT_LE(contacts.size(), 4u);
    if (distance >= 0.5) {
      EXPECT_TRUE(contacts.empty());
    } else {
      EXPECT_NEAR(smallest_gap(contacts), distance, 1e-10) << "trial " << trial;
      ++(distance > 0 ? apart : overlapping);
    }
  }
  EXPECT_GT(apart, 500);
  EXPECT_GT(overlapping, 500);
}

TEST(Polyhedra, KeepTheirGapsNearContact) {
  Random random(12);
  int tried = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Geometry a = random_hull(random, 10), b = random_hull(random, 10);
    const Pose pose_a = random_pose(random, 0.1);
    Pose pose_b = random_pose(random, 0.1);
    const Vector3 direction = random.normal3().normalized();
    // Moves b away until the two are as far apart as wanted.
    const double wanted = (trial % 2 == 0 ? 1 : -1) * std::pow(10.0, -2 - trial % 9);
    double low = 0, high = 3;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      Pose moved = pose_b;
      moved.position += middle * direction;
      (brute_force_distance({hull_of(a), pose_a}, {hull_of(b), moved}) < wanted ? low : high) = middle;
    }
    pose_b.position += low * direction;
    const double distance = brute_force_distance({hull_of(a), pose_a}, {hull_of(b), pose_b});
    if (std::abs(distance - wanted) > 1e-12) continue;  // apart from the start
    ++tried;
    EXPECT_NEAR(smallest_gap(contacts_of(a, pose_a, b, pose_b)), distance, 1e-10) << "trial " << trial;
  }
  EXPECT_GT(tried, 400);
}

/// Support points of solids, written independently.
Vector3 support(const Geometry& geometry, const Pose& pose, const Vector3& direction) {
  const Vector3 d = pose.orientation.conjugate() * direction;
  const auto sign = [](double x) { return x > 0 ? 1.0 : -1.0; };
  Vector3 local = Vector3::Zero();
  if (const auto* box = std::get_if<Box>(&geometry))
    local = box->half.cwiseProduct(Vector3(sign(d.x()), sign(d.y()), sign(d.z())));
  if (const auto* h = std::get_if<std::shared_ptr<const ConvexHull>>(&geometry))
    local = *std::max_element((*h)->corners.begin(), (*h)->corners.end(),
                              [&](const Vector3& p, const Vector3& q) { return p.dot(d) < q.dot(d); });
  if (const auto* capsule = std::get_if<Capsule>(&geometry))
    local = Vector3(0, 0, sign(d.z()) * capsule->half_length) + capsule->radius * d.normalized();
  if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
    const double side = std::max(1e-300, d.head<2>().norm());
    local = {cylinder->radius * d.x() / side, cylinder->radius * d.y() / side, sign(d.z()) * cylinder->half_length};
  }
  return pose.to_world(local);
}

double separation(const Geometry& a, const Pose& pose_a, const Geometry& b, const Pose& pose_b, const Vector3& n) {
  return n.dot(support(b, pose_b, -n) - support(a, pose_a, n));
}

/// The signed distance is the largest separation over all directions; this finds a direction that comes near: the best
/// of a dense net, improved by pattern search.
double searched_separation(const Geometry& a, const Pose& pose_a, const Geometry& b, const Pose& pose_b) {
  constexpr int net = 2000;
  double best = -INFINITY;
  Vector3 direction;
  const auto try_direction = [&](const Vector3& n) {
    const double s = separation(a, pose_a, b, pose_b, n);
    if (s <= best) return false;
    best = s;
    direction = n;
    return true;
  };
  for (int k = 0; k < net; ++k) {
    const double z = 1 - (2 * k + 1.0) / net, angle = k * 2.39996322972865332;
    try_direction({std::sqrt(1 - z * z) * std::cos(angle), std::sqrt(1 - z * z) * std::sin(angle), z});
  }
  for (double step = 0.05; step > 1e-7;) {
    const Vector3 t1 = direction.unitOrthogonal(), t2 = direction.cross(t1);
    bool better = false;
    for (int k = 0; k < 16 && !better; ++k) {
      const double angle = quarter_turn * k / 4;
      better = try_direction((direction + step * (std::cos(angle) * t1 + std::sin(angle) * t2)).normalized());
    }
    if (!better) step *= 0.5;
  }
  return best;
}

// Any direction's separation is at most the distance: the gap must be the separation along the normal found, and no
// direction that the search tries may separate better.
TEST(RoundSolids, HaveTheLargestSeparationOfAllDirections) {
  Random random(13);
  const auto make = [&](int kind) -> Geometry {
    switch (kind) {
      case 0:
        return Box{{random.uniform(0.1, 0.5), random.uniform(0.1, 0.5), 0.3}};
      case 1:
        return Capsule{random.uniform(0.1, 0.3), random.uniform(0.1, 0.5)};
      case 2:
        return Cylinder{random.uniform(0.1, 0.4), random.uniform(0.1, 0.5)};
      default:
        return random_hull(random, 12);
    }
  };
  for (const auto& [kind_a, kind_b] : {std::pair(0, 1), {0, 2}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}}) {
    for (int trial = 0; trial < 200; ++trial) {
      const Geometry a = make(kind_a), b = make(kind_b);
      const Pose pose_a = random_pose(random, 0.3), pose_b = random_pose(random, 0.3);
      const double found = searched_separation(a, pose_a, b, pose_b);
      const auto contacts = contacts_of(a, pose_a, b, pose_b, 0.3);
      const std::string what =
          "kinds " + std::to_string(kind_a) + " " + std::to_string(kind_b) + " trial " + std::to_string(trial);
      expect_sound(contacts, 0.3, what);
      if (contacts.empty()) {
        EXPECT_GT(found, 0.3 - 1e-4) << what;
        continue;
      }
      const double gap = smallest_gap(contacts);
      EXPECT_NEAR(gap, separation(a, pose_a, b, pose_b, contacts[0].normal), 1e-10) << what;
      EXPECT_GT(gap, found - 1e-9) << what;
    }
  }
}

// Moved along the normal of their nearest points, two solids are as far apart as that says, or overlap by no more: no
// jump where they begin to touch.
TEST(RoundSolids, KeepTheirGapsNearContact) {
  Random random(14);
  const auto stone = [&](int kind) -> Geometry {
    switch (kind) {
      case 0:
        return Box{0.04 * random.uniform(0.6, 1) * Vector3(1, 0.75, 0.625)};
      case 1:
        return Cylinder{0.03 * random.uniform(0.6, 1), 0.035 * random.uniform(0.6, 1)};
      default:
        break;
    }
    std::vector<Vector3> points;
    for (int k = 0; k < 6; ++k) points.push_back(0.04 * random.normal3().normalized());
    return hull(points);
  };
  int tried = 0;
  for (const auto& [kind_a, kind_b] : {std::pair(0, 1), {1, 1}, {1, 2}})
    for (int trial = 0; trial < 600; ++trial) {
      const Geometry a = stone(kind_a), b = stone(kind_b);
      const Pose pose_a = random_pose(random, 0);
      Pose pose_b = random_pose(random, 0);
      pose_b.position = 0.1 * random.normal3().normalized();
      const auto apart = contacts_of(a, pose_a, b, pose_b, 1);
      const auto nearest = std::ranges::min_element(apart, {}, &Contact::gap);
      if (nearest == apart.end() || nearest->gap < 1e-3) continue;
      for (const double wanted : {1e-3, 1e-5, 1e-9, 0.0, -1e-9, -1e-7, -1e-5, -1e-4}) {
        Pose moved = pose_b;
        moved.position += (wanted - nearest->gap) * nearest->normal;
        const std::string what = "kinds " + std::to_string(kind_a) + " " + std::to_string(kind_b) + " trial " +
                                 std::to_string(trial) + " wanted " + std::to_string(1e9 * wanted) + " nm";
        const double gap = smallest_gap(contacts_of(a, pose_a, b, moved, 0.01));
        ++tried;
        if (wanted >= 0) {
          EXPECT_NEAR(gap, wanted, 1e-7) << what;
        } else {
          EXPECT_GT(gap, wanted - 1e-7) << what;
          EXPECT_LT(gap, 1e-7) << what;
        }
      }
    }
  EXPECT_GT(tried, 6000);
}

// Capsules whose axes are nearly on one line: ends that face each other.
TEST(Capsules, OnOneLineTouchInFewPointsHoweverTheyTilt) {
  const Capsule capsule{0.02, 0.03};
  const Pose along_x = turned({0, 0, 0}, {0, 1, 0}, quarter_turn);
  for (const Vector3& axis : {Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(0, 1, 1)})
    for (double tilt = 1e-17; tilt < 2e-2; tilt *= 1.5) {
      const Pose other{Vector3(0.19, 0, 0), turned({0, 0, 0}, axis, tilt).orientation * along_x.orientation};
      const auto contacts = contacts_of(capsule, along_x, capsule, other, 0.1);
      // The end of the tilted axis that is nearer moves off the line by half a length times the tilt.
      const Vector3 end = other.to_world({0, 0, -0.03});
      const double gap = (end - Vector3(0.03, 0, 0)).norm() - 0.04;
      ASSERT_GE(contacts.size(), 1u) << tilt;
      EXPECT_LE(contacts.size(), 2u) << tilt;
      EXPECT_NEAR(smallest_gap(contacts), gap, 1e-12) << tilt;
      EXPECT_NEAR(gap, 0.09, 1e-5);
      expect_sound(contacts, 0.1, std::to_string(tilt));
    }
}

TEST(Capsules, TouchInOnePointCrossedAndInTwoSideBySide) {
  const Capsule capsule{0.25, 1};
  const auto crossed = contacts_of(capsule, {}, capsule, turned({0.51, 0, 0}, {1, 0, 0}, quarter_turn));
  ASSERT_EQ(crossed.size(), 1u);
  EXPECT_NEAR(crossed[0].gap, 0.01, 1e-14);
  EXPECT_LT((crossed[0].normal - Vector3::UnitX()).norm(), 1e-12);
  const auto beside = contacts_of(capsule, {}, capsule, at(0.49, 0, 0.5));
  ASSERT_EQ(beside.size(), 2u);
  for (const Contact& contact : beside) EXPECT_NEAR(contact.gap, -0.01, 1e-14);
  EXPECT_NEAR(beside[0].point.z() + beside[1].point.z(), 0.5, 1e-12);
  const auto end_to_end = contacts_of(capsule, {}, capsule, at(0, 0, 2.51));
  ASSERT_EQ(end_to_end.size(), 1u);
  EXPECT_NEAR(end_to_end[0].gap, 0.01, 1e-14);
}

struct Manifold {
  std::string name;
  Geometry a, b;
  Pose pose_b;
  std::size_t count;
  double gap;
  Vector3 normal;
};
void PrintTo(const Manifold& one, std::ostream* out) { *out << one.name; }

const Box cube{{0.5, 0.5, 0.5}};
const Pose lying = turned({0, 0, 0.751}, {1, 0, 0}, quarter_turn);
const Manifold manifolds[] = {
    {"box_on_equal_box", cube, cube, at(0, 0, 1.001), 4, 0.001, {0, 0, 1}},
    {"box_in_equal_box", cube, cube, at(0, 0, 0.99), 4, -0.01, {0, 0, 1}},
    {"brick_over_half", Box{{1, 0.5, 0.25}}, Box{{1, 0.5, 0.25}}, at(1, 0, 0.5), 4, 0, {0, 0, 1}},
    {"small_on_large", Box{{3, 3, 0.5}}, cube, at(0.7, -0.2, 1), 4, 0, {0, 0, 1}},
    {"turned_on_box", cube, cube, turned({0, 0, 1.01}, {0, 0, 1}, 0.5 * quarter_turn), 4, 0.01, {0, 0, 1}},
    {"edge_on_box",
     cube,
     cube,
     turned({0, 0, 0.5 + 0.5 * std::sqrt(2.0)}, {1, 0, 0}, 0.5 * quarter_turn),
     2,
     0,
     {0, 0, 1}},
    {"edges_side_by_side", cube, cube, at(0, 1.003, 1.004), 2, 0.005, {0, 0.6, 0.8}},
    {"corners", cube, cube, at(1.002, 1.003, 1.006), 1, 0.007, {2. / 7, 3. / 7, 6. / 7}},
    {"upright_cylinder_on_box", Box{{3, 3, 0.5}}, Cylinder{0.25, 1}, at(0.3, 0.4, 1.501), 4, 0.001, {0, 0, 1}},
    {"lying_cylinder_on_box", Box{{3, 3, 0.5}}, Cylinder{0.25, 1}, lying, 2, 0.001, {0, 0, 1}},
    {"lying_capsule_on_box", Box{{3, 3, 0.5}}, Capsule{0.25, 1}, lying, 2, 0.001, {0, 0, 1}},
    {"lying_capsule_overhanging", cube, Capsule{0.25, 1}, lying, 2, 0.001, {0, 0, 1}},
    {"standing_capsule_on_box", Box{{3, 3, 0.5}}, Capsule{0.25, 1}, at(0, 0, 1.75), 1, 0, {0, 0, 1}},
    {"cylinder_on_cylinder", Cylinder{0.5, 1}, Cylinder{0.5, 1}, at(0, 0, 2.001), 4, 0.001, {0, 0, 1}},
    {"cylinder_in_cylinder", Cylinder{0.5, 1}, Cylinder{0.5, 1}, at(0, 0, 1.999), 4, -0.001, {0, 0, 1}},
    {"cylinders_side_by_side", Cylinder{0.5, 1}, Cylinder{0.5, 1}, at(0, 1.002, 0.4), 2, 0.002, {0, 1, 0}},
    {"cylinders_overlapping_sideways", Cylinder{0.5, 1}, Cylinder{0.5, 1}, at(0, 0.998, 0.4), 2, -0.002, {0, 1, 0}},
    {"crossed_cylinders",
     Cylinder{0.5, 1},
     Cylinder{0.5, 1},
     turned({0, 1.002, 0}, {0, 1, 0}, quarter_turn),
     1,
     0.002,
     {0, 1, 0}},
    {"capsule_beside_cylinder", Capsule{0.5, 1}, Cylinder{0.5, 1}, at(0, 1.002, 0.4), 2, 0.002, {0, 1, 0}},
    {"hull_on_hull",
     hull({{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}, {0, 0, -1}}),
     hull({{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}, {0, 0, 1}}),
     at(0, 0, 0.01),
     3,
     0.01,
     {0, 0, 1}},
};

class ManifoldOf : public testing::TestWithParam<Manifold> {};
INSTANTIATE_TEST_SUITE_P(All, ManifoldOf, testing::ValuesIn(manifolds), [](const auto& m) { return m.param.name; });

TEST_P(ManifoldOf, HasTheExpectedContacts) {
  const Manifold& m = GetParam();
  const auto contacts = contacts_of(m.a, {}, m.b, m.pose_b, 0.02);
  expect_sound(contacts, 0.02, m.name);
  ASSERT_EQ(contacts.size(), m.count);
  for (const Contact& contact : contacts) {
    EXPECT_NEAR(contact.gap, m.gap, 1e-12);
    EXPECT_LT((contact.normal - m.normal).norm(), 1e-7);
  }
}

TEST_P(ManifoldOf, IsTheSameSeenFromTheOtherBody) {
  const Manifold& m = GetParam();
  const auto one = contacts_of(m.a, {}, m.b, m.pose_b, 0.02), other = contacts_of(m.b, m.pose_b, m.a, {}, 0.02);
  ASSERT_EQ(one.size(), other.size());
  for (const Contact& contact : one) {
    const auto twin = std::min_element(other.begin(), other.end(), [&](const Contact& p, const Contact& q) {
      return (p.point - contact.point).norm() < (q.point - contact.point).norm();
    });
    // Round caps are alike wherever one begins to count their points.
    if (!m.name.starts_with("cylinder_")) {
      EXPECT_LT((twin->point - contact.point).norm(), 1e-7);
    }
    EXPECT_NEAR(twin->gap, contact.gap, 1e-12);
    EXPECT_LT((twin->normal + contact.normal).norm(), 1e-7);
  }
}

TEST_P(ManifoldOf, MovesAlongWithThePair) {
  const Manifold& m = GetParam();
  const auto one = contacts_of(m.a, {}, m.b, m.pose_b, 0.02);
  Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    const Pose frame = random_pose(random, 10);
    const auto moved = contacts_of(m.a, frame, m.b, frame * m.pose_b, 0.02);
    ASSERT_EQ(one.size(), moved.size());
    for (std::size_t k = 0; k < one.size(); ++k) {
      EXPECT_EQ(one[k].key, moved[k].key);
      EXPECT_LT((frame.to_world(one[k].point) - moved[k].point).norm(), 1e-6);
      EXPECT_NEAR(one[k].gap, moved[k].gap, 1e-12);
    }
  }
}

TEST_P(ManifoldOf, KeepsItsKeysAlongASmallMotion) {
  const Manifold& m = GetParam();
  const auto one = contacts_of(m.a, {}, m.b, m.pose_b, 0.02);
  Random random(6);
  for (int trial = 0; trial < 50; ++trial) {
    const Pose nudge = turned(1e-9 * random.normal3(), random.normal3(), 1e-9);
    const auto moved = contacts_of(m.a, {}, m.b, nudge * m.pose_b, 0.02);
    ASSERT_EQ(one.size(), moved.size());
    for (std::size_t k = 0; k < one.size(); ++k) EXPECT_EQ(one[k].key, moved[k].key) << "trial " << trial;
  }
}

TEST(ManifoldKeys, StayWhileABoxSlidesOverAnother) {
  const auto start = contacts_of(Box{{3, 3, 0.5}}, {}, cube, turned({0, 0, 1}, {0, 0, 1}, 0.3));
  for (int step = 1; step < 100; ++step) {
    const auto moved =
        contacts_of(Box{{3, 3, 0.5}}, {}, cube, turned({0.02 * step, 0, 1}, {0, 0, 1}, 0.3 + 0.01 * step));
    ASSERT_EQ(start.size(), moved.size());
    for (std::size_t k = 0; k < start.size(); ++k) EXPECT_EQ(start[k].key, moved[k].key) << "step " << step;
  }
}

TEST(Solids, HaveTheSameGapSeenFromTheOtherBody) {
  Random random(32);
  const Geometry solids[] = {Sphere{0.5}, Box{{0.4, 0.5, 0.3}}, Capsule{0.3, 0.4}, Cylinder{0.4, 0.4},
                             random_hull(random, 16)};
  for (const Geometry& a : solids) {
    for (const Geometry& b : solids) {
      for (int trial = 0; trial < 100; ++trial) {
        const Pose pose_a = random_pose(random, 0.5), pose_b = random_pose(random, 0.5);
        const auto one = contacts_of(a, pose_a, b, pose_b), other = contacts_of(b, pose_b, a, pose_a);
        ASSERT_EQ(one.empty(), other.empty());
        if (one.empty()) continue;
        const double gap = smallest_gap(one);
        EXPECT_NEAR(gap, smallest_gap(other), 1e-9) << a.index() << " " << b.index() << " trial " << trial;
      }
    }
  }
}

}  // namespace
}  // namespace signorini::collision_test
