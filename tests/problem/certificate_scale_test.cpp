// What velocities and momenta are measured against where bodies that touch move alike, and at sizes whose squares no
// double holds.
#include <gtest/gtest.h>

#include "problem/one_mass.h"

namespace signorini::test {
namespace {

/// Two masses, one above the other, that fall side by side: their free velocities cancel but for rounding.
ContactProblem two_falling_masses(double mass_below, double mass_above, double speed, double rounding_of_q) {
  ContactProblem p;
  p.law = Law::coulomb;
  p.cones.mu = Vector::Constant(1, mu);
  Vector masses(6);
  masses << Vector::Constant(3, mass_below), Vector::Constant(3, mass_above);
  p.M = sparse(masses.asDiagonal());
  Matrix H(6, 3);
  H << -Matrix::Identity(3, 3), Matrix::Identity(3, 3);
  p.H = sparse(H);
  p.f = Vector::Zero(6);
  p.f[0] = -mass_below * speed;
  p.f[3] = -mass_above * (speed + rounding_of_q);
  p.w = Vector::Zero(3);
  return p;
}

TEST(CertificateScale, FreeFallSideBySideNeedsNoImpulse) {
  const double speed = 9.81, rounding_of_q = 4e-15;
  const ContactProblem p = two_falling_masses(1, 1, speed, rounding_of_q);
  const Certificate c = judge_impulses(p, Vector::Zero(3));
  EXPECT_NEAR(velocity_scale(p), 1e-6 * 2 * speed, 1e-10);
  EXPECT_NEAR(c.natural, rounding_of_q / (1e-6 * 2 * speed), 1e-9);
  EXPECT_LE(c.value(), 1e-8);
}

TEST(CertificateScale, IsThatOfTheFreeVelocitiesWhereTheyDiffer) {
  const ContactProblem p = two_falling_masses(1, 1, 9.81, 1e-3);
  EXPECT_NEAR(judge_impulses(p, Vector::Zero(3)).natural, 1, 1e-9) << "one mass runs into the other";
}

TEST(CertificateScale, CountsTheMotionTermsToo) {
  // A gap that closes exactly: the velocity and the gap term cancel.
  ContactProblem p = mass_on_plane(Law::coulomb);
  p.w[0] = fall;
  EXPECT_NEAR(velocity_scale(p), 1e-6 * 2 * fall, 1e-15);
}

TEST(CertificateScale, CountsAllRowsOfTheTerms) {
  // A joint row beside a contact that nothing moves.
  ContactProblem p;
  p.cones.free = p.cones.positive = 1;
  p.M = sparse(Matrix::Identity(2, 2));
  p.H = sparse(Matrix::Identity(2, 2));
  p.f = Vector{{1000, 0}};
  p.w = Vector::Zero(2);
  EXPECT_NEAR(velocity_scale(p), 1e-3, 1e-15);
}

TEST(CertificateScale, HugeImpulsesOfALocalProblemProveNothing) {
  // Two rows that ask for different speeds of the same motion. In doubles q + 1e16 - 1e16 = 0.
  ContactProblem p;
  p.form = Form::local;
  p.law = Law::convex;
  p.cones.free = 2;
  p.W = sparse(Matrix::Ones(2, 2));
  p.q = Vector{{-0.02, -0.01}};
  EXPECT_GT(judge_impulses(p, Vector{{1e16, -1e16}}).value(), 1);
  EXPECT_GT(judge_impulses(p, Vector{{1e10, -1e10}}).value(), 0.1);
  // And as many digits as there are remain certified.
  p.q = Vector{{-0.02, -0.02}};
  EXPECT_LT(judge_impulses(p, Vector{{0.01, 0.01}}).value(), 1e-15);
}

TEST(CertificateScale, OfALocalProblemIsItsQ) {
  ContactProblem p;
  p.form = Form::local;
  p.cones.free = p.cones.positive = 1;
  p.W = sparse(Matrix::Identity(2, 2));
  p.q = Vector{{3, 4}};
  EXPECT_EQ(velocity_scale(p), 4);
  p.cones.free = 2;
  p.cones.positive = 0;
  EXPECT_EQ(velocity_scale(p), 5);
}

TEST(CertificateScale, RowsAtRestAreJudgedByTheEnergyAtHand) {
  // One mass moves, the other has a momentum of rounding only: no backward error of its own size.
  ContactProblem p = two_falling_masses(1, 4, 0, 0);
  p.f = Vector::Zero(6);
  p.f[1] = 3;
  Solution s = state(p.f.cwiseQuotient(Vector(p.M.diagonal())), Vector::Zero(3));
  s.v[4] = 1e-20;
  EXPECT_NEAR(certify(p, s).dynamics, 4e-20 / (4e-20 + 1e-8 * std::sqrt(4 * 9.0)), 1e-15);
}

class HugeAndTiny : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(All, HugeAndTiny, testing::Values(1e-290, 1e-200, 1e-160, 1.0, 1e160, 1e200, 1e290));

TEST_P(HugeAndTiny, SpeedsAreJudgedAsAnyOther) {
  const double size = GetParam();
  for (const Law law : {Law::coulomb, Law::convex, Law::pyramid, Law::frictionless}) {
    ContactProblem p = pushed_mass(law), unit = p;
    p.f *= size;
    const Solution nothing = state(p.f / mass, Vector::Zero(3));
    const Certificate c = certify(p, nothing), expected = certify(unit, state(unit.f / mass, Vector::Zero(3)));
    EXPECT_NEAR(c.natural, expected.natural, 1e-12) << to_string(law);
    EXPECT_LE(c.dynamics, 1e-14);
    const Vector r = mass * fall * Vector3(1, -mu, 0);
    EXPECT_NEAR(certify(p, state(size * dense_v(unit, r), size * r)).natural, judge_impulses(unit, r).natural, 1e-12)
        << to_string(law);
  }
}

TEST(HugeMassRatio, ZeroImpulsesDoNotStopALightBody) {
  // An approach speed of 1e297 m/s, whose square no double holds.
  ContactProblem p = two_falling_masses(1, 1e-300, 0, 0);
  p.f[3] = -1e-3;
  const Certificate c = judge_impulses(p, Vector::Zero(3));
  EXPECT_NEAR(c.natural, 1, 1e-9);
  EXPECT_NEAR(c.penetration / 1e297, 1, 1e-9);
}

}  // namespace
}  // namespace signorini::test
