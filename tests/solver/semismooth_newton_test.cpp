// The line search of the semismooth Newton method.
#include "signorini/solver/coulomb/semismooth_newton.h"

#include <random>

#include <gtest/gtest.h>

#include "solver/problems.h"

namespace signorini {
namespace {

/// The best certificate; from r, or from nothing where it is empty.
double run(const ContactProblem& problem, const coulomb::LineSearchOptions& options, int most, Vector& r) {
  StopRule rule;
  rule.tolerance = 0;
  Monitor monitor("test", problem, rule, 1000);
  coulomb::Workbench<3> bench(problem, monitor);
  if (r.size() == 0) r = Vector::Zero(bench.p.rows());
  EXPECT_TRUE(bench.prepare_system());
  coulomb::SemismoothNewton<3>(bench, options).run(r, most);
  return bench.best_value;
}

double residual(const ContactProblem& problem, const Vector& r) {
  Monitor monitor("test", problem, {}, 1);
  coulomb::Workbench<3> bench(problem, monitor);
  Vector u;
  bench.motion.velocities(r, u);
  return newton::NewtonEquation<3>(bench).residual(r, u);
}

/// A point mass that falls onto the plane and slides.
ContactProblem sliding_mass() { return test::point_mass(1, {2, 0, -1}, 0.5, 0, Law::coulomb); }

TEST(SemismoothNewton, DoesNotMoveWhenNoStepLengthWillDo) {
  Vector r;
  run(sliding_mass(), {.halvings = 0}, 5, r);
  EXPECT_EQ(r, Vector::Zero(3));
  run(sliding_mass(), {}, 5, r);
  EXPECT_GT(r.norm(), 0.1);
}

/// Patience counts from the residual of the start: of one step it is lost where that step makes no progress. Every step
/// is long enough here, so that some go up.
TEST(SemismoothNewton, AFirstStepWithoutProgressCountsAgainstPatience) {
  const coulomb::LineSearchOptions impatient{.sufficient = -1e6, .patience = 1};
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  int without_progress = 0;
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
    const ContactProblem problem = test::random_problem({}, Law::coulomb, seed);
    const Vector start = Vector::NullaryExpr(problem.rows(), [&] { return normal(random); });
    Vector once = start, until_impatient = start;
    run(problem, impatient, 1, once);
    run(problem, impatient, 50, until_impatient);
    if (residual(problem, once) < coulomb::good_share * residual(problem, start)) continue;
    ++without_progress;
    EXPECT_EQ(until_impatient, once) << "seed " << seed;
  }
  EXPECT_GT(without_progress, 0);
}

/// Joints and contacts without friction: which are open is all that there is to find.
TEST(SemismoothNewton, SolvesRowsWithoutFrictionInAFewSteps) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    Vector r;
    const ContactProblem problem = test::random_problem({.positive = 6, .friction = 0}, Law::coulomb, seed);
    EXPECT_LT(run(problem, {}, 12, r), 1e-12) << "seed " << seed;
  }
}

}  // namespace
}  // namespace signorini
