// The rows of every kind of joint: their gradients against differences of the violation along a motion, what they leave
// free, how the step that they ask for mends a joint; motors over many turns; limits.
#include "signorini/dynamics/constraint_rows.h"
#include "signorini/dynamics/motors.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <Eigen/QR>

#include "linalg/random.h"
#include "print_names.h"
#include "signorini/math/rotation.h"

namespace signorini {
namespace {

using test::Matrix;
using test::Random;

constexpr double pi = std::numbers::pi;
constexpr double step = 0.01;

Pose random_pose(Random& random, double angle = 3) {
  return {random.vector(3), exponential(angle * Vector3(random.vector(3)))};
}

/// Two moving bodies and a joint between them, or between the second and the world.
Model two_bodies(const Joint& joint) {
  Model model;
  model.bodies.resize(2);
  model.joints = {joint};
  return model;
}

Joint random_joint(JointKind kind, Random& random) {
  Joint joint;
  joint.kind = kind;
  joint.body_a = 0;
  joint.body_b = 1;
  joint.frame_a = random_pose(random);
  joint.frame_b = random_pose(random);
  joint.length = 0.8;
  return joint;
}

/// Poses at which the two frames differ by `between`.
std::vector<Pose> poses_with(const Joint& joint, const Pose& between, Random& random) {
  const Pose a = random_pose(random);
  return {a, a * joint.frame_a * between * joint.frame_b.inverse()};
}

std::vector<Pose> advanced(const std::vector<Pose>& poses, const Vector& v, double time) {
  std::vector<Pose> out = poses;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(6 * i);
    out[i].position += time * v.segment<3>(at);
    out[i].orientation = advance(poses[i].orientation, v.segment<3>(at + 3), time);
  }
  return out;
}

ConstraintRows rows_at(const Model& model, const std::vector<Pose>& poses, double time = 0) {
  MotorCourses courses = motor_courses(model, time, step);
  for (std::size_t k = 0; k < courses.start.size(); ++k)  // the mean over a step, for bodies that go with one velocity
    courses.start[k].speed = (courses.end[k].value - courses.start[k].value) / step;
  return constraint_rows(model, poses, courses.start);
}

/// One row of the result for each row of the constraints, twelve columns.
Matrix jacobian(const std::vector<ConstraintRow>& rows) {
  Matrix J = Matrix::Zero(static_cast<Eigen::Index>(rows.size()), 12);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    if (rows[i].body_a >= 0) J.row(at).segment<6>(6 * rows[i].body_a) = rows[i].on_a;
    if (rows[i].body_b >= 0) J.row(at).segment<6>(6 * rows[i].body_b) = rows[i].on_b;
  }
  return J;
}

Vector violations(const std::vector<ConstraintRow>& rows) {
  Vector out(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) out[static_cast<Eigen::Index>(i)] = rows[i].violation;
  return out;
}

/// The smallest velocities with u = 0 in the free rows.
Vector velocities_asked_for(const std::vector<ConstraintRow>& rows) {
  Vector right(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    right[static_cast<Eigen::Index>(i)] = -rows[i].violation / step - rows[i].rate;
  return jacobian(rows).completeOrthogonalDecomposition().solve(right);
}

class EveryJoint : public testing::TestWithParam<JointKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryJoint, testing::ValuesIn(joint_kinds().begin(), joint_kinds().end()),
                         [](const auto& test) { return std::string(to_string(test.param)); });

TEST_P(EveryJoint, HoldsAsManyRowsAsItSays) {
  Random random(1);
  const Joint joint = random_joint(GetParam(), random);
  const auto rows = rows_at(two_bodies(joint), poses_with(joint, random_pose(random, 0.3), random));
  EXPECT_EQ(static_cast<int>(rows.free.size()), free_rows(GetParam()));
  EXPECT_TRUE(rows.positive.empty());
  for (std::size_t i = 0; i < rows.free.size(); ++i) {
    EXPECT_EQ(rows.free[i].key, (ConstraintKey{0, static_cast<int>(i)}));
    EXPECT_EQ(rows.free[i].body_a, 0);
    EXPECT_EQ(rows.free[i].body_b, 1);
    EXPECT_EQ(rows.free[i].rate, 0);
  }
}

