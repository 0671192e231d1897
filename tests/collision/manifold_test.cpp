// Which points of a flat contact area are kept, and the names of corners that touch.
#include "signorini/collision/manifold.h"

#include <algorithm>
#include <vector>

#include "collision/support.h"
#include "signorini/collision/contact_patch.h"

namespace signorini::collision_test {
namespace {

using collision::Manifold;
using collision::ManifoldPoint;

/// Twice the area of the triangle over three points of the plane z = 0.
double area_of(const Vector3& p, const Vector3& q, const Vector3& r) {
  return std::abs((q.x() - p.x()) * (r.y() - p.y()) - (q.y() - p.y()) * (r.x() - p.x()));
}

/// Whether a point lies outside of a triangle: then the areas over its three sides add up to more than its own.
bool lies_outside(const Vector3& point, const Vector3& p, const Vector3& q, const Vector3& r) {
  return area_of(point, q, r) + area_of(p, point, r) + area_of(p, q, point) > area_of(p, q, r) + 1e-6;
}

TEST(KeepLargestArea, KeepsTheDeepestThenTheFarthestThenTheLargestTriangle) {
  Random random(31);
  for (int trial = 0; trial < 300; ++trial) {
    Manifold all;
    const int count = 5 + trial % 5;
    for (int k = 0; k < count; ++k) {
      const auto [x, y] = random.in_square(1);
      all.push_back({Vector3(x, y, 0), Vector3::UnitZ(), random.uniform(0, 0.1), k});
    }
    const auto best = [&](auto&& score) {
      int found = 0;
      for (int k = 1; k < count; ++k)
        if (score(k) > score(found)) found = k;
      return found;
    };
    const int deepest = best([&](int k) { return -all[k].gap; });
    const int farthest = best([&](int k) { return (all[k].point - all[deepest].point).norm(); });
    const int widest = best([&](int k) { return area_of(all[deepest].point, all[farthest].point, all[k].point); });
    Manifold kept = all;
    collision::keep_largest_area(kept, 0, 1);
    const auto keeps = [&](int k) {
      return std::any_of(kept.begin(), kept.end(), [k](const ManifoldPoint& p) { return p.feature == k; });
    };
    ASSERT_LE(kept.size(), 4u);
    EXPECT_TRUE(keeps(deepest)) << "trial " << trial;
    EXPECT_TRUE(keeps(farthest)) << "trial " << trial;
    EXPECT_TRUE(keeps(widest)) << "trial " << trial;
    // A fourth is kept where one lies outside of the triangle.
    const bool more = std::any_of(all.begin(), all.end(), [&](const ManifoldPoint& p) {
      return lies_outside(p.point, all[deepest].point, all[farthest].point, all[widest].point);
    });
    EXPECT_EQ(kept.size(), more ? 4u : 3u) << "trial " << trial;
  }
}

// Points on both sides of the first two: the third is the farther one, whichever side it is on.
TEST(KeepLargestArea, LooksOnBothSidesForTheThird) {
  for (const double side : {1.0, -1.0}) {
    Manifold points;
    const auto add = [&](double x, double y, double gap) {
      points.push_back({Vector3(x, y, 0), Vector3::UnitZ(), gap, static_cast<int>(points.size())});
    };
    add(-1, 0, 0);
    add(1, 0, 0.01);
    add(0.2, 0.5 * side, 0.01);
    add(0, 0.1 * side, 0.01);
    add(0, -0.05 * side, 0.01);
    collision::keep_largest_area(points, 0, 1);
    std::vector<int> features;
    for (const ManifoldPoint& point : points) features.push_back(point.feature);
    EXPECT_EQ(features, (std::vector<int>{0, 1, 2, 4}));
  }
}

/// Points on a line need no more than its ends.
TEST(KeepLargestArea, KeepsTheEndsOfALine) {
  Manifold points;
  for (const double x : {0.3, -1.0, 0.1, 1.0, -0.4, 0.6})
    points.push_back({Vector3(x, 2 * x, 0), Vector3::UnitZ(), 0, static_cast<int>(points.size())});
  collision::keep_largest_area(points, 0, 1);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].feature, 1);
  EXPECT_EQ(points[1].feature, 3);
}

// A hull's corner that touches gives the contact its name: 2 × corner of the first body, + 1 of the second.
TEST(HullFeature, IsTheCornerThatTouches) {
  const std::vector<Vector3> corners{{0.5, 0, 0}, {-0.5, 0, 0}, {0, 0.5, 0}, {0, -0.5, 0}, {0, 0, 0.5}, {0, 0, -0.5}};
  const Geometry octahedron = hull(corners);
  const Geometry roof = hull({{-2, 0, 0}, {2, 0, 0}, {-2, 1, -2}, {-2, -1, -2}, {2, 1, -2}, {2, -1, -2}});
  for (int corner = 0; corner < 6; ++corner) {
    const Quaternion down = Quaternion::FromTwoVectors(corners[corner], -Vector3::UnitZ());
    // Tip over the middle of a sharp edge, and over another tip.
    const Pose over_roof{Vector3(0.1, 0, 0.51), down}, over_tip{Vector3(0, 0, 1.01), down};
    const auto second = contacts_of(roof, {}, octahedron, over_roof);
    ASSERT_EQ(second.size(), 1u) << corner;
    EXPECT_EQ(second[0].key.feature, collision::corner_feature(corner, false)) << corner;
    const auto first = contacts_of(octahedron, over_roof, roof, {});
    ASSERT_EQ(first.size(), 1u) << corner;
    EXPECT_EQ(first[0].key.feature, collision::corner_feature(corner, true)) << corner;
    const auto tips = contacts_of(octahedron, over_tip, octahedron, {});
    ASSERT_EQ(tips.size(), 1u) << corner;
    EXPECT_EQ(tips[0].key.feature, collision::corner_feature(corner, true)) << corner;
  }
}

// Faces of three, four and six corners that stand on a larger one give contacts the names of their corners.
TEST(HullFeature, IsTheCornerOfAFaceThatStandsOnAnother) {
  for (const int sides : {3, 4, 6}) {
    std::vector<Vector3> corners{{0, 0, 1}};
    for (int k = 0; k < sides; ++k) {
      const double angle = 0.2 + 6.28318530717958648 * k / sides;
      corners.emplace_back(0.3 * std::cos(angle), 0.3 * std::sin(angle), 0);
    }
    const Pose above{Vector3(0.1, 0.2, 1.01), Quaternion::Identity()};
    const auto contacts = contacts_of(Box{{1, 1, 1}}, {}, hull(corners), above);
    EXPECT_EQ(contacts.size(), std::min(4u, static_cast<unsigned>(sides)));
    for (const Contact& contact : contacts) {
      const auto nearest = std::min_element(corners.begin(), corners.end(), [&](const Vector3& p, const Vector3& q) {
        return (above.to_world(p) - contact.point).norm() < (above.to_world(q) - contact.point).norm();
      });
      EXPECT_EQ(contact.key.feature, collision::corner_feature(static_cast<int>(nearest - corners.begin()), false));
    }
  }
}

}  // namespace
}  // namespace signorini::collision_test
