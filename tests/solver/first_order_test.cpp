// The parts that the first-order methods share, and what is special to each method.

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include "first_order_checks.h"
#include "print_names.h"
#include "problems.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/first_order/face.h"
#include "signorini/solver/first_order/proximal_system.h"

namespace signorini::first_order {
namespace {

using test::random_problem;

ContactProblem compliant_problem(Form form, unsigned seed) {
  ContactProblem p = random_problem({}, Law::convex, seed);
  p.E = Vector::LinSpaced(p.rows(), 0.0, 0.5);
  return form == Form::global ? p : to_local(p);
}

Eigen::MatrixXd dense_operator(const ReducedProblem& reduced) {
  return Eigen::MatrixXd(Delassus(reduced.problem).assemble());
}

class BothForms : public testing::TestWithParam<Form> {};

TEST_P(BothForms, GradientCurvatureAndNormAreThoseOfTheMatrix) {
  const ReducedProblem reduced(compliant_problem(GetParam(), 3), Scaling::rows);
  const ConeQp qp(reduced, 1);
  const Eigen::MatrixXd A = dense_operator(reduced);
  Point x = qp.zero();
  x.x = Vector::LinSpaced(qp.rows(), -1.0, 2.0);
  Point d = x;
  qp.refresh(x);
  qp.refresh_direction(d);
  Vector g;
  qp.gradient(x, g);
  EXPECT_LE((g - A * x.x - qp.delassus().q()).norm(), 1e-12 * g.norm());
  EXPECT_NEAR(qp.curvature(d), d.x.dot(A * d.x), 1e-12 * A.norm() * d.x.squaredNorm());
  const double norm = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A).eigenvalues().maxCoeff();
  EXPECT_LE(qp.norm_estimate(40), norm * (1 + 1e-12));
  EXPECT_GE(qp.norm_estimate(40), 0.95 * norm);
}

TEST_P(BothForms, SweepMovesTheStateAlong) {
  const ReducedProblem reduced(compliant_problem(GetParam(), 4), Scaling::contact);
  const ConeQp qp(reduced, 1);
  Point x = qp.start({}), step;
  qp.sweep(x, step, []<int d>(Sums&, const Block&, const VectorN<d>& g, const VectorN<d>&) { return g; });
  Point fresh = step;
  qp.refresh_direction(fresh);
  EXPECT_LE((fresh.s - step.s).norm(), 1e-13 * step.s.norm());
  Vector g;
  qp.gradient(x, g);
  EXPECT_EQ(g, step.x);
}

TEST_P(BothForms, ProximalSystemSolvesItsEquation) {
  const ReducedProblem reduced(compliant_problem(GetParam(), 5), Scaling::rows);
  const Eigen::MatrixXd A = dense_operator(reduced);
  ProximalSystem system(reduced.problem);
  system.analyze();
  const Vector rho = Vector::LinSpaced(A.rows(), 0.1, 0.4), c = Vector::LinSpaced(A.rows(), -1, 1);
  ASSERT_EQ(system.factorize(rho), Factorization::Outcome::done);
  Vector x;
  system.solve(c, x);
  const Vector expected = (A + Eigen::MatrixXd(rho.asDiagonal())).ldlt().solve(c - Delassus(reduced.problem).q());
  EXPECT_LE((x - expected).norm(), 1e-10 * expected.norm());
}

INSTANTIATE_TEST_SUITE_P(Forms, BothForms, testing::Values(Form::global, Form::local),
                         [](const auto& form) { return std::string(to_string(form.param)); });

TEST(ReducedProblem, CountsImpulsesInUnitsThatMakeTheDiagonalOne) {
  const ContactProblem p = random_problem({}, Law::convex, 8, 1e5);
  const ReducedProblem rows(p, Scaling::rows), contact(p, Scaling::contact);
  const Vector diagonal = Delassus(rows.problem).diagonal(), averaged = Delassus(contact.problem).diagonal();
  for (int k = 0; k < p.cones.first_friction(); ++k) EXPECT_NEAR(diagonal[k], 1, 1e-12);
  for (int i = 0; i < p.cones.friction(); ++i) {
    const int row = p.cones.friction_row(i);
    EXPECT_NEAR(diagonal[row], 1, 1e-12);
    EXPECT_NEAR(diagonal.segment(row + 1, 2).mean(), 1, 1e-12);
    EXPECT_NEAR(averaged.segment(row, 3).mean(), 1, 1e-12);
    // The cone is the same set of impulses.
    EXPECT_NEAR(rows.problem.cones.mu[i] * rows.map.t[row + 1] / rows.map.t[row], 0.3, 1e-12);
  }
  const Vector r = Vector::LinSpaced(p.rows(), 1, 2);
  EXPECT_TRUE(rows.map.impulses(rows.map.scaled_impulses(r)).isApprox(r));
}

/// One cone, A = T W T of a random problem.
struct OneCone {
  ReducedProblem reduced{random_problem({.free = 0, .positive = 0, .friction = 1, .mu = 0.4}, Law::convex, 2),
                         Scaling::rows};
  ConeQp qp{reduced, 1};
  Block block{Block::Kind::friction, 0, reduced.problem.cones.mu[0]};
  Eigen::Matrix3d A = dense_operator(reduced);

