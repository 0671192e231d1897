// Every solver of the catalogue, under every law it knows, on the same problems and by the same judge.

#include <cmath>

#include <gtest/gtest.h>

#include "problems.h"
#include "signorini/problem/certificate.h"
#include "signorini/problem/delassus.h"
#include "signorini/problem/generate/generate.h"
#include "solver_cases.h"

namespace signorini {
namespace {

using test::point_mass;
using test::random_problem;

class Suite : public testing::TestWithParam<test::Case> {
 protected:
  Law law() const { return GetParam().law; }

  Report solve(const ContactProblem& problem, Solution& solution, StopRule rule = {}) const {
    EXPECT_TRUE(problem.validate().empty()) << problem.validate().front();
    return make_solver(GetParam().solver)->solve(problem, rule, solution);
  }

  Solution solved(const ContactProblem& problem, double tolerance = 1e-8) const {
    Solution solution;
    StopRule rule;
    rule.tolerance = tolerance;
    const Report report = solve(problem, solution, rule);
    EXPECT_EQ(report.status, Status::solved) << report.message;
    EXPECT_LE(certify(problem, solution).value(), tolerance);
    return solution;
  }
};

TEST_P(Suite, MassAtRestIsCarriedByItsWeight) {
  const double weight = 2.0 * 9.81 * 0.01;
  const Solution s = solved(point_mass(2.0, {0, 0, -weight}, 0.3, 0, law()));
  EXPECT_NEAR(s.r[0], weight, 1e-8);
  EXPECT_NEAR(s.v.norm(), 0, 1e-8);
}

TEST_P(Suite, SeparatingMassFliesFreely) {
  const Solution s = solved(point_mass(2.0, {1, 0, 4}, 0.3, 0, law()));
  EXPECT_EQ(s.r, Vector::Zero(3));
  EXPECT_NEAR(s.v[2], 2, 1e-12);
}

TEST_P(Suite, OpenGapMayBeClosedButNotCrossed) {
  const Solution s = solved(point_mass(1.0, {0, 0, -3}, 0.3, 2.0, law()));
  EXPECT_NEAR(s.v[2], -2, 1e-7) << "the gap closes within the step";
  EXPECT_NEAR(s.r[0], 1, 1e-7);
}

TEST_P(Suite, SlidingMassFollowsItsLaw) {
  // Momentum (3, 0, -1) of mass 1, μ = 0.5. Without friction v = (3, 0, 0). Coulomb: r = (1, -0.5, 0), v = (2.5, 0, 0).
  // Convex: r = ρ (1, -μ, 0) with r ⟂ u, u = (ρ - 1, 3 - μ ρ): ρ = (1 + 3 μ)/(1 + μ²) = 2, v = (2, 0, 1).
  const Solution s = solved(point_mass(1.0, {3, 0, -1}, 0.5, 0, law()));
  switch (law()) {
    case Law::frictionless:
      EXPECT_TRUE(s.v.isApprox(Vector(Eigen::Vector3d(3, 0, 0)), 1e-7));
      break;
    case Law::coulomb:
      EXPECT_TRUE(s.v.isApprox(Vector(Eigen::Vector3d(2.5, 0, 0)), 1e-7));
      break;
    default:
      EXPECT_TRUE(s.v.isApprox(Vector(Eigen::Vector3d(2, 0, 1)), 1e-7)) << s.v.transpose();
      break;
  }
}

TEST_P(Suite, StickingMassStops) {
  const Solution s = solved(point_mass(1.0, {0.2, 0, -1}, 0.5, 0, law()));
  EXPECT_NEAR(s.v.norm(), law() == Law::frictionless ? 0.2 : 0.0, 1e-7);
}

TEST_P(Suite, CompliantContactYieldsByImpulseOverStiffness) {
  // u_N = v_z + E r = 0 with v_z = (r - 1)/m: r = 1/(1 + m E).
  ContactProblem p = point_mass(2.0, {0, 0, -1}, 0.3, 0, law());
  if (law() == Law::pyramid) p = to_local(p);
  p.E = Vector::Zero(3);
  p.E[0] = 0.25;
  EXPECT_NEAR(solved(p).r[0], 1 / (1 + 2.0 * 0.25), 1e-7);
}

TEST_P(Suite, JointHoldsAMassThatACablePulls) {
  // Two masses on a line: a joint ties the first to the world, a unilateral row keeps the second behind the first.
  ContactProblem p;
  p.law = law();
  p.cones.free = 1;
  p.cones.positive = 1;
  p.M = SparseMatrix(Vector::Ones(2).asDiagonal());
  Eigen::Matrix2d H;
  H << 1, 1, 0, -1;
  p.H = H.sparseView();
  p.f = Eigen::Vector2d(0, 5);
  p.w = Vector::Zero(2);
  const Solution s = solved(p);
  EXPECT_NEAR(s.v.norm(), 0, 1e-7);
  EXPECT_NEAR(s.r[0], -5, 1e-6);
  EXPECT_NEAR(s.r[1], 5, 1e-6);
}

TEST_P(Suite, RandomProblemsAreSolvedAndReportedHonestly) {
  for (unsigned seed = 1; seed <= 25; ++seed)
    for (const int dimension : {2, 3}) {
      const ContactProblem p = random_problem({.dimension = dimension}, law(), seed);
      Solution s;
      StopRule rule;
      rule.tolerance = 1e-7;
      const Report report = solve(p, s, rule);
      ASSERT_EQ(report.status, Status::solved) << "seed " << seed << ": " << report.message;
      const Certificate judged = certify(p, s);
      EXPECT_EQ(judged.value(), report.certificate.value());
      EXPECT_LE(judged.value(), rule.tolerance);
      EXPECT_FALSE(report.history.empty());
      EXPECT_EQ(s.u.size(), p.rows());
    }
}

TEST_P(Suite, RedundantRowsDoNoHarm) {
  ContactProblem p = random_problem({.dof = 6, .free = 1, .positive = 2, .friction = 3}, law(), 11);
  ContactProblem doubled = p;
  // Every friction contact twice: velocities stay, impulses are shared.
  const int first = p.cones.first_friction(), rows = p.rows() - first;
  doubled.cones.mu = Vector::Constant(6, 0.3);
  Eigen::MatrixXd H(6, p.rows() + rows);
  H << Eigen::MatrixXd(p.H), Eigen::MatrixXd(p.H).rightCols(rows);
  doubled.H = H.sparseView();
  doubled.w.resize(p.rows() + rows);
  doubled.w << p.w, p.w.tail(rows);
  const Vector v = solved(p, 1e-9).v, v_doubled = solved(doubled, 1e-9).v;
  if (law() != Law::coulomb) {  // whose answers need not be unique
    EXPECT_LE((v - v_doubled).norm(), 1e-6 * v.norm());
  }
}

TEST_P(Suite, GlobalAndLocalFormAgree) {
  const ContactProblem p = random_problem({}, law(), 5);
  const Solution global = solved(p, 1e-9), local = solved(to_local(p), 1e-9);
  EXPECT_EQ(local.v.size(), 0);
  if (law() != Law::coulomb) {  // whose answers need not be unique
    EXPECT_LE((global.u - local.u).norm(), 1e-6 * global.u.norm());
  }
}

TEST_P(Suite, MassMatricesWithGyroscopicTermsAreTakenAsGiven) {
  for (const double skew : {1e-8, 1e-2, 0.3})
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const ContactProblem symmetric = random_problem({}, law(), seed);
      ContactProblem p = symmetric;
      for (int k = 0; k < p.dof(); k += 3) {
        p.M.coeffRef(k + 1, k + 2) = skew;
        p.M.coeffRef(k + 2, k + 1) = -skew;
        p.M.coeffRef(k, k + 1) = -0.5 * skew;
        p.M.coeffRef(k + 1, k) = 0.5 * skew;
      }
      p.M.makeCompressed();
      const Solution s = solved(p, 1e-7);
      if (skew > 1e-3) {
        EXPECT_GT(certify(p, solved(symmetric, 1e-7)).value(), 1e-4) << "seed " << seed;
      }
      const Vector momentum = p.f + p.H * s.r;
      EXPECT_LE((p.M * s.v - momentum).norm(), 1e-6 * momentum.norm());
    }
}

TEST_P(Suite, MassesInGramsOrTonnesTakeTheSamePath) {
  const ContactProblem kilograms = random_problem({}, law(), 9, 1.0), tonnes = random_problem({}, law(), 9, 1e6);
  Solution a, b;
  const Report first = solve(kilograms, a), second = solve(tonnes, b);
  EXPECT_NEAR(first.iterations, second.iterations, 2);
  EXPECT_LE((a.v - b.v).norm(), 1e-6 * a.v.norm());
}

TEST_P(Suite, AnswerAsGuessNeedsNoIteration) {
  const ContactProblem p = random_problem({}, law(), 3);
  Solution s;
  StopRule rule;
  rule.tolerance = 1e-6;
  solve(p, s, rule);
  rule.tolerance = 1.1e-6;
  EXPECT_EQ(solve(p, s, rule).iterations, 0);
}

TEST_P(Suite, SameInputSameBits) {
  const ContactProblem p = generate_packing({.spheres = 40, .law = law()});
  StopRule rule;
  rule.max_iterations = 50;
  Solution a, b;
  solve(p, a, rule);
  solve(p, b, rule);
  EXPECT_EQ(a.r, b.r);
  EXPECT_EQ(a.v, b.v);
}

TEST_P(Suite, LimitsEndWithTheBestAnswer) {
  const ContactProblem p = generate_packing({.spheres = 60, .law = law()});
  Solution s;
  StopRule rule;
  rule.tolerance = 1e-300;
  rule.max_iterations = 7;
  Report report = solve(p, s, rule);
  EXPECT_EQ(report.status, Status::iteration_limit);
  EXPECT_EQ(report.iterations, 7);
  EXPECT_EQ(certify(p, s).value(), report.certificate.value());
  if (law() != Law::pyramid) {  // there the history is that of the converted rows
    for (const auto& entry : report.history) EXPECT_GE(entry.certificate.value(), report.certificate.value());
  }

  rule.max_iterations = 0;
  rule.time_limit = 1e-9;
  report = solve(p, s, rule);
  EXPECT_EQ(report.status, Status::time_limit);
  EXPECT_TRUE(s.r.allFinite());

  rule.time_limit = 0;
  int calls = 0;
  rule.cancelled = [&] { return ++calls > 5; };
  report = solve(p, s, rule);
  EXPECT_EQ(report.status, Status::interrupted);
  EXPECT_LE(report.iterations, 7);
}

TEST_P(Suite, ProblemWithoutContactsIsSolvedAtOnce) {
  ContactProblem p;
  p.law = law();
  p.M = SparseMatrix(Vector::Constant(3, 2.0).asDiagonal());
  p.H.resize(3, 0);
  p.f = Vector::Ones(3);
  Solution s;
  const Report report = solve(p, s);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_TRUE(s.v.isApprox(Vector::Constant(3, 0.5)));

  ContactProblem nothing;
  nothing.law = law();
  EXPECT_EQ(solve(nothing, s = {}).status, Status::solved);
}

TEST_P(Suite, ContradictoryRowsNeverGiveNaN) {
  // Two joints that ask for opposite velocities of one mass.
  ContactProblem p;
  p.law = law();
  p.cones.free = 2;
  p.M = SparseMatrix(Vector::Ones(1).asDiagonal());
  p.H = Eigen::MatrixXd::Ones(1, 2).sparseView();
  p.f = Vector::Zero(1);
  p.w = Eigen::Vector2d(1, -1);
  Solution s;
  StopRule rule;
  rule.max_iterations = 200;
  const Report report = solve(p, s, rule);
  EXPECT_NE(report.status, Status::solved);
  EXPECT_TRUE(s.r.allFinite() && s.v.allFinite());
}

TEST_P(Suite, FrictionlessContactsOfAnyLawAgree) {
  const ContactProblem with_law = random_problem({.mu = 0}, law(), 4);
  const ContactProblem frictionless = random_problem({.mu = 0.7}, Law::frictionless, 4);
  Solution reference;
  make_solver(default_solver(Law::frictionless), {})->solve(frictionless, {}, reference);
  EXPECT_LE((solved(with_law, 1e-9).v - reference.v).norm(), 1e-6);
}

TEST_P(Suite, ZeroFrictionOfSomeContactsLetsThemSlide) {
  // Two masses on one floor, the first without friction: it keeps its speed, the other stops.
  ContactProblem p = point_mass(1.0, {0.1, 0, -1}, 0, 0, law());
  p.M = SparseMatrix(Vector::Ones(6).asDiagonal());
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(6, 6);
  H.topLeftCorner(3, 3) = H.bottomRightCorner(3, 3) = Eigen::MatrixXd(p.H);
  p.H = H.sparseView();
  p.f = (Vector(6) << 0.1, 0, -1, 0.1, 0, -1).finished();
  p.w = Vector::Zero(6);
  p.cones.mu = Eigen::Vector2d(0, 0.5);
  const Solution s = solved(p);
  EXPECT_NEAR(s.v[0], 0.1, 1e-7);
  EXPECT_NEAR(s.v[3], law() == Law::frictionless ? 0.1 : 0.0, 1e-7);
}

TEST_P(Suite, NothingToDoNeedsNoIteration) {
  // At rest without any load: q = 0.
  ContactProblem p = generate_packing({.spheres = 20, .law = law()});
  p.f.setZero();
  p.w.setZero();
  Solution s;
  const Report report = solve(p, s);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(s.r, Vector::Zero(p.rows()));
}

TEST_P(Suite, ContactsBetweenFixedBodiesAndIsolatedBodiesDoNoHarm) {
  // Of the point mass, next to it: a contact that moves nothing, and a body that touches nothing.
  const ContactProblem alone = point_mass(2.0, {0.3, 0, -1}, 0.3, 0, law());
  ContactProblem p = alone;
  p.M = SparseMatrix(Vector::Constant(6, 2.0).asDiagonal());
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(6, 6);
  H.topRightCorner(3, 3) = Eigen::MatrixXd(alone.H);
  p.H = H.sparseView();
  p.f = (Vector(6) << alone.f, 4, 5, 6).finished();
  p.w = (Vector(6) << 0.2, 0, 0, alone.w).finished();
  p.cones.mu = Vector::Constant(2, 0.3);
  const Solution s = solved(p), reference = solved(alone);
  EXPECT_LE((s.v.head(3) - reference.v).norm(), 1e-7);
  EXPECT_TRUE(s.v.tail(3).isApprox(Vector(Eigen::Vector3d(2, 2.5, 3))));
  EXPECT_LE((solved(to_local(p)).u - s.u).norm(), 1e-7) << "the same with rows of zeros in W";
}

TEST_P(Suite, ContactThatCannotBeOpenedSpoilsNoOther) {
  // The fixed bodies overlap: no impulse can help. The mass next to them is still carried.
  ContactProblem p = point_mass(2.0, {0, 0, -1}, 0.3, 0, law());
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(3, 6);
  H.rightCols(3) = Eigen::MatrixXd(p.H);
  p.H = H.sparseView();
  p.w = (Vector(6) << -0.1, 0, 0, 0, 0, 0).finished();
  p.cones.mu = Vector::Constant(2, 0.3);
  Solution s;
  StopRule rule;
  rule.max_iterations = 300;
  const Report report = solve(p, s, rule);
  EXPECT_NE(report.status, Status::solved);
  ASSERT_TRUE(s.r.allFinite() && s.v.allFinite());
  if (GetParam().solver != "interior-point") {  // which stops at the proof
    EXPECT_NEAR(s.r[3], 1, 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Suite, testing::ValuesIn(test::cases()), test::case_name);

}  // namespace
}  // namespace signorini