TEST_P(EveryJoint, GradientsAgreeWithDifferences) {
  Random random(2);
  const double small = 1e-5;
  for (const double away : {0.0, 1e-6, 0.1, 1.0})
    for (int sample = 0; sample < 50; ++sample) {
      const Joint joint = random_joint(GetParam(), random);
      const Model model = two_bodies(joint);
      Pose between{away * random.vector(3), exponential(away * Vector3(random.vector(3)))};
      if (GetParam() == JointKind::distance) between.position.x() += 0.8;
      const auto poses = poses_with(joint, between, random);
      const Vector v = random.vector(12);
      const Vector difference = (violations(rows_at(model, advanced(poses, v, small)).free) -
                                 violations(rows_at(model, advanced(poses, v, -small)).free)) /
                                (2 * small);
      EXPECT_LT((jacobian(rows_at(model, poses).free) * v - difference).cwiseAbs().maxCoeff(), 1e-8) << away;
    }
}

TEST_P(EveryJoint, RowsAreIndependentAndExertNoForceOrMomentInTotal) {
  Random random(3);
  for (int sample = 0; sample < 50; ++sample) {
    const Joint joint = random_joint(GetParam(), random);
    const auto poses = poses_with(joint, random_pose(random, 0.3), random);
    const auto rows = rows_at(two_bodies(joint), poses).free;
    EXPECT_GT(jacobian(rows).jacobiSvd().singularValues().minCoeff(), 0.05);
    for (const ConstraintRow& row : rows) {
      EXPECT_LT((row.on_a.head<3>() + row.on_b.head<3>()).norm(), 1e-15);
      const auto moment = [](const Pose& pose, const Eigen::Matrix<double, 6, 1>& on) -> Vector3 {
        return pose.position.cross(on.head<3>()) + pose.orientation * on.tail<3>();
      };
      EXPECT_LT((moment(poses[0], row.on_a) + moment(poses[1], row.on_b)).norm(), 1e-14);
    }
  }
}

