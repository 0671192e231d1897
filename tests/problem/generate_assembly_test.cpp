// H against finite differences of the geometry, and the other fields against their formulas.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include "signorini/math/contact_frame.h"
#include "signorini/problem/generate/box_contacts.h"
#include "signorini/problem/generate/rigid_contacts.h"
#include "signorini/problem/generate/sphere_scene.h"

namespace signorini::generator {
namespace {

constexpr double small_move = 1e-6;
constexpr double tolerance = 1e-9;
const TimeStep time_step{.step = 0.01, .friction = 0.3, .recovery_speed = 0.1, .law = Law::coulomb};

RigidBody body_at(const Vector3& position) {
  return {.position = position,
          .velocity = Vector3(0.1, 0.2, 0.3),
          .angular_velocity = Vector3(1.0, 2.0, 3.0),
          .mass = 2.0,
          .inertia = Vector3(0.3, 0.4, 0.5)};
}

/// Where a body stands after its six degrees of freedom have moved.
struct Placement {
  Vector3 position;
  Matrix3 rotation;

  Placement(const RigidBody& body, const Eigen::Matrix<double, 6, 1>& move)
      : position(body.position + move.head<3>()),
        rotation(Eigen::AngleAxisd(move.tail<3>().norm(), move.tail<3>().stableNormalized()).toRotationMatrix()) {}
  Vector3 world(const Vector3& local) const { return position + rotation * local; }
};

/// Central difference of gap(placement of a, placement of b) along every degree of freedom.
template <typename Gap>
Vector gradient(const RigidBody& a, const RigidBody& b, Gap&& gap) {
  Vector result(12);
  for (int i = 0; i < 12; ++i) {
    const auto moved = [&](double by) {
      Eigen::Matrix<double, 12, 1> move = Eigen::Matrix<double, 12, 1>::Zero();
      move[i] = by;
      return gap(Placement(a, move.head<6>()), Placement(b, move.tail<6>()));
    };
    result[i] = (moved(small_move) - moved(-small_move)) / (2.0 * small_move);
  }
  return result;
}

TEST(RigidContacts, NormalOfTwoSpheresIsTheGradientOfTheirGap) {
  const double radius_a = 0.4, radius_b = 0.7;
  const std::vector<RigidBody> bodies{body_at({0.1, -0.2, 0.3}), body_at({0.8, 0.4, 0.9})};
  const Vector3 separation = bodies[1].position - bodies[0].position;
  const Vector3 normal = separation.normalized();
  const double gap = separation.norm() - radius_a - radius_b;
  const Vector3 point = bodies[0].position + (radius_a + 0.5 * gap) * normal;
  const RigidContact contact{.a = 0, .b = 1, .point = point, .normal = normal, .gap = gap};
  const ContactProblem problem = assemble(bodies, {&contact, 1}, time_step);
  const Vector expected = gradient(bodies[0], bodies[1], [&](const Placement& a, const Placement& b) {
    return (b.position - a.position).norm() - radius_a - radius_b;
  });
  EXPECT_LT((Vector(problem.H.col(0)) - expected).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_EQ(problem.H.col(0).nonZeros(), 6) << "spheres have no moment about their centre";
}

TEST(RigidContacts, NormalOfABoxCornerIsTheGradientOfItsHeightAboveTheFace) {
  const Box below{.center = {0.0, 0.0, 0.0}, .half = {0.5, 0.4, 0.3}};
  const Box above{.center = {0.2, 0.1, 0.62}, .half = {0.5, 0.6, 0.3}};
  const std::vector<RigidBody> bodies{box_body(below, 1.0), box_body(above, 2.0)};
  std::vector<RigidContact> contacts;
  append_face_contacts(contacts, 0, below, 1, above, 2);
  ASSERT_EQ(contacts.size(), 4u);
  const ContactProblem problem = assemble(bodies, contacts, time_step);
  for (int i = 0; i < 4; ++i) {
    const Vector3 point = contacts[i].point;
    const double corner_height = above.center.z() - above.half.z();
    const Vector3 corner = Vector3(point.x(), point.y(), corner_height) - above.center;
    const Vector expected = gradient(bodies[0], bodies[1], [&](const Placement& a, const Placement& b) {
      const Vector3 seen_from_a = a.rotation.transpose() * (b.world(corner) - a.position);
      return seen_from_a.z() - below.half.z();
    });
    EXPECT_LT((Vector(problem.H.col(3 * i)) - expected).cwiseAbs().maxCoeff(), tolerance) << "contact " << i;
    EXPECT_NEAR(problem.w[3 * i], 0.02 / time_step.step, 1e-12);
  }
}

TEST(RigidContacts, EveryRowIsTheVelocityOfTheContactPointsAlongItsDirection) {
  const std::vector<RigidBody> bodies{body_at({0.1, -0.2, 0.3}), body_at({0.8, 0.4, 0.9})};
  const RigidContact contact{
      .a = 0, .b = 1, .point = {0.5, 0.2, 0.4}, .normal = Vector3(1.0, -2.0, 0.5).normalized(), .gap = 0.0};
  const ContactProblem problem = assemble(bodies, {&contact, 1}, time_step);
  const Matrix3 frame = contact_frame(contact.normal);
  for (int row = 0; row < 3; ++row) {
    const Vector expected = gradient(bodies[0], bodies[1], [&](const Placement& a, const Placement& b) {
      const Vector3 point_of_a = a.world(contact.point - bodies[0].position);
      const Vector3 point_of_b = b.world(contact.point - bodies[1].position);
      return frame.col(row).dot(point_of_b - point_of_a);
    });
    EXPECT_LT((Vector(problem.H.col(row)) - expected).cwiseAbs().maxCoeff(), tolerance) << "row " << row;
  }
}

TEST(RigidContacts, FixedSurfacesTakeNoPart) {
  const std::vector<RigidBody> bodies{body_at({0.0, 0.0, 0.0}), body_at({0.0, 0.0, 0.5})};
  const RigidContact contact{.a = fixed, .b = 1, .point = {0.0, 0.1, 0.0}, .normal = Vector3::UnitZ(), .gap = 0.001};
  const ContactProblem problem = assemble(bodies, {&contact, 1}, time_step);
  Vector normal = Vector::Zero(12);
  normal[8] = 1.0;  // up
  normal[9] = 0.1;  // (point - centre) × up
  EXPECT_EQ(Vector(problem.H.col(0)), normal);
}

TEST(RigidContacts, FreeMomentumAddsTheWeightOfTheStep) {
  const RigidBody body = body_at(Vector3::Zero());
  const ContactProblem problem = assemble({&body, 1}, {}, time_step);
  Vector expected(6);
  expected << 0.2, 0.4, 0.6 - 0.01 * 2.0 * gravity, 0.3, 0.8, 1.5;
  EXPECT_LT((problem.f - expected).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(problem.rows(), 0);
}

TEST(RigidContacts, RecoverySpeedIsBoundedAndOpenGapsAreNot) {
  const RigidBody body = body_at(Vector3::Zero());
  const auto w_of = [&](double gap) {
    const RigidContact contact{.a = fixed, .b = 0, .point = {0.0, 0.0, -0.5}, .normal = Vector3::UnitZ(), .gap = gap};
    return assemble({&body, 1}, {&contact, 1}, time_step).w;
  };
  EXPECT_DOUBLE_EQ(w_of(0.05)[0], 5.0);
  EXPECT_DOUBLE_EQ(w_of(-0.0005)[0], -0.05);
  EXPECT_DOUBLE_EQ(w_of(-0.05)[0], -0.1);
  EXPECT_EQ(w_of(0.05)[1], 0.0);
  EXPECT_EQ(w_of(0.05)[2], 0.0);
}

TEST(RigidContacts, ABoxHasTheInertiaOfABox) {
  const RigidBody body = box_body({.center = Vector3::Zero(), .half = {1.0, 2.0, 3.0}}, 12.0);
  EXPECT_LT((body.inertia - Vector3(16.0 + 36.0, 4.0 + 36.0, 4.0 + 16.0)).cwiseAbs().maxCoeff(), 1e-12);
}

/// Every normal of a whole packing, walls included, against the change of the gap as its spheres move.
TEST(RigidContacts, NormalsOfAPackingAreGradientsOfItsGaps) {
  for (const Container container : {Container::box, Container::cylinder}) {
    Random random(5);
    const SphereScene scene = packing_scene({.spheres = 100, .container = container}, random);
    const auto contacts = find_contacts(scene, 0.001);
    const auto bodies = moving_bodies(scene, 1000.0, 0.0, 0.0, random);
    const ContactProblem problem = assemble(bodies, contacts, time_step);

    Vector move = Vector::Zero(problem.dof());
    SphereScene moved = scene;
    for (std::size_t i = 0; i < moved.spheres.size(); ++i) {
      const Vector3 step = 1e-9 * random.normal3();
      moved.spheres[i].center += step;
      move.segment<3>(6 * static_cast<Eigen::Index>(i)) = step;
    }
    const auto moved_contacts = find_contacts(moved, 0.001);
    ASSERT_EQ(contacts.size(), moved_contacts.size());
    const Vector change = problem.H.transpose() * move;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const double expected = moved_contacts[i].gap - contacts[i].gap;
      EXPECT_NEAR(change[3 * static_cast<Eigen::Index>(i)], expected, 1e-14);
    }
  }
}

}  // namespace
}  // namespace signorini::generator
