// The parts of the methods for exact Coulomb friction; the methods themselves run in the suite.

#include <random>

#include <gtest/gtest.h>

#include "problems.h"
#include "signorini/problem/delassus.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/newton/alart_curnier.h"
#include "signorini/solver/newton/jacobian_system.h"

namespace signorini {
namespace {

using newton::alart_curnier;
using newton::alart_curnier_jacobian;

const std::vector<std::string> exact_solvers{"auto",
                                             "interior-point",
                                             "newton-alart-curnier",
                                             "coulomb-fixed-point",
                                             "apgd",
                                             "p-spg-fb",
                                             "admm",
                                             "friedlander-orban-armijo",
                                             "friedlander-orban-backtracking",
                                             "mehrotra-armijo",
                                             "mehrotra-backtracking",
                                             "nop"};

TEST(AlartCurnier, VanishesOnPairsThatObeyCoulombsLawAndOnNoOthers) {
  // Friction 1: open, sticking, sliding against the slip.
  EXPECT_EQ(alart_curnier<3>({0, 0, 0}, {1, 2, 3}), Vector3::Zero());
  EXPECT_EQ(alart_curnier<3>({2, 1, 1}, {0, 0, 0}), Vector3::Zero());
  EXPECT_LE(alart_curnier<3>({2, -2, 0}, {0, 3, 0}).norm(), 1e-15);
  EXPECT_GT(alart_curnier<3>({2, 2, 0}, {0, 3, 0}).norm(), 1) << "friction along the slip";
  EXPECT_GT(alart_curnier<3>({2, -1, 0}, {0, 3, 0}).norm(), 0.5) << "slip inside the cone";
  EXPECT_GT(alart_curnier<3>({2, -2, 0}, {1, 3, 0}).norm(), 0.5) << "impulse across a gap";
  EXPECT_GT(alart_curnier<3>({0, 0, 0}, {-1, 0, 0}).norm(), 0.5) << "penetration";
}

TEST(AlartCurnier, JacobianIsTheDerivative) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  const double h = 1e-6;
  for (int trial = 0; trial < 200; ++trial) {
    Vector3 r, u;
    for (int i = 0; i < 3; ++i) r[i] = normal(random), u[i] = normal(random);
    Matrix3 A, B, A_difference, B_difference;
    alart_curnier_jacobian<3>(r, u, A, B);
    for (int i = 0; i < 3; ++i) {
      const Vector3 e = h * Vector3::Unit(i);
      A_difference.col(i) = (alart_curnier<3>(r + e, u) - alart_curnier<3>(r - e, u)) / (2 * h);
      B_difference.col(i) = (alart_curnier<3>(r, u + e) - alart_curnier<3>(r, u - e)) / (2 * h);
    }
    EXPECT_LE((A - A_difference).norm() + (B - B_difference).norm(), 1e-6) << r.transpose() << " | " << u.transpose();
  }
}

TEST(JacobianSystem, GlobalAndLocalFormSolveTheSameEquations) {
  const ContactProblem global = test::random_problem({.free = 2, .positive = 2, .friction = 3}, Law::coulomb, 8);
  const ContactProblem local = to_local(global);
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  const interior_point::ScaledProblem p_global(global), p_local(local);
  newton::JacobianSystem<3> first(p_global), second(p_local);
  for (int k = 0; k < p_global.first_cone(); ++k) {
    first.B.scalar[k] = normal(random);
    first.C.scalar[k] = 2 + normal(random) / 10;
    first.C_inverse.scalar[k] = 1 / first.C.scalar[k];
  }
  for (int i = 0; i < p_global.cones; ++i) {
    first.B.cone[i] = Matrix3::NullaryExpr([&] { return normal(random); });
    first.C.cone[i] = 3 * Matrix3::Identity() + Matrix3::NullaryExpr([&] { return 0.3 * normal(random); });
    first.C_inverse.cone[i] = first.C.cone[i].inverse();
  }
  second.B = first.B;
  second.C = first.C;
  second.C_inverse = first.C_inverse;
  ASSERT_EQ(first.factorize(), Factorization::Outcome::done);
  ASSERT_EQ(second.factorize(), Factorization::Outcome::done);
  const Vector b = Vector::NullaryExpr(global.rows(), [&] { return normal(random); });
  Vector v, r, unused, r_local;
  first.solve(Vector::Zero(global.dof()), b, v, r);
  second.solve({}, b, unused, r_local);
  // M is diagonal, so both forms have the same scales.
  EXPECT_LE((r - r_local).norm(), 1e-9 * r.norm());
  Vector u, left, Cr;
  p_global.H.gather(v, u);
  first.B.apply(p_global, u, left);
  first.C.apply(p_global, r, Cr);
  EXPECT_LE((left + Cr - b).norm(), 1e-9 * b.norm());
}

TEST(Coulomb, BlockOnAnInclineSticksBelowTheFrictionAngleAndSlidesAbove) {
  // Gravity impulse g h m = 1 at angle θ to the normal: it slides by sin θ - μ cos θ over the mass.
  const double mu = 0.5, mass = 2;
  for (const std::string& solver : exact_solvers)
    for (const double share : {0.5, 0.95, 1.05, 1.5}) {
      const double angle = share * std::atan(mu);
      const ContactProblem p = test::point_mass(mass, {std::sin(angle), 0, -std::cos(angle)}, mu, 0, Law::coulomb);
      Solution s;
      StopRule rule;
      rule.tolerance = 1e-11;
      const Report report = make_solver(solver)->solve(p, rule, s);
      EXPECT_EQ(report.status, Status::solved) << solver << ": " << report.message;
      EXPECT_NEAR(s.r[0], std::cos(angle), 1e-10) << solver;
      EXPECT_NEAR(s.v[2], 0, 1e-10) << solver << " lifts off";
      EXPECT_NEAR(s.v[0], std::max(0.0, std::sin(angle) - mu * std::cos(angle)) / mass, 1e-10) << solver;
    }
}

TEST(Coulomb, PackingsAreSolvedToManyDigits) {
  for (const double mu : {0.1, 0.3, 0.7}) {
    const ContactProblem p = generate_packing({.spheres = 60, .friction = mu, .law = Law::coulomb});
    for (const char* solver : {"auto", "interior-point"}) {
      Solution s;
      StopRule rule;
      rule.tolerance = 1e-9;
      const Report report = make_solver(solver)->solve(p, rule, s);
      EXPECT_EQ(report.status, Status::solved) << solver << ", friction " << mu << ": " << report.message;
    }
  }
}

TEST(Coulomb, WallsThatALineSearchLeavesAreSolvedByProximalPoints) {
  // Four corners a face: most impulses hardly move the bricks.
  int searched = 0, proximal = 0, automatic = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const ContactProblem p = generate_wall({.rows = 5, .columns = 5, .friction = 0.3, .seed = seed});
    const auto solves = [&](const char* solver, const OptionValues& options) {
      Solution s;
      return make_solver(solver, options)->solve(p, StopRule(), s).status == Status::solved ? 1 : 0;
    };
    searched += solves("newton-alart-curnier", {{"proximal", "false"}});
    proximal += solves("newton-alart-curnier", {});
    automatic += solves("auto", {});
  }
  EXPECT_GE(proximal, searched + 3);
  EXPECT_EQ(automatic, 10);
}

