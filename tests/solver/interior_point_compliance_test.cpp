// Contacts and joints on springs: u = Hᵀv + w + E r with E = 1/(h²k), k the stiffness and h the time step.

#include <gtest/gtest.h>

#include "interior_point_run.h"
#include "print_names.h"
#include "problems.h"
#include "signorini/problem/delassus.h"

namespace signorini::test {
namespace {

constexpr double tolerance = 1e-10;
constexpr double gravity = 9.81;  ///< m/s²
constexpr double h = 0.01;        ///< time step, s
constexpr double mass = 2;        ///< kg
constexpr double mu = 0.3;
constexpr double stiffnesses[] = {1e2, 1e4, 1e6, 1e10};  ///< N/m

double compliance(double stiffness) { return 1 / (h * h * stiffness); }

/// A mass that moves at `velocity`, on a floor whose surface yields in all directions; gap in m, negative when pressed
/// in.
ContactProblem mass_on_spring(const Eigen::Vector3d& velocity, double gap, double stiffness, Law law) {
  const Eigen::Vector3d weight(0, 0, -mass * gravity);
  ContactProblem p = point_mass(mass, mass * velocity + h * weight, mu, gap / h, law);
  p.E = Vector::Constant(3, compliance(stiffness));
  return p;
}

class Compliance : public testing::TestWithParam<Law> {};

TEST_P(Compliance, MassAtRestPressesTheSpringByItsWeightOverStiffness) {
  for (const double k : stiffnesses) {
    SCOPED_TRACE(k);
    const ContactProblem p = mass_on_spring({0, 0, 0}, -mass * gravity / k, k, GetParam());
    const Solution s = solved_by_interior_point(p, tolerance).solution;
    EXPECT_NEAR(s.r[0], h * mass * gravity, 1e-8 * h * mass * gravity);
    EXPECT_NEAR(s.v.norm(), 0, 1e-8 * h * gravity);
  }
}

TEST_P(Compliance, FirstTouchSharesTheImpulseBetweenMassAndSpring) {
  // u_N = 0: (r - m g h)/m + E r = 0, so r = h m g/(1 + m E).
  for (const double k : stiffnesses) {
    SCOPED_TRACE(k);
    const double expected = h * mass * gravity / (1 + mass * compliance(k));
    const ContactProblem p = mass_on_spring({0, 0, 0}, 0, k, GetParam());
    EXPECT_NEAR(solved_by_interior_point(p, tolerance).solution.r[0], expected, 1e-8 * expected);
    EXPECT_NEAR(solved_by_interior_point(to_local(p), tolerance).solution.r[0], expected, 1e-8 * expected);
  }
}

TEST_P(Compliance, DroppedMassSettlesAtWeightOverStiffness) {
  // Implicit steps damp the oscillation; each looks at the gap that the last left behind.
  constexpr int steps = 500;
  constexpr double k = 2e3;
  double gap = 0.001;
  Eigen::Vector3d v = Eigen::Vector3d::Zero();
  for (int step = 0; step < steps; ++step) {
    v = solved_by_interior_point(mass_on_spring(v, gap, k, GetParam()), tolerance).solution.v;
    gap += h * v.z();
  }
  EXPECT_NEAR(gap, -mass * gravity / k, 1e-6 * mass * gravity / k);
}

TEST_P(Compliance, SpringsAlikeInAllDirectionsScaleTheRigidImpulse) {
  // With W = 1/m and E alike in all directions r = P_K(-q)/(1/m + E), sticking or sliding.
  for (const Eigen::Vector3d& velocity : {Eigen::Vector3d(0.02, 0.01, -0.3), Eigen::Vector3d(0.6, -0.3, -0.2)}) {
    ContactProblem rigid = mass_on_spring(velocity, 0, 1, GetParam());
    rigid.E.resize(0);
    const Vector r = solved_by_interior_point(rigid, tolerance).solution.r;
    for (const double k : stiffnesses) {
      SCOPED_TRACE(testing::Message() << "stiffness " << k << ", velocity " << velocity.transpose());
      const Vector expected = r / (1 + mass * compliance(k));
      const Solution s = solved_by_interior_point(mass_on_spring(velocity, 0, k, GetParam()), tolerance).solution;
      EXPECT_LE((s.r - expected).norm(), 1e-7 * expected.norm());
    }
  }
}

TEST_P(Compliance, EqualSpringsShareTheLoad) {
  // n springs side by side are one n times as stiff, and the shares are unique.
  constexpr int springs = 4;
  constexpr double k = 5e3;
  const ContactProblem one = mass_on_spring({0.5, 0, -0.2}, 0, springs * k, GetParam());
  ContactProblem many = one;
  many.H = Eigen::MatrixXd(Eigen::MatrixXd(one.H).replicate(1, springs)).sparseView();
  many.w = one.w.replicate(springs, 1);
  many.E = Vector::Constant(3 * springs, compliance(k));
  many.cones.mu = Vector::Constant(springs, mu);
  const Solution alone = solved_by_interior_point(one, tolerance).solution;
  const Solution shared = solved_by_interior_point(many, tolerance).solution;
  for (int i = 0; i < springs; ++i)
    EXPECT_LE((springs * shared.r.segment<3>(3 * i) - alone.r).norm(), 1e-7 * alone.r.norm()) << "spring " << i;
}

TEST_P(Compliance, SpringJointPullsByItsStretch) {
  // A free row with compliance: v + w + E r = 0 and m v = f + r, so r = -(f/m + w)/(1/m + E), of either sign.
  for (const double k : stiffnesses)
    for (const double stretch : {-0.01, 0.02}) {
      SCOPED_TRACE(testing::Message() << "stiffness " << k << ", stretch " << stretch);
      ContactProblem p;
      p.law = GetParam();
      p.cones.free = 1;
      p.M = SparseMatrix(Vector::Constant(1, mass).asDiagonal());
      p.H = Eigen::MatrixXd::Ones(1, 1).sparseView();
      p.f = Vector::Constant(1, -h * mass * gravity);
      p.w = Vector::Constant(1, stretch / h);
      p.E = Vector::Constant(1, compliance(k));
      const double expected = -(p.f[0] / mass + p.w[0]) / (1 / mass + p.E[0]);
      EXPECT_NEAR(solved_by_interior_point(p, tolerance).solution.r[0], expected, 1e-8 * std::abs(expected));
    }
}

INSTANTIATE_TEST_SUITE_P(InteriorPoint, Compliance, testing::Values(Law::frictionless, Law::convex),
                         [](const auto& law) { return std::string(to_string(law.param)); });

}  // namespace
}  // namespace signorini::test
