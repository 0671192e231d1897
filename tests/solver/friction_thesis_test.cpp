// The friction thesis: its counter-example, its formulations and Newton's equations. Its methods run in the suite.

#include <map>
#include <random>

#include <Eigen/LU>

#include <gtest/gtest.h>

#include "problems.h"
#include "signorini/problem/certificate.h"
#include "signorini/problem/delassus.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/quadratic_constraints/formulations.h"
#include "signorini/solver/quadratic_constraints/newton_system.h"

namespace signorini {
namespace {

using namespace quadratic_constraints;

const std::vector<std::string> convex_methods{"friedlander-orban-armijo", "friedlander-orban-backtracking",
                                              "mehrotra-armijo", "mehrotra-backtracking"};

/// §1.3.3: one contact in the plane.
ContactProblem counter_example() {
  ContactProblem p;
  p.form = Form::local;
  p.law = Law::coulomb;
  p.cones.dimension = 2;
  p.cones.mu = Vector::Constant(1, 5.0);
  Eigen::Matrix2d W;
  W << 6, -2, -2, 1;
  p.W = W.sparseView();
  p.q = Eigen::Vector2d(7, -2.9);
  return p;
}

struct Fcop {
  explicit Fcop(const ContactProblem& p) : W(p.W), q(p.q), mu(p.cones.mu[0]) {}
  Eigen::Matrix2d W;
  Eigen::Vector2d q;
  double mu;