/// A guess next to the answer is used, also where the convex answer would come first.
TEST(Coulomb, GuessesSaveMostOfTheWork) {
  for (const int spheres : {20, 60}) {
    ContactProblem problem = generate_packing({.spheres = spheres, .friction = 0.5, .seed = 3, .law = Law::coulomb});
    StopRule rule;
    rule.tolerance = 1e-9;
    Solution guess, cold;
    make_solver("auto")->solve(problem, rule, guess);
    problem.f *= 1.0001;
    const Report without = make_solver("auto")->solve(problem, rule, cold);
    const Report with = make_solver("auto")->solve(problem, rule, guess);
    EXPECT_EQ(with.status, Status::solved) << with.message;
    EXPECT_LE(2 * with.iterations, without.iterations) << problem.cones.contacts() << " contacts";
  }
}

TEST(Coulomb, ProblemsWithoutAnAnswerEndHonestly) {
  // A contact that must open at 1 m/s between bodies that a joint holds together.
  ContactProblem p = test::point_mass(1, {0, 0, 0}, 0.5, -1, Law::coulomb);
  p.cones.free = 1;
  Eigen::MatrixXd H(3, 4);
  H << Eigen::Vector3d(0, 0, 1), Eigen::MatrixXd(p.H);
  p.H = H.sparseView();
  p.w = Eigen::Vector4d(0, -1, 0, 0);
  for (const std::string& solver : exact_solvers) {
    Solution s;
    StopRule rule;
    rule.time_limit = 5;
    const Report report = make_solver(solver)->solve(p, rule, s);
    EXPECT_NE(report.status, Status::solved) << solver;
    EXPECT_TRUE(s.r.allFinite() && s.v.allFinite()) << solver;
    EXPECT_EQ(certify(p, s).value(), report.certificate.value()) << solver;
  }
}

}  // namespace
}  // namespace signorini
