// What the interior point method promises beyond the suite that all solvers share.

#include "signorini/solver/interior_point/interior_point.h"

#include <gtest/gtest.h>

#include "problems.h"
#include "signorini/problem/delassus.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/sweeps/gauss_seidel.h"

namespace signorini {
namespace {

Report solve(const ContactProblem& problem, Solution& solution, double tolerance, InteriorPointOptions options = {}) {
  StopRule rule;
  rule.tolerance = tolerance;
  return InteriorPoint(options).solve(problem, rule, solution);
}

TEST(InteriorPoint, ReachesTenDigitsOnPackingsInFewIterations) {
  for (const double mu : {0.0, 0.1, 0.3}) {
    Solution s;
    const Report report = solve(generate_packing({.spheres = 150, .friction = mu, .law = Law::convex}), s, 1e-10);
    EXPECT_EQ(report.status, Status::solved) << "mu " << mu << ": " << report.message;
    EXPECT_LE(report.iterations, 25);
  }
}

TEST(InteriorPoint, HoldsStacksOfAnyMassRatio) {
  // The answer is known: v = 0, each interface carries the weight above it.
  for (const int bodies : {3, 6, 9, 12}) {
    const ContactProblem p = generate_stack({.bodies = bodies, .mass_ratio = 10, .law = Law::convex});
    Solution s;
    const Report report = solve(p, s, 1e-8);
    EXPECT_EQ(report.status, Status::solved) << bodies << " bodies: " << report.message;
    double above = 0;
    for (int k = bodies - 1; k >= 0; --k) {
      above += -p.f[6 * k + 2];
      EXPECT_NEAR(s.r[p.cones.friction_row(k)], above, 1e-6 * above) << "interface " << k << " of " << bodies;
    }
  }
}

TEST(InteriorPoint, AgreesWithGaussSeidelOnVelocities) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    const ContactProblem p = test::random_problem({.dof = 14, .dimension = seed % 2 == 0 ? 2 : 3}, Law::convex, seed);
    Solution ours, theirs;
    StopRule rule;
    rule.tolerance = 1e-9;
    const Report report = solve(p, ours, 1e-8);
    ASSERT_EQ(report.status, Status::solved) << "seed " << seed << ": " << report.message;
    ASSERT_EQ(GaussSeidel().solve(p, rule, theirs).status, Status::solved);
    EXPECT_LE((ours.v - theirs.v).norm(), 1e-6 * ours.v.norm()) << "seed " << seed;
  }
}

TEST(InteriorPoint, DuplicatedJointsAndContactsChangeNothing) {
  const ContactProblem p = test::random_problem({.dof = 12, .free = 2, .positive = 2, .friction = 3}, Law::convex, 8);
  ContactProblem doubled = p;
  doubled.cones.free = 4;
  const Eigen::MatrixXd H(p.H);
  Eigen::MatrixXd H2(12, p.rows() + 2);
  H2 << H.leftCols(2), H;
  doubled.H = H2.sparseView();
  doubled.w.resize(p.rows() + 2);
  doubled.w << p.w.head(2), p.w;
  Solution single, twice;
  ASSERT_EQ(solve(p, single, 1e-9).status, Status::solved);
  const Report report = solve(doubled, twice, 1e-9);
  ASSERT_EQ(report.status, Status::solved) << report.message;
  EXPECT_LE((single.v - twice.v).norm(), 1e-8 * single.v.norm());
}

TEST(InteriorPoint, BrickOnManyCornersComesToRest) {
  const ContactProblem p = generate_stack({.bodies = 1, .mass_ratio = 1, .shape = StackShape::box, .law = Law::convex});
  Solution s;
  ASSERT_EQ(solve(p, s, 1e-10).status, Status::solved);
  EXPECT_LE(s.v.norm(), 1e-9);
}

TEST(InteriorPoint, WithoutConeRowsTakesOneStep) {
  const ContactProblem p = test::random_problem({.dof = 8, .free = 3, .positive = 0, .friction = 0}, Law::convex, 4);
  Solution s;
  const Report report = solve(p, s, 1e-9);
  EXPECT_EQ(report.status, Status::solved) << report.message;
  EXPECT_LE(report.iterations, 2);
}

TEST(InteriorPoint, CountsItsFactorisations) {
  Solution s;
  const Report report = solve(generate_packing({.spheres = 40, .law = Law::convex}), s, 1e-8);
  EXPECT_EQ(report.factorizations, report.iterations);
  EXPECT_GT(report.timings.factorize, 0);
}

TEST(InteriorPoint, CorrectorsSaveIterations) {
  const ContactProblem p = generate_packing({.spheres = 200, .friction = 0.3, .law = Law::convex});
  Solution s;
  const int with = solve(p, s, 1e-8).iterations;
  s = {};
  const int without = solve(p, s, 1e-8, {.correctors = 0}).iterations;
  EXPECT_LT(with, without);
}

}  // namespace
}  // namespace signorini
