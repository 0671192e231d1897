// Law coulomb for the first-order methods.

#include <algorithm>

#include <gtest/gtest.h>

#include "first_order_checks.h"
#include "problems.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/first_order/s_correction.h"

namespace signorini::first_order {
namespace {

using test::random_problem;

/// Impulses that lie inside the cones.
Point some_point(const ConeQp& qp) {
  Solution guess{{}, Vector::LinSpaced(qp.rows(), 0.5, 1.5), {}};
  return qp.start(guess);
}

TEST(SCorrection, IsFrictionTimesTangentialSpeedInTheUnitsOfTheRows) {
  for (const Scaling scaling : {Scaling::rows, Scaling::contact, Scaling::none}) {
    const ContactProblem p = random_problem({}, Law::coulomb, 4);
    const ReducedProblem reduced(p, scaling);
    const ConeQp qp(reduced, 1);
    const Point point = some_point(qp);
    SCorrection sliding(p.law, qp, 1, 10);
    sliding.start(qp, point);
    const Vector r = reduced.map.impulses(point.x);
    const Vector u = Delassus(p).assemble() * r + Delassus(p).q();
    for (int i = 0; i < p.cones.friction(); ++i) {
      const int row = p.cones.friction_row(i);
      ASSERT_GT(point.x[row], 0);
      EXPECT_NEAR(sliding.s()[row], reduced.map.t[row] * p.friction(i) * u.segment(row + 1, 2).norm(), 1e-12);
    }
  }
}

TEST(SCorrection, StartsAtZeroWhereNothingPressesAndUnderTheConvexLaw) {
  const ContactProblem p = random_problem({}, Law::coulomb, 4);
  const ConeQp qp(p, Scaling::rows, 1);
  SCorrection exact(Law::coulomb, qp, 1, 10), convex(Law::convex, qp, 1, 10);
  exact.start(qp, qp.start({}));
  EXPECT_EQ(exact.s(), Vector::Zero(qp.rows()));
  convex.start(qp, some_point(qp));
  EXPECT_FALSE(convex.active());
  EXPECT_EQ(convex.follow<3>({Block::Kind::friction, 0, 0.5}, Vector3(0, 3, 4)), 0);
}

TEST(SCorrection, FollowsByItsShareAndMoreSlowlyWhenDamped) {
  const ContactProblem p = random_problem({.free = 0, .positive = 0, .friction = 1}, Law::coulomb, 4);
  const ConeQp qp(p, Scaling::rows, 1);
  SCorrection sliding(p.law, qp, 0.5, 10);
  const Block block{Block::Kind::friction, 0, 0.4};
  const Vector3 u(-7, 3, 4);
  EXPECT_DOUBLE_EQ(sliding.target<3>(block, u), 2);
  EXPECT_DOUBLE_EQ(sliding.follow<3>(block, u), 1);
  EXPECT_DOUBLE_EQ(sliding.follow<3>(block, u), 1.5);
  sliding.damp();
  EXPECT_DOUBLE_EQ(sliding.follow<3>(block, u), 1.625);
  for (int k = 0; k < 100; ++k) sliding.damp();
  const double before = sliding.s()[0];
  EXPECT_GT(sliding.follow<3>(block, u), before) << "never stands still";
}

TEST(SCorrection, SameBitsForAnyNumberOfThreads) {
  const ContactProblem p = generate_packing({.spheres = 2800, .law = Law::coulomb});
  for (const char* method : {"apgd", "p-spg-fb"})  // admm visits the contacts on one thread
    test::expect_same_bits_for_any_number_of_threads(method, p);
}

class FirstOrderCoulomb : public testing::TestWithParam<std::string> {
 protected:
  static Report solve(const ContactProblem& problem, Solution& solution, const StopRule& rule) {
    return test::solve_by(GetParam(), problem, rule, solution);
  }
};

TEST_P(FirstOrderCoulomb, PackingsWallsAndStacksAreSolved) {
  StopRule rule;
  rule.tolerance = 1e-4;
  for (const ContactProblem& p :
       {generate_packing({.spheres = 150, .friction = 0.3, .law = Law::coulomb}),
        generate_wall({.rows = 5, .columns = 5, .friction = 0.5, .law = Law::coulomb}),
        generate_stack({.bodies = 20, .mass_ratio = 1, .shape = StackShape::box, .law = Law::coulomb})}) {
    Solution s;
    const Report report = solve(p, s, rule);
    EXPECT_EQ(report.status, Status::solved) << p.cones.contacts() << " contacts: " << report.message;
    EXPECT_LE(certify(p, s).value(), rule.tolerance);
  }
}

TEST_P(FirstOrderCoulomb, WarmStartSavesIterations) {
  test::expect_warm_start_to_save_iterations(GetParam(), generate_packing({.spheres = 150, .law = Law::coulomb}), 1e-4);
}

TEST_P(FirstOrderCoulomb, HighFrictionThatIsNotReachedIsNotCalledSolved) {
  const ContactProblem p = generate_packing({.spheres = 350, .friction = 0.7, .law = Law::coulomb});
  StopRule rule;
  rule.tolerance = 1e-10;
  rule.max_iterations = 2000;
  Solution s;
  const Report report = solve(p, s, rule);
  EXPECT_EQ(report.status, Status::iteration_limit);
  EXPECT_EQ(certify(p, s).value(), report.certificate.value());
  EXPECT_GT(report.certificate.value(), rule.tolerance);
  EXPECT_LT(report.certificate.value(), 0.1) << "the best answer is still a fair one";
}

INSTANTIATE_TEST_SUITE_P(Methods, FirstOrderCoulomb, testing::Values("apgd", "p-spg-fb", "admm"),
                         [](const auto& method) {
                           std::string name = method.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace signorini::first_order
