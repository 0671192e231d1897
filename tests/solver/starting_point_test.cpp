// Where the interior point method starts.
#include "signorini/solver/interior_point/starting_point.h"

#include <gtest/gtest.h>

#include "signorini/solver/catalogue/catalogue.h"
#include "solver/problems.h"

namespace signorini {
namespace {

/// Impulses after one iteration.
Vector first_impulses(const ContactProblem& problem, const char* start) {
  StopRule rule;
  rule.tolerance = 1e-12;
  rule.max_iterations = 1;
  Solution solution;
  make_solver("interior-point", {{"start", start}})->solve(problem, rule, solution);
  return solution.r;
}

/// One positive row alone, and all kinds of rows.
class StartingPoints : public testing::TestWithParam<const char*> {
 protected:
  const std::vector<ContactProblem> problems{
      test::random_problem({.dof = 3, .free = 0, .positive = 1, .friction = 0}, Law::frictionless, 1),
      test::random_problem({}, Law::convex, 2)};
};
INSTANTIATE_TEST_SUITE_P(InteriorPoint, StartingPoints, testing::Values("axes", "nocedal", "dapuzzo", "cone"),
                         [](const auto& start) { return std::string(start.param); });

/// With all velocities a million times smaller impulses are, too, from the first iteration on.
TEST_P(StartingPoints, FollowTheUnitOfVelocities) {
  constexpr double small = 1e-6;
  for (const ContactProblem& problem : problems) {
    ContactProblem slow = problem;
    slow.f *= small;
    slow.w *= small;
    const Vector expected = first_impulses(problem, GetParam());
    ASSERT_GT(expected.norm(), 0);
    EXPECT_LT((first_impulses(slow, GetParam()) / small - expected).norm(), 1e-6 * expected.norm());
  }
}

/// A soft motor drives a body at rest against its limit: the limit's own free velocity is rounding, and tells no size.
TEST(StartingPoint, WhereInequalitiesAreRoundingTheOtherRowsTellTheSize) {
  for (const double speed : {1e-3, 1.0, 1e3}) {
    ContactProblem p;
    p.M = Eigen::Matrix2d::Identity().sparseView();
    p.H = (Eigen::Matrix2d() << 1, -1, 0, 0).finished().sparseView();
    p.f = Vector::Zero(2);
    p.w = Eigen::Vector2d(-speed, -1e-17);
    p.E = Eigen::Vector2d(0.01, 0);
    p.cones.free = p.cones.positive = 1;
    p.law = Law::convex;
    Solution solution;
    const Report report = make_solver("interior-point", {})->solve(p, {.tolerance = 1e-8}, solution);
    EXPECT_EQ(report.status, Status::solved);
    EXPECT_LE(report.iterations, 15);
    EXPECT_NEAR(solution.r[1], speed / 0.01, 1e-6 * speed / 0.01);
  }
}

}  // namespace
}  // namespace signorini
