// What the certificate must not depend on, and that no number is no answer.
#include "signorini/problem/certificate.h"

#include <limits>

#include <gtest/gtest.h>

#include "problem/one_mass.h"

namespace signorini::test {
namespace {

TEST(Invariance, OfTheMasses) {
  for (const double factor : {0x1p20, 1e6, 1e-6})
    for (const Shape& shape : shapes) {
      if (shape.form == Form::local || shape.compliant) continue;
      for (const Law law : all_laws) {
        Random random(5);
        ContactProblem p = random_problem(shape, law, random);
        Solution s = random_candidate(p, random);
        s.v += 0.1 * random.vector(p.dof());
        const Certificate before = certify(p, s);
        p.M *= factor;
        p.f *= factor;
        s.r *= factor;
        const Certificate after = certify(p, s);
        EXPECT_NEAR(after.natural, before.natural, 1e-12 * before.natural) << shape;
        EXPECT_NEAR(after.dynamics, before.dynamics, 1e-12 * before.dynamics) << shape;
        EXPECT_NEAR(after.penetration, before.penetration, 1e-12 * before.penetration) << shape;
      }
    }
}

TEST(Invariance, OfTheUnitOfVelocity) {
  // f, w, v and r times a factor: every law is homogeneous.
  Random random(6);
  for (const Shape& shape : shapes)
    for (const Law law : all_laws) {
      ContactProblem p = random_problem(shape, law, random);
      if (p.cones.contacts() == 0) continue;  // absolute
      Solution s = random_candidate(p, random);
      const Certificate before = certify(p, s);
      for (Vector* x : {&p.f, &p.w, &p.q, &s.v, &s.r}) *x *= 0x1p-10;
      const Certificate after = certify(p, s);
      EXPECT_NEAR(after.natural, before.natural, 1e-12 * before.natural) << shape;
      EXPECT_NEAR(after.dynamics, before.dynamics, 1e-12) << shape;
    }
}

/// A light and a heavy mass side by side on the plane.
ContactProblem light_and_heavy(double ratio) {
  ContactProblem p;
  p.cones.mu = Vector::Constant(2, mu);
  Vector masses(6);
  masses << Vector::Constant(3, 1.0), Vector::Constant(3, ratio);
  p.M = sparse(masses.asDiagonal());
  p.H = sparse(Matrix::Identity(6, 6));
  p.f = Vector::Zero(6);
  p.f[0] = -fall;
  p.f[3] = -fall * ratio;
  p.w = Vector::Zero(6);
  return p;
}

TEST(Invariance, LightBodiesAreJudgedAsStrictlyAsHeavyOnes) {
  const double ratio = 1e6;
  const ContactProblem p = light_and_heavy(ratio);
  const Vector r{{fall, 0, 0, ratio * fall, 0, 0}};
  ASSERT_LE(judge_impulses(p, r).value(), 1e-9);
  for (const int row : {0, 3}) {  // one of them falls through
    Vector wrong = r;
    wrong[row] = 0;
    EXPECT_NEAR(judge_impulses(p, wrong).natural, std::sqrt(0.5), 1e-9) << "row " << row;
  }
}

TEST(Invariance, LightBodiesCountInTheDynamicsToo) {
  const double ratio = 1e6;
  const ContactProblem p = light_and_heavy(ratio);
  for (const int row : {0, 3}) {
    Solution s = state(Vector::Zero(6), Vector{{fall, 0, 0, ratio * fall, 0, 0}});
    EXPECT_LE(certify(p, s).dynamics, rounding);
    s.v[row] = 0.1;
    const double weight = row == 0 ? 1 : ratio;
    const double least = 1e-8 * std::sqrt(weight * p.f.dot(dense_v(p, Vector::Zero(6))));
    EXPECT_NEAR(certify(p, s).dynamics, 0.1 * weight / (0.1 * weight + 2 * fall * weight + least), rounding);
  }
}

TEST(Invariance, NothingIsScaledByTheCandidate) {
  // The violation of a contact that is pulled grows with the pull, however large: no denominator holds r, v or u.
  const ContactProblem p = one_row(false, -mass * fall, 0);
  for (const double pull : {1.0, 1e3, 1e6, 1e9}) {
    const double v = -fall - pull / mass;
    EXPECT_NEAR(certify(p, scalars(v, -pull)).natural, -v / fall, 1e-12 * -v / fall);
  }
  // Two equal contacts that press against each other add nothing to the forces, and do not dilute an error.
  ContactProblem wedged = one_row(false, -mass * fall, 0);
  wedged.cones.positive = 3;
  wedged.H = sparse(Matrix{{1, 0, 0}});
  wedged.w = Vector::Zero(3);
  const double alone = certify(wedged, state(Vector::Constant(1, -fall), Vector::Zero(3))).natural;
  const double wedging = certify(wedged, state(Vector::Constant(1, -fall), Vector3(0, 1e6, 1e6))).natural;
  EXPECT_NEAR(alone, 1, rounding);
  EXPECT_NEAR(wedging, 1, rounding);
}

TEST(Invariance, FrictionlessLawIgnoresTheFrictionCoefficients) {
  Random random(7);
  for (const Shape& shape : shapes) {
    ContactProblem p = random_problem(shape, Law::frictionless, random);
    const Solution s = random_candidate(p, random);
    const Certificate with = certify(p, s);
    p.cones.mu.setZero();
    for (const Law law : all_laws) {  // without friction the laws are one
      p.law = law;
      const Certificate without = certify(p, s);
      EXPECT_EQ(without.natural, with.natural);
      EXPECT_EQ(without.complementarity, with.complementarity);
      EXPECT_EQ(without.penetration, with.penetration);
    }
  }
}

TEST(Invariance, GivenRelativeVelocitiesDoNotCount) {
  Random random(8);
  for (const Shape& shape : shapes) {
    const ContactProblem p = random_problem(shape, Law::coulomb, random);
    Solution s = random_candidate(p, random);
    const double value = certify(p, s).value();
    s.u = Vector::Constant(p.rows(), NAN);
    EXPECT_EQ(certify(p, s).value(), value);
  }
}

// ---- No number is no answer ----

TEST(NoNumber, AnywhereInTheCandidateMakesTheValueNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  Random random(9);
  for (const Shape& shape : shapes)
    for (const Law law : all_laws) {
      const ContactProblem p = random_problem(shape, law, random);
      const Solution s = random_candidate(p, random);
      ASSERT_FALSE(std::isnan(certify(p, s).value()));
      for (const double bad : {nan, inf, -inf}) {
        for (int k = 0; k < p.rows(); ++k) {
          Solution broken = s;
          broken.r[k] = bad;
          EXPECT_TRUE(std::isnan(certify(p, broken).value())) << shape << " r[" << k << "] = " << bad;
        }
        for (int k = 0; k < p.dof(); ++k) {
          Solution broken = s;
          broken.v[k] = bad;
          EXPECT_TRUE(std::isnan(certify(p, broken).value())) << shape << " v[" << k << "] = " << bad;
        }
      }
    }
}

TEST(NoNumber, IsSeenInRowsThatActOnNothing) {
  for (const bool free : {true, false})
    for (const Form form : {Form::global, Form::local}) {
      ContactProblem p = one_row(free, 1, 0);
      p.H = SparseMatrix(1, 1);
      p.form = form;
      p.W = SparseMatrix(1, 1);
      p.q = Vector::Ones(1);
      const Vector v = Vector::Constant(form == Form::global ? 1 : 0, 1 / mass);
      EXPECT_TRUE(std::isnan(certify(p, state(v, Vector::Constant(1, NAN))).value())) << free;
    }
}

}  // namespace
}  // namespace signorini::test