TEST_P(EveryJoint, ABrokenJointIsMendedByTheStepsItAsksFor) {
  Random random(4);
  for (int sample = 0; sample < 20; ++sample) {
    const Joint joint = random_joint(GetParam(), random);
    const Model model = two_bodies(joint);
    auto poses = poses_with(joint, random_pose(random, 0.3), random);
    for (int i = 0; i < 8; ++i) poses = advanced(poses, velocities_asked_for(rows_at(model, poses).free), step);
    EXPECT_LT(violations(rows_at(model, poses).free).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST_P(EveryJoint, TheSignOfAQuaternionDoesNotMatter) {
  Random random(16);
  const Joint joint = random_joint(GetParam(), random);
  auto poses = poses_with(joint, random_pose(random, 0.3), random);
  const auto before = rows_at(two_bodies(joint), poses).free;
  poses[1].orientation.coeffs() *= -1;
  const auto after = rows_at(two_bodies(joint), poses).free;
  EXPECT_LT((violations(before) - violations(after)).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LT((jacobian(before) - jacobian(after)).cwiseAbs().maxCoeff(), 1e-15);
}

TEST_P(EveryJoint, TheWorldIsABodyThatStands) {
  Random random(5);
  Joint joint = random_joint(GetParam(), random);
  auto poses = poses_with(joint, random_pose(random, 0.3), random);
  poses[0] = Pose();
  const Model between_bodies = two_bodies(joint);
  joint.body_a = -1;
  const auto held = rows_at(two_bodies(joint), poses).free, free = rows_at(between_bodies, poses).free;
  ASSERT_EQ(held.size(), free.size());
  for (std::size_t i = 0; i < held.size(); ++i) {
    EXPECT_EQ(held[i].body_a, -1);
    EXPECT_EQ(held[i].violation, free[i].violation);
    EXPECT_EQ(held[i].on_b, free[i].on_b);
  }
}

struct Freedom {
  JointKind kind;
  Pose between;
};

/// Displacements of frame b that each kind leaves free.
std::vector<Freedom> freedoms() {
  const auto turn = [](double x, double y, double z) { return Pose{Vector3::Zero(), exponential({x, y, z})}; };
  const auto shift = [](double x, double y, double z) { return Pose{{x, y, z}, Quaternion::Identity()}; };
  return {
      {JointKind::weld, Pose()},
      {JointKind::spherical, turn(1, -2, 0.5)},
      {JointKind::revolute, turn(0, 0, 2)},
      {JointKind::prismatic, shift(0, 0, -3)},
      {JointKind::cylindrical, shift(0, 0, 1.5) * turn(0, 0, -1)},
      {JointKind::universal, turn(0.7, 0, 0) * turn(0, -0.4, 0)},
      {JointKind::planar, shift(2, -1, 0) * turn(0, 0, 2.5)},
      {JointKind::distance, turn(1, 1, 0) * shift(0.8, 0, 0) * turn(0.2, 1, 1)},
      {JointKind::point_on_line, shift(0, 0, 4) * turn(1, 2, 0)},
      {JointKind::point_on_plane, shift(-2, 4, 0) * turn(1, 2, 0)},
  };
}

TEST(ConstraintRows, LeaveFreeWhatTheJointLeavesFree) {
  Random random(6);
  const auto all = freedoms();
  EXPECT_EQ(all.size(), joint_kinds().size());
  for (const auto& [kind, between] : all) {
    const Joint joint = random_joint(kind, random);
    const auto rows = rows_at(two_bodies(joint), poses_with(joint, between, random)).free;
    EXPECT_LT(violations(rows).cwiseAbs().maxCoeff(), 1e-14) << to_string(kind);
  }
}

/// The coordinate of the joint moved by `by`.
Pose moved(JointKind kind, double by) {
  if (kind == JointKind::revolute) return {Vector3::Zero(), exponential({0, 0, by})};
  return {{0, 0, by}, Quaternion::Identity()};
}

class Coordinate : public testing::TestWithParam<JointKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Coordinate,
                         testing::Values(JointKind::revolute, JointKind::prismatic, JointKind::distance),
                         [](const auto& test) { return std::string(to_string(test.param)); });

TEST_P(Coordinate, IsMeasured) {
  Random random(7);
  const Joint joint = random_joint(GetParam(), random);
  for (const double at : {0.3, 1.0, 3.0})
    EXPECT_NEAR(joint_coordinate(joint, poses_with(joint, moved(GetParam(), at), random)), at, 1e-14);
}

TEST_P(Coordinate, GradientsOfMotorsAndLimitsAgreeWithDifferences) {
  Random random(8);
  const double small = 1e-5;
  for (int sample = 0; sample < 50; ++sample) {
    Joint joint = random_joint(GetParam(), random);
    joint.motor = Motor{.drives = Motor::Drives::position, .motion = ConstantMotion{0.5}};
    joint.lower = -1;
    joint.upper = 2;
    const Model model = two_bodies(joint);
    const auto poses = poses_with(joint, random_pose(random, 0.3), random);
    const Vector v = random.vector(12);
    const auto before = rows_at(model, advanced(poses, v, -small)), after = rows_at(model, advanced(poses, v, small)),
               now = rows_at(model, poses);
    const Vector free = (violations(after.free) - violations(before.free)) / (2 * small);
    const Vector positive = (violations(after.positive) - violations(before.positive)) / (2 * small);
    EXPECT_LT((jacobian(now.free) * v - free).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_LT((jacobian(now.positive) * v - positive).cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST_P(Coordinate, LimitsAreRowsWithTheDistanceLeft) {
  Random random(9);
  Joint joint = random_joint(GetParam(), random);
  joint.lower = 0.25;
  joint.upper = 2;
  const auto poses = poses_with(joint, moved(GetParam(), 0.5), random);
  const auto rows = rows_at(two_bodies(joint), poses);
  ASSERT_EQ(rows.positive.size(), 2u);
  EXPECT_EQ(rows.positive[0].key, (ConstraintKey{0, ConstraintKey::lower}));
  EXPECT_EQ(rows.positive[1].key, (ConstraintKey{0, ConstraintKey::upper}));
  EXPECT_NEAR(rows.positive[0].violation, 0.25, 1e-14);
  EXPECT_NEAR(rows.positive[1].violation, 1.5, 1e-14);
  EXPECT_EQ(rows.positive[0].on_b, -rows.positive[1].on_b);
  EXPECT_EQ(static_cast<int>(rows.free.size()), free_rows(joint));
  joint.upper.reset();
  EXPECT_EQ(rows_at(two_bodies(joint), poses).positive.size(), 1u);
}

/// How far the coordinate is from where the motor should have led it, at worst, over the given time.
double worst_error(Joint joint, const Motor& motor, double start, double duration) {
  Random random(10);
  joint.motor = motor;
  Model model = two_bodies(joint);
  auto poses = poses_with(joint, moved(joint.kind, start), random);
  for (int i = 0; i < 2; ++i) model.bodies[i].pose = poses[i];
  double worst = 0;
  const bool speed = motor.drives == Motor::Drives::speed;
  for (int i = 0; i * step < duration; ++i) {
    const double time = i * step;
    const auto rows = rows_at(model, poses, time).free;
    EXPECT_EQ(rows.back().key, (ConstraintKey{0, ConstraintKey::motor}));
    poses = advanced(poses, velocities_asked_for(rows), step);
    const double expected = speed ? start + integral(motor.motion, time + step) : value(motor.motion, time + step);
    double coordinate = joint_coordinate(joint, poses);
    if (joint.kind == JointKind::revolute) coordinate = nearest_equivalent(coordinate, expected);
    worst = std::max(worst, std::abs(coordinate - expected));
  }
  return worst;
}

TEST_P(Coordinate, PositionMotorsLeadWhereTheySay) {
  Random random(14);
  const Joint joint = random_joint(GetParam(), random);
  const SineMotion swing{1.5, 1, 0.5, 0};
  EXPECT_LT(worst_error(joint, {Motor::Drives::position, swing}, 1.5, 4), 1e-4);
}

TEST_P(Coordinate, SpeedMotorsDoNotDrift) {
  Random random(14);
  const Joint joint = random_joint(GetParam(), random);
  const TableMotion runs_up{{0, 1, 2}, {0, 0.5, 0.4}};
  EXPECT_LT(worst_error(joint, {Motor::Drives::speed, runs_up}, 0.3, 20), 1e-4);
}

TEST(Motor, TurnsARotorAnyNumberOfTimes) {
  Random random(15);
  Joint shaft = random_joint(JointKind::revolute, random);
  shaft.body_a = -1;
  shaft.frame_b.position.setZero();
  const Pose bearing = shaft.frame_a;
  for (const double speed : {5.0, -5.0, 100.0, 200.0}) {  // 200 rad/s: a turn in three steps
    Model model = two_bodies(shaft);
    std::vector<Pose> poses{Pose(), bearing * shaft.frame_b.inverse()};
    model.bodies[1].pose = poses[1];
    for (const auto drives : {Motor::Drives::speed, Motor::Drives::position}) {
      model.joints[0].motor = Motor{drives, ConstantMotion{speed}};
      if (drives == Motor::Drives::position) model.joints[0].motor->motion = RampMotion{0, speed};
      auto now = poses;
      for (int i = 0; i < 1000; ++i) {
        const Vector v = velocities_asked_for(rows_at(model, now, i * step).free);
        ASSERT_NEAR(v.tail<3>().norm(), std::abs(speed), 1e-9 * std::abs(speed)) << i;
        now = advanced(now, v, step);
      }
      EXPECT_NEAR(std::remainder(joint_coordinate(shaft, now) - 1000 * step * speed, 2 * pi), 0, 1e-10) << speed;
    }
  }
}

TEST(Motor, ReplacesTheLengthOfADistanceJoint) {
  Random random(11);
  Joint winch = random_joint(JointKind::distance, random);
  winch.motor = Motor{.drives = Motor::Drives::position, .motion = RampMotion{1, 0.5}};
  const auto rows = rows_at(two_bodies(winch), poses_with(winch, moved(JointKind::distance, 1.2), random), 0.4).free;
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_NEAR(rows[0].violation, 0, 1e-14);
  EXPECT_NEAR(rows[0].rate, -0.5, 1e-13);
}

TEST(Limits, OfAnAngleAreSeenFromTheirMiddle) {
  Random random(12);
  Joint hinge = random_joint(JointKind::revolute, random);
  const auto left = [&](double lower, double upper, double angle) {
    hinge.lower = lower;
    hinge.upper = upper;
    const auto rows = rows_at(two_bodies(hinge), poses_with(hinge, moved(JointKind::revolute, angle), random)).positive;
    return Vector(violations(rows));
  };
  EXPECT_LT((left(-3, 3, 3.1) - Vector{{6.1, -0.1}}).norm(), 1e-13);
  EXPECT_LT((left(-3, 3, -3.1) - Vector{{-0.1, 6.1}}).norm(), 1e-13);
  // Here the angle in (-π, π] has jumped to the other end.
  EXPECT_LT((left(0, 5, 4.5) - Vector{{4.5, 0.5}}).norm(), 1e-13);
  EXPECT_LT((left(0, 5, -0.25) - Vector{{-0.25, 5.25}}).norm(), 1e-13);
}

TEST(ConstraintRows, ComeInTheOrderOfTheJoints) {
  Random random(13);
  Model model = two_bodies(random_joint(JointKind::spherical, random));
  model.joints.push_back(random_joint(JointKind::point_on_line, random));
  const ConstraintRows rows = rows_at(model, {Pose(), Pose()});
  ASSERT_EQ(rows.free.size(), 5u);
  for (std::size_t i = 1; i < rows.free.size(); ++i) EXPECT_LT(rows.free[i - 1].key, rows.free[i].key);
}

TEST(DistanceJoint, WithBothEndsInOnePointStillHasADirection) {
  Joint joint;
  joint.kind = JointKind::distance;
  joint.body_a = 0;
  joint.body_b = 1;
  joint.length = 1;
  const auto rows = rows_at(two_bodies(joint), {Pose(), Pose()}).free;
  EXPECT_EQ(rows[0].violation, -1);
  EXPECT_NEAR(rows[0].on_b.norm(), 1, 1e-15);
}

TEST(Distance, OfOriginsInOnePointGrowsAlongTheFirstFramesZ) {
  Random random(9);
  Joint joint;
  joint.kind = JointKind::distance;
  joint.body_a = 0;
  joint.body_b = 1;
  joint.length = 0.8;
  std::vector<Pose> poses{random_pose(random), random_pose(random)};
  poses[1].position = poses[0].position;
  const ConstraintRow row = rows_at(two_bodies(joint), poses).free.at(0);
  EXPECT_LT((row.on_b.head<3>() - poses[0].rotation().col(2)).norm(), 1e-15);
  EXPECT_EQ(row.violation, -0.8);
}

}  // namespace
}  // namespace signorini
