// Closed forms by hand, hulls against closed forms, compounds against the solids they make up, impossible inertias.
#include "signorini/model/mass_properties.h"

#include <cmath>
#include <memory>
#include <numbers>

#include <gtest/gtest.h>

#include "linalg/random.h"
#include "signorini/base/error.h"
#include "signorini/math/rotation.h"
#include "signorini/model/model.h"

namespace signorini {
namespace {

using test::difference;
using test::Random;

constexpr double pi = std::numbers::pi;

Geometry hull_of(const std::vector<Vector3>& points) { return std::make_shared<const ConvexHull>(convex_hull(points)); }

std::vector<Vector3> box_corners(const Vector3& half, const Pose& pose) {
  std::vector<Vector3> corners;
  for (const double x : {-1, 1})
    for (const double y : {-1, 1})
      for (const double z : {-1, 1}) corners.push_back(pose.to_world(half.cwiseProduct(Vector3(x, y, z))));
  return corners;
}

Pose random_pose(Random& random) { return {random.vector(3), exponential(3 * random.vector(3))}; }

/// Mass, centre and inertia by the midpoint rule on n³ cells of the cube of half width `size`; `inside` tells what is
/// solid.
template <class Inside>
MassProperties by_cells(double size, int n, double density, Inside inside) {
  const double width = 2 * size / n;
  MassProperties sum;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Vector3 x = width * Vector3(i + 0.5, j + 0.5, k + 0.5) - Vector3::Constant(size);
        if (!inside(x)) continue;
        const double mass = density * width * width * width;
        sum.mass += mass;
        sum.inertia += mass * (x.squaredNorm() * Matrix3::Identity() - x * x.transpose());
      }
  return sum;
}

void expect_near(const MassProperties& a, const MassProperties& b, double tolerance) {
  EXPECT_NEAR(a.mass, b.mass, tolerance * b.mass);
  EXPECT_LT((a.centre - b.centre).norm(), tolerance * (1 + b.centre.norm()));
  EXPECT_LT((a.inertia - b.inertia).norm(), tolerance * b.inertia.norm());
}

TEST(MassProperties, Sphere) {
  const MassProperties p = mass_properties(Sphere{0.5}, 6000);
  EXPECT_NEAR(p.mass, 1000 * pi, 1e-10);
  EXPECT_LT((p.inertia - 100 * pi * Matrix3::Identity()).norm(), 1e-10);
  EXPECT_EQ(p.centre, Vector3::Zero());
}

TEST(MassProperties, Box) {
  const MassProperties p = mass_properties(Box{{0.5, 1, 1.5}}, 2);
  EXPECT_NEAR(p.mass, 12, 1e-14);
  const Vector3 expected(1 + 2.25, 0.25 + 2.25, 0.25 + 1);
  EXPECT_LT((p.inertia - Matrix3((4 * expected).asDiagonal())).norm(), 1e-13);
}

TEST(MassProperties, RoundSolidsAgreeWithSumsOverCells) {
  const auto in_cylinder = [](const Vector3& x) { return std::hypot(x.x(), x.y()) < 0.4 && std::abs(x.z()) < 0.7; };
  expect_near(mass_properties(Cylinder{0.4, 0.7}, 3), by_cells(0.7, 140, 3, in_cylinder), 3e-3);
  const auto in_capsule = [](const Vector3& x) {
    return std::hypot(x.x(), x.y(), std::max(0.0, std::abs(x.z()) - 0.5)) < 0.4;
  };
  expect_near(mass_properties(Capsule{0.4, 0.5}, 3), by_cells(0.9, 180, 3, in_capsule), 3e-3);
}

TEST(MassProperties, HullOfABoxAnywhereIsThatBox) {
  Random random(1);
  const Vector3 half(0.3, 1.1, 0.7);
  for (int i = 0; i < 20; ++i) {
    const Pose pose = random_pose(random);
    const Shape box{Box{half}, pose};
    expect_near(mass_properties(hull_of(box_corners(half, pose)), 5), mass_properties({{box}}, 5), 1e-13);
  }
}

TEST(MassProperties, HullOfATetrahedron) {
  const MassProperties p = mass_properties(hull_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), 6);
  EXPECT_NEAR(p.mass, 1, 1e-15);
  EXPECT_LT((p.centre - Vector3::Constant(0.25)).norm(), 1e-15);
  // ∫x² = m/10 and ∫xy = m/20 about the corner, less the centre's part.
  const double moment = 0.1 - 1.0 / 16, product = 0.05 - 1.0 / 16;
  Matrix3 expected = Matrix3::Constant(-product);
  expected.diagonal().setConstant(2 * moment);
  EXPECT_LT((p.inertia - expected).norm(), 1e-15);
}

TEST(MassProperties, PartsMakeUpTheWhole) {
  Random random(2);
  const Pose pose = random_pose(random);
  const auto place = [&](const Vector3& centre) { return pose * Pose{centre, Quaternion::Identity()}; };
  const Shape parts[] = {{Box{{0.2, 1, 0.5}}, place({-0.3, 0, 0})}, {Box{{0.3, 1, 0.5}}, place({0.2, 0, 0})}};
  const Shape whole[] = {{Box{{0.5, 1, 0.5}}, place({0, 0, 0})}};
  expect_near(mass_properties(parts, 7), mass_properties(whole, 7), 1e-14);
}

