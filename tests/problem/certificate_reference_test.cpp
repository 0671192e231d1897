// The judge against dense algebra of its own on random problems.
#include "signorini/problem/certificate.h"

#include <gtest/gtest.h>

#include "problem/one_mass.h"
#include "signorini/problem/generate/generate.h"

namespace signorini::test {
namespace {

struct Reference {
  Certificate certificate;
  Vector u;
};

/// The definitions of problem/README.md, one after the other.
Reference dense_certificate(const ContactProblem& p, const Solution& s) {
  Reference out;
  Certificate& c = out.certificate;
  const Vector u = out.u = dense_u(p, s), q = dense_q(p);
  const int d = p.cones.dimension, contact_rows = p.rows() - p.cones.free;
  if (p.form == Form::global) {
    const Matrix M = p.M, H = p.H;
    const Vector residual = M * s.v - p.f - H * s.r;
    const Vector least = 1e-8 * (M.diagonal() * p.f.dot(dense_v(p, Vector::Zero(p.rows())))).cwiseSqrt();
    const Vector size = M.cwiseAbs() * s.v.cwiseAbs() + p.f.cwiseAbs() + H.cwiseAbs() * s.r.cwiseAbs() + least;
    for (int j = 0; j < p.dof(); ++j)
      if (size[j] > 0) c.dynamics = std::max(c.dynamics, std::abs(residual[j]) / size[j]);
  }
  const auto scale = [&](int row) {
    double D = 0;
    if (p.form == Form::local)
      D = p.W.coeff(row, row);
    else
      for (int j = 0; j < p.dof(); ++j) D += std::pow(p.H.coeff(j, row), 2) / p.M.coeff(j, j);
    return D > 0 ? D : 1;
  };
  Vector e = u;  // as it is for free rows
  double work = 0;
  for (int k = 0; k < p.cones.free; ++k) c.equality = std::max(c.equality, std::abs(u[k]));
  for (int k = p.cones.first_positive(); k < p.cones.first_friction(); ++k) {
    const double D = scale(k);
    e[k] = D * (s.r[k] - std::max(0.0, s.r[k] - u[k] / D));
    work += s.r[k] * u[k];
    c.penetration = std::max(c.penetration, -u[k]);
  }
  for (int i = 0; i < p.cones.friction(); ++i) {
    const int row = p.cones.friction_row(i);
    const double D = scale(row), mu_i = p.law == Law::frictionless ? 0 : p.cones.mu[i];
    Vector u_hat = u.segment(row, d);
    if (p.law == Law::coulomb) u_hat[0] += mu_i * u_hat.tail(d - 1).norm();
    const Vector r = s.r.segment(row, d), x = r - u_hat / D;
    e.segment(row, d) = D * (r - (p.law == Law::pyramid ? project_on_rays(x, pyramid_rays(d, mu_i, p.pyramid_sides))
                                                        : project_on_circular(x, mu_i)));
    work += r.dot(u_hat);
    c.penetration = std::max(c.penetration, -u[row]);
  }
  double free_speed = contact_rows > 0 ? q.tail(contact_rows).norm() : q.norm();
  if (p.form == Form::global) {
    const Vector v = dense_v(p, Vector::Zero(p.rows()));
    const Vector terms = Matrix(p.H).cwiseAbs().transpose() * v.cwiseAbs() + p.w.cwiseAbs();
    free_speed = std::max(free_speed, 1e-6 * terms.norm());
  }
  c.natural = e.norm() / (free_speed > 0 ? free_speed : 1);
  c.complementarity = std::abs(work);
  return out;
}

class CertificateOf : public ::testing::TestWithParam<Shape> {};
INSTANTIATE_TEST_SUITE_P(All, CertificateOf, ::testing::ValuesIn(shapes),
                         [](const auto& shape) { return shape.param.name; });

TEST_P(CertificateOf, AgreesWithDenseAlgebra) {
  Random random(31);
  for (int n = 0; n < 25; ++n)
    for (const Law law : all_laws) {
      const ContactProblem p = random_problem(GetParam(), law, random);
      Judge judge(p);
      for (int candidate = 0; candidate < 3; ++candidate) {  // one judge for all
        const Solution s = random_candidate(p, random);
        const Reference expected = dense_certificate(p, s);
        const Certificate c = judge.judge(s);
        const double size = 1e-12 * (1 + expected.u.norm() + s.r.norm());
        const auto where = [&] { return std::string(to_string(law)) + ", problem " + std::to_string(n); };
        EXPECT_LE(difference(judge.u(), expected.u), 1e-12) << where();
        EXPECT_NEAR(c.natural, expected.certificate.natural, 1e-11 * expected.certificate.natural + rounding)
            << where();
        EXPECT_NEAR(c.dynamics, expected.certificate.dynamics, 1e-9 * expected.certificate.dynamics + rounding)
            << where();
        EXPECT_NEAR(c.equality, expected.certificate.equality, size) << where();
        EXPECT_NEAR(c.penetration, expected.certificate.penetration, size) << where();
        EXPECT_NEAR(c.complementarity, expected.certificate.complementarity, size * (1 + s.r.norm())) << where();
        const Certificate once = certify(p, s);
        EXPECT_EQ(once.natural, c.natural) << "a judge that has judged before " << where();
        EXPECT_EQ(once.dynamics, c.dynamics) << where();
        EXPECT_EQ(once.equality, c.equality) << where();
        EXPECT_EQ(once.penetration, c.penetration) << where();
        EXPECT_EQ(once.complementarity, c.complementarity) << where();
      }
    }
}

TEST_P(CertificateOf, AnswersThatAreExactByConstructionPass) {
  Random random(32);
  for (int n = 0; n < 10; ++n)
    for (const Law law : all_laws) {
      ContactProblem p = random_problem(GetParam(), law, random);
      const Solution answer = make_solved(p, random);
      const Certificate c = certify(p, answer);
      EXPECT_LE(c.value(), 1e-12) << to_string(law);
      EXPECT_LE(c.equality, 1e-12);
      EXPECT_LE(c.complementarity, 1e-12);
      EXPECT_LE(c.penetration, 1e-12);
    }
}

TEST_P(CertificateOf, WrongAnswersFailByAboutTheirError) {
  Random random(33);
  for (const Law law : all_laws) {
    ContactProblem p = random_problem(GetParam(), law, random);
    p.cones.mu.array() += 0.1;
    Solution answer = make_solved(p, random);
    for (int k = 0; k < p.rows(); ++k) {
      Solution wrong = answer;
      wrong.r[k] += 1e-3;
      wrong.v = dense_v(p, wrong.r);
      EXPECT_GT(certify(p, wrong).value(), 1e-7) << to_string(law) << " row " << k;
      EXPECT_LT(certify(p, wrong).value(), 1) << to_string(law) << " row " << k;
    }
    for (int k = 0; k < p.dof(); ++k) {
      Solution wrong = answer;
      wrong.v[k] += 1e-3;
      EXPECT_GT(certify(p, wrong).dynamics, 1e-6) << to_string(law) << " v " << k;
    }
  }
}

TEST_P(CertificateOf, ObjectiveIsThatOfTheConvexProblem) {
  Random random(34);
  for (int n = 0; n < 10; ++n) {
    const ContactProblem p = random_problem(GetParam(), Law::convex, random);
    const Vector r = random.vector(p.rows());
    Judge judge(p);
    judge.judge({dense_v(p, r), r, {}});
    const Matrix W = dense_W(p) + Matrix(dense_E(p).asDiagonal());
    EXPECT_NEAR(judge.objective(), 0.5 * r.dot(W * r) + r.dot(dense_q(p)), 1e-12 * (1 + r.squaredNorm()));
  }
}

TEST(Judge, CanBeMoved) {
  const ContactProblem p = pushed_mass(Law::coulomb);
  Judge first(p);
  Judge second(std::move(first));
  EXPECT_NEAR(second.judge(state(Vector3(-fall, push, 0), Vector3(0, 0, 0))).penetration, fall, rounding);
}

TEST(Certificate, KnowsTheAnswerOfAGeneratedStack) {
  // v = 0, each interface carries the weight above it; each body is ten times as heavy as the one below.
  const int bodies = 10;
  const ContactProblem p = generate_stack({.bodies = bodies});
  ASSERT_EQ(p.cones.friction(), bodies);
  Vector r = Vector::Zero(p.rows());
  for (int k = 0; k < bodies; ++k)
    for (int above = k; above < bodies; ++above) r[3 * k] += p.f.segment<3>(6 * above).norm();
  EXPECT_LE(certify(p, state(Vector::Zero(p.dof()), r)).value(), 1e-6);
  // The lightest sphere pushed through the floor: nobody may call that an answer, as light as it is.
  Vector wrong = r;
  wrong[0] -= p.f.segment<3>(0).norm();
  EXPECT_GT(certify(p, {dense_v(p, wrong), wrong, {}}).value(), 0.1);
}

}  // namespace
}  // namespace signorini::test
