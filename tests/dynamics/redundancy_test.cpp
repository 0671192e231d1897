// Which mechanisms move only because their geometry is special.
#include "signorini/dynamics/redundancy.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace signorini {
namespace {

Body unit_rod(const Vector3& from, const Vector3& to) {
  Body body;
  body.name = "rod";
  body.mass = 1;
  body.inertia = 0.1 * Matrix3::Identity();
  body.pose.position = 0.5 * (from + to);
  return body;
}

/// Rods from point to point, with a hinge in each point; the ground closes the loop.
Model loop_of_rods(const std::vector<Vector3>& points, const std::vector<Vector3>& axes) {
  Model model;
  const int rods = static_cast<int>(points.size()) - 1;
  for (int k = 0; k < rods; ++k) model.bodies.push_back(unit_rod(points[k], points[k + 1]));
  for (int k = 0; k <= rods; ++k) {
    const Pose frame{points[k], Quaternion::FromTwoVectors(Vector3::UnitZ(), axes[k])};
    Joint hinge;
    hinge.name = "hinge";
    hinge.kind = JointKind::revolute;
    hinge.body_a = k - 1;
    hinge.body_b = k < rods ? k : -1;
    hinge.frame_a = k > 0 ? model.bodies[k - 1].pose.inverse() * frame : frame;
    hinge.frame_b = k < rods ? model.bodies[k].pose.inverse() * frame : frame;
    model.joints.push_back(hinge);
  }
  return model;
}

Model six_hinges_of_bricard() {
  const Vector3 x = Vector3::UnitX(), y = Vector3::UnitY(), z = Vector3::UnitZ();
  return loop_of_rods({{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}}, {y, z, x, y, z, x});
}

bool any_redundant(const Model& model) {
  const std::vector<bool> found = redundant_joints(model, velocity_places(model));
  EXPECT_EQ(found.size(), model.joints.size());
  return std::any_of(found.begin(), found.end(), [](bool is) { return is; });
}

TEST(RedundantJoints, AreThoseOfBricardsMechanism) {
  const Model model = six_hinges_of_bricard();
  EXPECT_EQ(redundant_joints(model, velocity_places(model)), std::vector<bool>(6, true));
}

TEST(RedundantJoints, AreNotThoseOfAPlaneFourBar) {
  const Vector3 z = Vector3::UnitZ();
  EXPECT_FALSE(any_redundant(loop_of_rods({{0, 0, 0}, {0, 1, 0}, {1, 1.5, 0}, {1, 0, 0}}, {z, z, z, z})));
}

TEST(RedundantJoints, AreNotThoseWithAMotor) {
  Model model = six_hinges_of_bricard();
  model.joints[2].motor = Motor{};
  EXPECT_FALSE(any_redundant(model));
}

TEST(RedundantJoints, GiveWayByAShareOfTheMasses) {
  const Model model = six_hinges_of_bricard();
  ConstraintRows rows;
  rows.free.resize(1);
  rows.free[0].key = {0, 0};
  ContactProblem problem;
  problem.cones.free = 1;
  problem.H.resize(2, 1);
  problem.H.insert(0, 0) = 3;
  SparseMatrix mass(2, 2);
  mass.insert(0, 0) = 2;
  mass.insert(1, 1) = 1;
  let_give_way(std::vector<bool>(6, false), rows, mass, problem);
  EXPECT_EQ(problem.E.size(), 0);
  let_give_way(std::vector<bool>(6, true), rows, mass, problem);
  EXPECT_DOUBLE_EQ(problem.E[0], 1e-7 * 9 / 2);
}

}  // namespace
}  // namespace signorini