  /// (1.16): r·ũ with ũ = u + μ|u_T| e.
  double cost(const Eigen::Vector2d& r) const {
    const Eigen::Vector2d u = W * r + q;
    return r.dot(u) + mu * r[0] * std::abs(u[1]);
  }
  /// Where u_T = 0 on the edge r_T = μ r_N of the cone.
  Eigen::Vector2d corner() const {
    const Eigen::Vector2d edge(1, mu);
    return -q[1] / (W * edge)[1] * edge;
  }
};

TEST(CounterExample, StationaryPointOfFcopIsNoAnswer) {
  const ContactProblem p = counter_example();
  const Fcop fcop(p);
  const Eigen::Vector2d r = fcop.corner(), u = fcop.W * r + fcop.q;
  EXPECT_NEAR(r[0], 0.966667, 5e-7);
  EXPECT_NEAR(fcop.cost(r), 3.02889, 5e-6);

  // KKT (1.21). As u_N > 0, ũ is inside K* and λ₁ = 0. λ₂ = β (μ, -1) is normal to K at r. ∂|u_T| = γ Wᵀe_T with γ in
  // [-1, 1], for u_T = 0. So u + Wᵀr = β (μ, -1) - γ μ r_N Wᵀe_T, with β ≥ 0.
  EXPECT_GT(u[0], 0);
  EXPECT_NEAR(u[1], 0, 1e-15);
  Eigen::Matrix2d normals;
  normals << Eigen::Vector2d(fcop.mu, -1), -fcop.mu * r[0] * fcop.W.row(1).transpose();
  const Eigen::Vector2d right = u + fcop.W.transpose() * r, multipliers = normals.inverse() * right;
  EXPECT_LE((normals * multipliers - right).norm(), 1e-14);
  EXPECT_GT(multipliers[0], 0);
  EXPECT_LT(std::abs(multipliers[1]), 1);

  EXPECT_GT(certify(p, {{}, r, {}}).value(), 0.05);

  // The point (1, 5) that the proof names has the cost it says, but is not stationary: its ξ has the wrong sign.
  EXPECT_NEAR(fcop.cost({1, 5}), 4, 1e-14);
  EXPECT_LT(fcop.cost({0.99, 4.95}), 3.8);
}

TEST(CounterExample, StationaryPointIsALocalMinimum) {
  const Fcop fcop(counter_example());
  const Eigen::Vector2d r = fcop.corner();
  for (int k = 0; k < 360; ++k) {
    const Eigen::Vector2d near = r + 1e-3 * Eigen::Vector2d(std::cos(k * M_PI / 180), std::sin(k * M_PI / 180));
    if (std::abs(near[1]) <= fcop.mu * near[0]) {
      EXPECT_GT(fcop.cost(near), fcop.cost(r)) << k << " degrees";
    }
  }
}

TEST(CounterExample, HasAnAnswerThatEveryMethodFinds) {
  std::vector<std::string> solvers = convex_methods;
  solvers.insert(solvers.end(), {"auto", "nop"});
  for (const std::string& solver : solvers) {
    const ContactProblem p = counter_example();
    Solution s{{}, Fcop(p).corner(), {}};  // the trap as the guess
    StopRule rule;
    rule.tolerance = 1e-10;
    const Report report = make_solver(solver)->solve(p, rule, s);
    EXPECT_EQ(report.status, Status::solved) << solver << ": " << report.message;
    EXPECT_LE(certify(p, s).value(), 1e-10) << solver;
    EXPECT_LE(s.r.norm(), 1e-9) << solver << ": the contact opens, u_N = 7";
  }
}

/// x of (1.9) at an answer, in the order of smooth_reformulation; the multipliers p of an answer are zero.
Vector smooth_point(const interior_point::ScaledProblem& p, const Formulation& formulation, const Solution& answer) {
  const Vector r = p.scaled_impulses(answer.r), u = p.scaled_velocities(answer.u);
  Vector x = Vector::Zero(formulation.problem.size());
  x.head(p.rows()) = r;
  x.segment(p.rows(), p.rows()) = u;
  for (int i = 0; i < p.cones; ++i) x[2 * p.rows() + i] = u.segment(p.cone_row(i) + 1, p.dimension - 1).norm();
  if (p.global())
    x.segment(3 * p.rows() + p.cones, p.original.dof()) = answer.v.cwiseQuotient(p.inverse_mass.cwiseSqrt());
  return x / formulation.unit;
}

TEST(SmoothReformulation, AnswersAreItsStationaryPoints) {
  // A mass that slides with compliance: every multiplier follows from r and u, see below.
  ContactProblem global = test::point_mass(2.0, {3, 1, -1}, 0.5, 0, Law::coulomb);
  global.E = Eigen::Vector3d(0.3, 0.2, 0.2);
  for (const ContactProblem& problem : {global, to_local(global)}) {
    Solution answer;
    StopRule rule;
    rule.tolerance = 1e-13;
    ASSERT_EQ(make_solver("auto")->solve(problem, rule, answer).status, Status::solved);
    const interior_point::ScaledProblem p(problem);
    const Formulation formulation = smooth_reformulation(p, 0.7);
    const Vector x = smooth_point(p, formulation, answer);
    const double r = x[0], slip = x[6];
    ASSERT_GT(slip, 0.1) << "it slides";
    // In the order of the constraints: r in K, s ≥ |u_T|; then r₀, s, u₀.
    const Vector lambda = (Vector(5) << slip / (2 * r), r / (2 * slip), 0, 0, r).finished();
    const ConeProblem& kkt = formulation.problem;
    ASSERT_EQ(kkt.count(), 5);
    Vector residual = kkt.K * x + kkt.k;
    for (int j = 0; j < 5; ++j) {
      kkt.constraints[static_cast<std::size_t>(j)].add_gradient(x, -lambda[j], residual);
      EXPECT_NEAR(lambda[j] * kkt.constraints[static_cast<std::size_t>(j)].value(x), 0, 1e-11) << j;
    }
    EXPECT_LE(residual.norm(), 1e-11) << residual.transpose();
  }
}

TEST(FixedSliding, HoldingTheSpeedsOfTheAnswerMakesItTheConvexAnswer) {
  const ContactProblem problem = test::random_problem({}, Law::coulomb, 6);
  Solution answer;
  StopRule rule;
  rule.tolerance = 1e-12;
  ASSERT_EQ(make_solver("auto")->solve(problem, rule, answer).status, Status::solved);
  const interior_point::ScaledProblem p(problem);
  Formulation formulation = fixed_sliding(p, 2.0);
  const Vector u = p.scaled_velocities(answer.u);
  Vector s(p.cones);
  for (int i = 0; i < p.cones; ++i) s[i] = u.segment(p.cone_row(i) + 1, 2).norm();
  hold(p, s, formulation);
  Vector x(formulation.problem.size());
  x << answer.v.cwiseQuotient(p.inverse_mass.cwiseSqrt()), p.scaled_impulses(answer.r);
  x /= formulation.unit;
  // F(x) is u + s e, which is in K* and normal to r.
  const Vector F = formulation.problem.K * x + formulation.problem.k;
  EXPECT_LE(F.head(problem.dof()).norm(), 1e-10);
  const Vector y = F.tail(p.rows()), r = x.tail(p.rows());
  for (int k = 0; k < p.free; ++k) EXPECT_NEAR(y[k], 0, 1e-9);
  for (int k = p.free; k < p.first_cone(); ++k) EXPECT_NEAR(std::min(r[k], y[k]), 0, 1e-9);
  for (int i = 0; i < p.cones; ++i) {
    const int k = p.cone_row(i);
    EXPECT_GE(y[k] - y.segment(k + 1, 2).norm(), -1e-9);
    EXPECT_NEAR(r.segment(k, 3).dot(y.segment(k, 3)), 0, 1e-9);
  }
}

TEST(QuadraticConstraints, DirectionsAreThoseOfTheLinearisedEquations) {
  const double rho = 0.01, h = 1e-6;
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  for (const ContactProblem& problem :
       {test::random_problem({}, Law::coulomb, 2), to_local(test::random_problem({.dimension = 2}, Law::coulomb, 2))}) {
    const interior_point::ScaledProblem p(problem);
    for (const Formulation& formulation : {fixed_sliding(p, 1), smooth_reformulation(p, 1)}) {
      const ConeProblem& kkt = formulation.problem;
      const auto equations = [&](const Point& at) {
        Vector F(kkt.size() + kkt.count()), residual = kkt.K * at.x + kkt.k;
        for (int j = 0; j < kkt.count(); ++j) {
          const Constraint& c = kkt.constraints[static_cast<std::size_t>(j)];
          c.add_gradient(at.x, -at.lambda[j], residual);
          F[kkt.size() + j] = at.lambda[j] * c.value(at.x);
        }
        F.head(kkt.size()) = residual;
        return F;
      };
      Point at{Vector::NullaryExpr(kkt.size(), [&] { return 0.1 * normal(random); }),
               Vector::NullaryExpr(kkt.count(), [&] { return uniform(random); })};
      Vector g(kkt.count());
      for (int j = 0; j < kkt.count(); ++j) at.x[kkt.constraints[static_cast<std::size_t>(j)].head] = uniform(random);
      for (int j = 0; j < kkt.count(); ++j) g[j] = kkt.constraints[static_cast<std::size_t>(j)].value(at.x);
      ASSERT_GT(g.minCoeff(), 0);

      NewtonSystem system(kkt);
      ASSERT_EQ(system.factorize(at, g, rho), Factorization::Outcome::done);
      const Vector F = equations(at);
      Point d;
      system.solve(F.head(kkt.size()), -F.tail(kkt.count()), d);
      const Point before{at.x - h * d.x, at.lambda - h * d.lambda}, after{at.x + h * d.x, at.lambda + h * d.lambda};
      Vector change = (equations(after) - equations(before)) / (2 * h);
      change.head(kkt.regularised) += rho * d.x.head(kkt.regularised);
      EXPECT_LE((change + F).norm(), 1e-6 * F.norm());
    }
  }
}

TEST(FrictionThesis, ProblemsOfJointsAloneAreSolved) {
  // The same joint twice, nothing to complement.
  ContactProblem p;
  p.law = Law::coulomb;
  p.cones.free = 2;
  p.M = SparseMatrix(Vector::Constant(2, 3.0).asDiagonal());
  Eigen::Matrix2d H;
  H << 1, 1, -1, -1;
  p.H = H.sparseView();
  p.f = Eigen::Vector2d(6, 0);
  p.w = Vector::Zero(2);
  std::vector<std::string> solvers = convex_methods;
  solvers.emplace_back("nop");
  for (const std::string& solver : solvers) {
    Solution s;
    StopRule rule;
    rule.tolerance = 1e-12;
    const Report report = make_solver(solver)->solve(p, rule, s);
    EXPECT_EQ(report.status, Status::solved) << solver << ": " << report.message;
    EXPECT_LE((s.v - Eigen::Vector2d(1, 1)).norm(), 1e-11) << solver;
  }
}

TEST(FrictionThesis, RelaxedRunsTakeAboutAsManyIterationsAsTheGapHasDigits) {
  // Of σ = 0.1 and steps of 0.9 each iteration gains at most one digit of the gap; Mehrotra's more.
  const ContactProblem p = test::random_problem({.friction = 8}, Law::convex, 4);
  std::map<std::string, int> iterations;
  for (const std::string& solver : convex_methods) {
    Solution s;
    const Report report = make_solver(solver)->solve(p, {}, s);
    ASSERT_EQ(report.status, Status::solved) << solver << ": " << report.message;
    EXPECT_EQ(report.solver, solver);
    EXPECT_EQ(report.factorizations, report.iterations);
    iterations[solver] = report.iterations;
    EXPECT_LE(report.iterations, 40) << solver;
  }
  EXPECT_LT(iterations["mehrotra-backtracking"], iterations["friedlander-orban-backtracking"]);
  EXPECT_LT(iterations["mehrotra-armijo"], iterations["friedlander-orban-armijo"]);
}

}  // namespace
}  // namespace signorini
