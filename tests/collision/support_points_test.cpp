// The points of a cylinder that can touch a flat wall.
#include "signorini/collision/support_points.h"

#include "collision/support.h"

namespace signorini::collision_test {
namespace {

using collision::SupportPoint;

constexpr double radius = 0.3, half_length = 0.7;

/// Of an upright cylinder, those that face a direction.
std::vector<SupportPoint> points_of_cylinder(const Vector3& direction) {
  Model model;
  model.bodies = {body(Cylinder{radius, half_length})};
  const auto shapes = collision::describe_shapes(model);
  std::vector<SupportPoint> points;
  collision::support_points({.info = &shapes[0]}, direction.normalized(), points);
  return points;
}

TEST(SupportPoints, OfACapAreAllAroundIt) {
  for (const double end : {-1.0, 1.0}) {
    const auto points = points_of_cylinder({0, 0, end});
    ASSERT_EQ(points.size(), static_cast<std::size_t>(collision::cap_corners));
    Vector3 middle = Vector3::Zero();
    for (const SupportPoint& one : points) {
      middle += one.point / static_cast<double>(points.size());
      EXPECT_NEAR(one.point.head<2>().norm(), radius, 1e-12);
    }
    EXPECT_LT((middle - Vector3(0, 0, end * half_length)).norm(), 1e-12);
  }
}

/// Between two corners of the polygon that stands for the cap.
TEST(SupportPoints, OfATiltedCapAreTheLowestOfItsRimToo) {
  for (const double end : {-1.0, 1.0}) {
    const auto points = points_of_cylinder({0.01 * std::cos(0.3), 0.01 * std::sin(0.3), end});
    ASSERT_EQ(points.size(), static_cast<std::size_t>(collision::cap_corners + 1));
    const Vector3 lowest(radius * std::cos(0.3), radius * std::sin(0.3), end * half_length);
    EXPECT_LT((points.back().point - lowest).norm(), 1e-12);
    EXPECT_EQ(points.back().id, collision::rim_point_id + (end < 0 ? 0 : 1));
  }
}

TEST(SupportPoints, OfALyingCylinderAreOneOfEachRim) {
  const auto points = points_of_cylinder({0, -1, 0.1});
  ASSERT_EQ(points.size(), 2u);
  for (int end = 0; end < 2; ++end) {
    EXPECT_EQ(points[end].id, collision::rim_point_id + end);
    EXPECT_LT((points[end].point - Vector3(0, -radius, end == 0 ? -half_length : half_length)).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace signorini::collision_test
