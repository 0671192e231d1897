// What turning and hollows mean for a body's surface.
#include "signorini/model/model.h"

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

namespace signorini {
namespace {

Body body_with(const Geometry& geometry, const Vector3& at = Vector3::Zero()) {
  Body body;
  body.shapes = {{geometry, {at, Quaternion::Identity()}, 0}};
  return body;
}

TEST(TurningRadius, IsTheFurthestPointButForASphereAboutTheCentre) {
  EXPECT_EQ(turning_radius(body_with(Sphere{0.3})), 0);
  EXPECT_DOUBLE_EQ(turning_radius(body_with(Sphere{0.3}, {0, 0.4, 0})), 0.7);
  EXPECT_DOUBLE_EQ(turning_radius(body_with(Box{{0.1, 0.2, 0.2}})), 0.3);
  EXPECT_DOUBLE_EQ(turning_radius(body_with(Capsule{0.1, 0.5})), 0.6);
  EXPECT_DOUBLE_EQ(turning_radius(body_with(Cylinder{0.3, 0.4})), 0.5);
  const auto tetrahedron =
      std::make_shared<const ConvexHull>(convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}}));
  EXPECT_DOUBLE_EQ(turning_radius(body_with(tetrahedron)), 2);
  EXPECT_DOUBLE_EQ(turning_radius(body_with(tetrahedron, {0, 0, 1})), 3);
  EXPECT_EQ(turning_radius(body_with(Plane{})), 0);
  Body two = body_with(Box{{0.1, 0.2, 0.2}});
  two.shapes.push_back({Sphere{0.1}, {{0, 0, 1}, Quaternion::Identity()}, 0});
  EXPECT_DOUBLE_EQ(turning_radius(two), 1.1);
}

TEST(HasHollow, TellsConcaveBoundaries) {
  Model model;
  model.bodies = {body_with(Plane{}), body_with(BoxInside{{1, 1, 1}}), body_with(Sphere{0.3})};
  EXPECT_FALSE(has_hollow(model));
  model.bodies.push_back(body_with(CylinderInside{1, 1}));
  EXPECT_TRUE(has_hollow(model));
}

}  // namespace
}  // namespace signorini