  Vector3 on_boundary(double normal, double angle) const {
    return {normal, block.mu * normal * std::cos(angle), block.mu * normal * std::sin(angle)};
  }
};

TEST(Face, ProjectedGradientIsTheSlopeOfTheProjectedPath) {
  const OneCone cone;
  const Vector3 inside(1, 0.1 * cone.block.mu, 0), edge = cone.on_boundary(2, 0.7);
  for (const Vector3& x : {Vector3(0, 0, 0), inside, edge})
    for (const Vector3& g : {Vector3(1, 0.3, -0.2), Vector3(-1, 0.3, 0.2), Vector3(-0.2, -3, 1), Vector3(0.1, 2, 2)}) {
      const double step = 1e-7;
      const Vector3 slope = (x - ConeQp::project<3>(cone.block, Vector3(x - step * g))) / step;
      EXPECT_LE((Face::projected_gradient<3>(cone.block, x, g) - slope).norm(), 1e-5) << x << "\n" << g;
    }
}

/// Without friction one step along the gradient ends the fall of a point mass.
TEST(Gpminres, TakesWholeStepsWhereItMayHalveNone) {
  StopRule rule;
  Solution solution;
  const ContactProblem problem = test::point_mass(2, {0, 0, -1}, 0, 0, Law::frictionless);
  const Report report = make_solver("gpminres", {{"max_halvings", "0"}})->solve(problem, rule, solution);
  EXPECT_EQ(report.status, Status::solved) << report.message;
  EXPECT_NEAR(solution.r[0], 1, 1e-12);
}

TEST(Face, CurvatureOfTheConeIsSeenByTheProjectedPath) {
  // f(P(x + t v)) = f + t gᵀv + ½ t² vᵀ(A + C) v + O(t³) for v in the tangent plane and -g outward.
  const OneCone cone;
  const Vector3 x = cone.on_boundary(1.5, 0.4);
  const Vector3 normal = Vector3(-cone.block.mu, std::cos(0.4), std::sin(0.4)).normalized();
  const Vector3 g = -2 * normal, b = g - cone.A * x;  // a gradient along the normal: no first-order change
  const auto f = [&](const Vector3& y) { return 0.5 * y.dot(cone.A * y) + b.dot(y); };
  Face face(cone.qp);
  face.update(Vector(x), Vector(g));
  const Vector3 v = Vector3(0, -std::sin(0.4), std::cos(0.4)) + 0.5 * x.normalized();
  EXPECT_NEAR(normal.dot(v), 0, 1e-12);
  const double t = 1e-3;
  const auto moved = [&](double s) { return f(ConeQp::project<3>(cone.block, Vector3(x + s * v))); };
  const double second = (moved(t) - 2 * f(x) + moved(-t)) / (t * t);
  EXPECT_NEAR(second, v.dot(cone.A * v + face.curve<3>(cone.block, v)), 1e-4 * second);
  EXPECT_GT(face.curve<3>(cone.block, v).norm(), 0.1);
}

TEST(Face, StepToTheBoundaryEndsOnIt) {
  const OneCone cone;
  Face face(cone.qp);
  const Vector3 x(1, 0.2 * cone.block.mu, 0.1 * cone.block.mu);
  face.update(Vector(x), Vector(Vector3(0, 0, 0)));
  for (const Vector3& direction : {Vector3(-1, 0, 0), Vector3(0, 1, 0.3), Vector3(1, -5, 2), Vector3(-0.1, 0.2, 0.9)}) {
    const double step = face.step_to_boundary<3>(cone.block, x, direction);
    EXPECT_NEAR(friction::margin<3>(Vector3(x + step * direction), cone.block.mu), 0, 1e-12);
    EXPECT_GE(x[0] + step * direction[0], 0);
  }
  EXPECT_EQ(face.step_to_boundary<3>(cone.block, x, Vector3(1, 0, 0)), INFINITY);
}

class FirstOrder : public testing::TestWithParam<std::string> {
 protected:
  static Report solve(const ContactProblem& problem, Solution& solution, const StopRule& rule,
                      const OptionValues& options = {}) {
    return test::solve_by(GetParam(), problem, rule, solution, options);
  }
};

TEST_P(FirstOrder, SameBitsForAnyNumberOfThreads) {
  test::expect_same_bits_for_any_number_of_threads(GetParam(), generate_packing({.spheres = 2800, .law = Law::convex}));
}

TEST_P(FirstOrder, PackingIsSolvedWhateverTheUnits) {
  const ContactProblem p = generate_packing({.spheres = 150, .friction = 0.25, .law = Law::convex});
  Solution reference;
  StopRule rule;
  rule.tolerance = 1e-9;
  const double objective = make_solver("interior-point")->solve(p, rule, reference).objective;
  rule.tolerance = 1e-7;
  for (const char* scaling : {"rows", "contact"}) {
    Solution s;
    const Report report = solve(p, s, rule, {{"scaling", scaling}});
    EXPECT_EQ(report.status, Status::solved) << scaling << ": " << report.message;
    EXPECT_NEAR(report.objective, objective, 1e-6 * std::abs(objective));
    EXPECT_LE((s.v - reference.v).norm(), 1e-4 * reference.v.norm());
  }
}

TEST_P(FirstOrder, WarmStartSavesIterations) {
  test::expect_warm_start_to_save_iterations(GetParam(), generate_packing({.spheres = 150, .law = Law::convex}), 1e-5);
}

TEST_P(FirstOrder, HistoryAndBudgetsAreKept) {
  const ContactProblem p = generate_packing({.spheres = 300, .law = Law::convex});
  StopRule rule;
  rule.tolerance = 1e-14;
  rule.max_iterations = 20;
  Solution s;
  const Report report = solve(p, s, rule);
  EXPECT_EQ(report.status, Status::iteration_limit);
  EXPECT_EQ(report.iterations, 20);
  ASSERT_GT(report.history.size(), 2U);
  for (std::size_t k = 1; k < report.history.size(); ++k)
    EXPECT_GT(report.history[k].iteration, report.history[k - 1].iteration);
}

TEST_P(FirstOrder, TimeThatIsUpEndsWithAnAnswer) {
  const ContactProblem p = generate_packing({.spheres = 300, .law = Law::convex});
  StopRule rule;
  rule.tolerance = 1e-14;
  rule.time_limit = 1e-9;
  Solution s;
  EXPECT_EQ(solve(p, s, rule).status, Status::time_limit);
  EXPECT_EQ(s.r.size(), p.rows());
}

TEST_P(FirstOrder, MatricesNearlySymmetricAreSolvedAsGiven) {
  ContactProblem p = to_local(random_problem({}, Law::convex, 6));
  Eigen::MatrixXd W = p.W;
  for (int i = 0; i < W.rows(); ++i)
    for (int j = 0; j < i; ++j) W(i, j) *= 1 + 1e-4;
  p.W = W.sparseView();
  StopRule rule;
  rule.tolerance = 1e-7;
  Solution s;
  EXPECT_EQ(solve(p, s, rule).status, Status::solved);
  EXPECT_LE(certify(p, s).value(), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(Methods, FirstOrder, testing::Values("apgd", "p-spg-fb", "gpminres", "kucera", "admm"),
                         [](const auto& method) {
                           std::string name = method.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(PSpgFb, StoppingEarlyIsSafe) {
  // The fallback's residual, eq. 24 with τ = 1, never rises with the budget.
  const ContactProblem p = generate_packing({.spheres = 100, .law = Law::convex});
  const ConeQp qp(p, Scaling::rows, 1);
  double last = INFINITY;
  for (int budget = 1; budget < 60; budget += 3) {
    StopRule rule;
    rule.tolerance = 1e-12;
    rule.max_iterations = budget;
    Solution s;
    // Judge nothing but the start and the end, so that the answer is the fallback.
    make_solver("p-spg-fb")->solve(p, rule, s);
    Point x = qp.start(s);
    const double residual2 =
        qp.read(x, []<int d>(Sums& sums, const Block& block, const VectorN<d>& g, const VectorN<d>& from) {
          sums[0] += (from - ConeQp::project<d>(block, VectorN<d>(from - g))).squaredNorm();
        })[0];
    EXPECT_LE(residual2, last * (1 + 1e-9)) << budget;
    last = residual2;
  }
}

TEST(Gpminres, FactorisedFacesNeedFewerIterations) {
  const ContactProblem p = generate_packing({.spheres = 150, .law = Law::convex});
  StopRule rule;
  rule.tolerance = 1e-9;
  Solution plain, factored;
  const Report first = make_solver("gpminres")->solve(p, rule, plain);
  const Report second = make_solver("gpminres", {{"preconditioner", "cholesky"}})->solve(p, rule, factored);
  EXPECT_EQ(first.status, Status::solved);
  EXPECT_EQ(second.status, Status::solved);
  EXPECT_LT(2 * second.iterations, first.iterations);
  EXPECT_LE((plain.v - factored.v).norm(), 1e-6 * plain.v.norm());
}

TEST(Gpminres, HoldsAStackOfTenfoldMasses) {
  const ContactProblem p = generate_stack({.bodies = 8, .mass_ratio = 10, .law = Law::convex});
  StopRule rule;
  rule.tolerance = 1e-6;
  Solution s;
  const Report report = make_solver("gpminres")->solve(p, rule, s);
  EXPECT_EQ(report.status, Status::solved) << report.message;
  EXPECT_LT(report.iterations, 1000);
}

TEST(Kucera, AnyProportionFindsTheAnswer) {
  // With large Γ contacts are released late, with small Γ at once.
  const ContactProblem p = generate_packing({.spheres = 100, .law = Law::frictionless});
  StopRule rule;
  rule.tolerance = 1e-10;
  for (const char* gamma : {"0.1", "1", "10"}) {
    Solution s;
    const Report report = make_solver("kucera", {{"gamma", gamma}})->solve(p, rule, s);
    EXPECT_EQ(report.status, Status::solved) << gamma;
    EXPECT_LE(report.iterations, 2000) << gamma;
  }
}

TEST(Admm, FactorisesFewTimes) {
  const ContactProblem p = generate_packing({.spheres = 200, .law = Law::convex});
  StopRule rule;
  rule.tolerance = 1e-7;
  Solution s;
  const Report report = make_solver("admm")->solve(p, rule, s);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_LE(report.factorizations, 6);
  EXPECT_GT(report.iterations, 10 * report.factorizations);
  const Report fixed = make_solver("admm", {{"adaptive", "false"}})->solve(p, rule, s = {});
  EXPECT_EQ(fixed.factorizations, 1);
}

TEST(Apgd, BothMomentaBeatPlainSteps) {
  const ContactProblem p = generate_packing({.spheres = 200, .law = Law::convex});
  StopRule rule;
  rule.tolerance = 1e-4;
  const auto iterations = [&](const char* solver, const OptionValues& options) {
    Solution s;
    const Report report = make_solver(solver, options)->solve(p, rule, s);
    EXPECT_EQ(report.status, Status::solved);
    return report.iterations;
  };
  const int plain = iterations("jacobi", {{"momentum", "false"}});
  EXPECT_LT(5 * iterations("apgd", {}), plain);
  EXPECT_LT(3 * iterations("apgd", {{"momentum", "nesterov"}}), plain);
}

}  // namespace
}  // namespace signorini::first_order