TEST(MassProperties, CapsuleIsLessThanItsCylinderAndMoreThanItsCore) {
  const double core = mass_properties(Cylinder{0.1, 1}, 1).mass, around = mass_properties(Cylinder{0.1, 1.1}, 1).mass;
  const double capsule = mass_properties(Capsule{0.1, 1}, 1).mass;
  EXPECT_GT(capsule, core);
  EXPECT_LT(capsule, around);
}

std::string complaint(const Geometry& geometry, double density = 1) {
  try {
    mass_properties(geometry, density);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MassProperties, RefusesWhatHasNone) {
  EXPECT_EQ(complaint(Plane{}), "plane: a boundary has no volume and so no mass; give a solid shape, or fix the body");
  EXPECT_EQ(complaint(std::make_shared<const TriangleMesh>()).substr(0, 14), "triangle_mesh:");
  EXPECT_EQ(complaint(Sphere{-1}), "sphere: radius is -1, but must be a positive length");
  EXPECT_EQ(complaint(Sphere{1e200}), "sphere: radius is 1e+200, but must be a positive length of at most 1e100");
  EXPECT_EQ(complaint(Box{{1, 0, 1}}), "box: half[1] is 0, but must be a positive length");
  EXPECT_EQ(complaint(Capsule{1, NAN}), "capsule: half_length is nan, but must be a positive length");
  EXPECT_EQ(complaint(std::shared_ptr<const ConvexHull>()), "convex_hull: it is empty");
  EXPECT_EQ(complaint(Sphere{1}, 0), "density is 0, but must be positive (kg/m³)");
  ConvexHull inside_out = convex_hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  for (auto& face : inside_out.faces) std::swap(face[0], face[1]);
  EXPECT_NE(complaint(std::make_shared<const ConvexHull>(inside_out)).find("counter-clockwise"), std::string::npos);
  EXPECT_THROW(mass_properties(std::span<const Shape>(), 1), InputError);
}

/// Two boxes beside the frame of a body: afterwards the frame is in their middle, and nothing moved in the world.
TEST(SetMassFromShapes, MovesTheFrameIntoTheCentreOfMass) {
  Random random(4);
  Body body;
  body.shapes = {{Box{{0.1, 0.1, 0.1}}, {{1, 0, 0}, Quaternion::Identity()}},
                 {Box{{0.1, 0.1, 0.1}}, {{3, 0, 0}, Quaternion::Identity()}}};
  body.pose = random_pose(random);
  const Body before = body;
  set_mass_from_shapes(body, 1000);
  EXPECT_NEAR(body.mass, 16, 1e-12);
  EXPECT_NEAR(body.inertia(1, 1), 16 * (1 + 0.01 * 2 / 3), 1e-12);
  EXPECT_LT(body.shapes[0].pose.position.x() + 1, 1e-14);
  for (std::size_t k = 0; k < body.shapes.size(); ++k)
    EXPECT_LT((body.pose.to_world(body.shapes[k].pose.position) - before.pose.to_world(before.shapes[k].pose.position))
                  .norm(),
              1e-14);
  EXPECT_LT((body.pose.to_world(body.origin) - before.pose.position).norm(), 1e-14);
}

TEST(SetMassFromShapes, RefusesABodyWithoutSolids) {
  Body body;
  EXPECT_THROW(set_mass_from_shapes(body, 1000), InputError);
  body.shapes = {{Plane{}}};
  EXPECT_THROW(set_mass_from_shapes(body, 1000), InputError);
}

TEST(InertiaDefect, NoneInSolidsHoweverTheyAreTurned) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Shape shape{Box{random.vector(3).cwiseAbs() + Vector3::Constant(1e-3)}, random_pose(random)};
    EXPECT_EQ(inertia_defect(mass_properties({{shape}}, 1).inertia), "");
  }
}

TEST(InertiaDefect, SaysWhatIsWrong) {
  const auto diagonal = [](double x, double y, double z) { return Matrix3(Vector3(x, y, z).asDiagonal()); };
  EXPECT_EQ(inertia_defect(diagonal(0.333, 0.333, 0.667)), "");  // a thin disc, with three digits
  EXPECT_EQ(inertia_defect(diagonal(1, 1, 3)),
            "its largest principal moment, 3 kg m², exceeds the sum of the other two, 1 + 1");
  EXPECT_EQ(inertia_defect(diagonal(1, 0, 1)), "its smallest principal moment is 0 kg m², but must be > 0");
  EXPECT_EQ(inertia_defect(diagonal(1, -2, 1)), "its smallest principal moment is -2 kg m², but must be > 0");
  EXPECT_EQ(inertia_defect(diagonal(1, NAN, 1)), "it has an entry that is not a finite number");
  Matrix3 skewed = Matrix3::Identity();
  skewed(1, 0) = 0.1;
  EXPECT_EQ(inertia_defect(skewed), "it is not symmetric: entry (1,0) is 0.1 but (0,1) is 0");
}

}  // namespace
}  // namespace signorini
