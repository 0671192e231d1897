// The line search of the semismooth Newton method.
#include "signorini/solver/coulomb/semismooth_newton.h"

#include <gtest/gtest.h>

#include "solver/problems.h"

namespace signorini {
namespace {

/// Steps that are judged from r on.
int judged_steps(const ContactProblem& problem, const coulomb::LineSearchOptions& options, int most, Vector& r) {
  StopRule rule;
  rule.tolerance = 0;
  Monitor monitor("test", problem, rule, 1000);
  coulomb::Workbench<3> bench(problem, monitor);
  if (r.size() == 0) r = Vector::Zero(bench.p.rows());
  EXPECT_TRUE(bench.prepare_system());
  coulomb::SemismoothNewton<3>(bench, options).run(r, most);
  Solution solution;
  return monitor.finish(solution).iterations;
}

/// A point mass that falls onto the plane and slides.
ContactProblem sliding_mass() { return test::point_mass(1, {2, 0, -1}, 0.5, 0, Law::coulomb); }

TEST(SemismoothNewton, DoesNotMoveWhenNoStepLengthWillDo) {
  Vector r;
  EXPECT_EQ(judged_steps(sliding_mass(), {.halvings = 0}, 5, r), 0);
  EXPECT_EQ(r, Vector::Zero(3));
  EXPECT_GT(judged_steps(sliding_mass(), {}, 5, r), 0);
  EXPECT_GT(r.norm(), 0.1);
}

/// Patience counts from the residual that the method starts with: of steps that are worse than that none is progress.
TEST(SemismoothNewton, HasProgressOnlyBelowTheResidualOfTheStart) {
  Vector r;
  judged_steps(sliding_mass(), {}, 50, r);
  EXPECT_LE(judged_steps(sliding_mass(), {.window = 5, .sufficient = -1e6, .patience = 1}, 50, r), 1);
}

}  // namespace
}  // namespace signorini
