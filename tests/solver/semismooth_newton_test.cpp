// The line search of the semismooth Newton method.
#include "signorini/solver/coulomb/semismooth_newton.h"

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

/// A point mass that falls onto the plane and slides.
ContactProblem sliding_mass() { return test::point_mass(1, {2, 0, -1}, 0.5, 0, Law::coulomb); }

TEST(SemismoothNewton, DoesNotMoveWhenNoStepLengthWillDo) {
  Vector r;
  run(sliding_mass(), {.halvings = 0}, 5, r);
  EXPECT_EQ(r, Vector::Zero(3));
  run(sliding_mass(), {}, 5, r);
  EXPECT_GT(r.norm(), 0.1);
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
