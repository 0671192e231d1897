// Names of shapes, joints and rules; what each kind of joint holds; how materials combine.
#include <gtest/gtest.h>

#include "signorini/base/error.h"
#include "signorini/model/model.h"

namespace signorini {
namespace {

TEST(Shape, NamesAndSolids) {
  const std::pair<Geometry, const char*> solids[] = {
      {Sphere{1}, "sphere"},
      {Box{{1, 1, 1}}, "box"},
      {Capsule{1, 1}, "capsule"},
      {Cylinder{1, 1}, "cylinder"},
      {std::make_shared<const ConvexHull>(), "convex_hull"},
  };
  const std::pair<Geometry, const char*> boundaries[] = {
      {Plane{}, "plane"},
      {std::make_shared<const TriangleMesh>(), "triangle_mesh"},
      {BoxInside{{1, 1, 1}}, "box_inside"},
      {CylinderInside{1, 1}, "cylinder_inside"},
      {ConeInside{1, 2, 1}, "cone_inside"},
  };
  for (const auto& [geometry, name] : solids) {
    EXPECT_EQ(name_of(geometry), name);
    EXPECT_TRUE(is_solid(geometry)) << name;
  }
  for (const auto& [geometry, name] : boundaries) {
    EXPECT_EQ(name_of(geometry), name);
    EXPECT_FALSE(is_solid(geometry)) << name;
  }
}

TEST(Shape, DefectsAreNamed) {
  EXPECT_EQ(geometry_defect(Plane{}), "");
  EXPECT_EQ(geometry_defect(ConeInside{0, 1, 1}), "");
  EXPECT_EQ(geometry_defect(ConeInside{1, 0, 1}), "");
  EXPECT_EQ(geometry_defect(ConeInside{0, 0, 1}), "top is 0, but must be a positive length");
  EXPECT_EQ(geometry_defect(CylinderInside{1, -2}), "half_length is -2, but must be a positive length");
  const auto mesh = [](std::array<int, 3> triangle) {
    return Geometry(std::make_shared<const TriangleMesh>(TriangleMesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {triangle}}));
  };
  EXPECT_EQ(geometry_defect(mesh({0, 1, 2})), "");
  EXPECT_EQ(geometry_defect(mesh({0, 1, 3})), "triangles[0] names corner 3, but there are 3 corners");
  EXPECT_EQ(geometry_defect(mesh({0, -1, 2})), "triangles[0] names corner -1, but there are 3 corners");
  EXPECT_EQ(geometry_defect(mesh({0, 1, 0})), "triangles[0] names corner 0 twice");
  EXPECT_EQ(geometry_defect(std::make_shared<const TriangleMesh>()), "it has no triangles");
  const ConvexHull flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1}}};
  EXPECT_EQ(geometry_defect(std::make_shared<const ConvexHull>(flat)),
            "faces[0] has 2 corners, but a polygon has at least 3");
}

TEST(Joint, NamesThereAndBack) {
  EXPECT_EQ(joint_kinds().size(), 10u);
  for (const JointKind kind : joint_kinds()) EXPECT_EQ(joint_kind_from_string(std::string(to_string(kind))), kind);
  EXPECT_EQ(to_string(JointKind::point_on_plane), "point_on_plane");
  try {
    joint_kind_from_string("revolut");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 58), "unknown joint kind 'revolut': did you mean 'revolute'? (kn");
  }
}

TEST(Joint, FreeRows) {
  EXPECT_EQ(free_rows(JointKind::weld), 6);
  EXPECT_EQ(free_rows(JointKind::universal), 4);
  Joint hinge{.name = "", .kind = JointKind::revolute};
  EXPECT_EQ(free_rows(hinge), 5);
  hinge.motor = Motor{};
  hinge.lower = 0;
  EXPECT_EQ(free_rows(hinge), 6);
  Joint rod{.name = "", .kind = JointKind::distance};
  EXPECT_EQ(free_rows(rod), 1);
  rod.upper = 1;  // a rope
  EXPECT_EQ(free_rows(rod), 0);
  rod.motor = Motor{};  // a winch
  EXPECT_EQ(free_rows(rod), 1);
}

TEST(Combine, Rules) {
  EXPECT_EQ(combine(Combine::minimum, 0.2, 0.8), 0.2);
  EXPECT_EQ(combine(Combine::maximum, 0.2, 0.8), 0.8);
  EXPECT_EQ(combine(Combine::average, 0.2, 0.8), 0.5);
  EXPECT_EQ(combine(Combine::product, 0.5, 0.8), 0.4);
  EXPECT_NEAR(combine(Combine::geometric_mean, 0.2, 0.8), 0.4, 1e-15);
  EXPECT_EQ(combine(Combine::geometric_mean, 0.3, 0.3), 0.3);  // bit for bit: equal materials keep their coefficient
  EXPECT_EQ(combine(Combine::geometric_mean, 0, 5), 0);
}

TEST(Combine, NamesThereAndBack) {
  for (const Combine rule :
       {Combine::minimum, Combine::maximum, Combine::average, Combine::product, Combine::geometric_mean})
    EXPECT_EQ(combine_from_string(std::string(to_string(rule))), rule);
  EXPECT_THROW(combine_from_string("mean square"), InputError);
}

}  // namespace
}  // namespace signorini
