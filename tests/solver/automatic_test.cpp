#include "signorini/solver/combined/automatic.h"

#include <gtest/gtest.h>

#include "problems.h"
#include "signorini/problem/delassus.h"
#include "signorini/problem/generate/generate.h"

namespace signorini {
namespace {

ContactProblem packing() { return generate_packing({.spheres = 150, .friction = 0.3, .law = Law::convex}); }
ContactProblem wall() { return generate_wall({.rows = 12, .columns = 8, .law = Law::convex}); }

TEST(ChooseMethod, FollowsFromSizeFormMassesAndLaw) {
  EXPECT_EQ(choose_method(packing()).method, "apgd");
  EXPECT_EQ(choose_method(generate_packing({.spheres = 20, .law = Law::convex})).method, "interior-point");
  EXPECT_EQ(choose_method(to_local(packing())).method, "interior-point");
  EXPECT_EQ(choose_method(generate_packing({.spheres = 150, .law = Law::coulomb})).method, "portfolio");
  ContactProblem heavy = packing();
  for (int k = 0; k < heavy.dof() / 2; ++k) heavy.M.coeffRef(k, k) *= 1e4;
  EXPECT_EQ(choose_method(heavy).method, "interior-point");
}

TEST(ChooseMethod, SweepsFromAGuessAtLowAccuracy) {
  EXPECT_EQ(choose_method(packing(), 1e-4, true).method, "gauss-seidel");
  EXPECT_EQ(choose_method(packing(), 1e-4, false).method, "apgd");
  EXPECT_EQ(choose_method(packing(), 1e-8, true).method, "gauss-seidel");
  EXPECT_LT(choose_method(packing(), 1e-8, true).budget, choose_method(packing(), 1e-4, true).budget);
  const ContactProblem few = generate_packing({.spheres = 20, .law = Law::convex});
  EXPECT_EQ(choose_method(few, 1e-4, true).method, "interior-point");
  EXPECT_EQ(choose_method(to_local(packing()), 1e-4, true).method, "interior-point");
}

/// Sweeps that crawl show it soon; sweeps that do not take a tenth of the time of factorisations.
TEST(ChooseMethod, SweepsFromAGuessWhateverTheMasses) {
  for (const Law law : {Law::convex, Law::coulomb}) {
    ContactProblem heavy = packing();
    heavy.law = law;
    EXPECT_EQ(choose_method(heavy, 1e-8, true).follows_trend, law == Law::convex);
    for (int k = 0; k < heavy.dof() / 2; ++k) heavy.M.coeffRef(k, k) *= 1e4;
    const AutomaticChoice choice = choose_method(heavy, 1e-8, true);
    EXPECT_EQ(choice.method, "gauss-seidel");
    EXPECT_TRUE(choice.follows_trend);
  }
}

TEST(ChooseMethod, SweepsALoneContact) {
  for (const Law law : {Law::convex, Law::coulomb}) {
    const ContactProblem lone = generate_packing({.spheres = 1, .friction = 0.3, .law = law});
    ASSERT_EQ(lone.cones.contacts(), 1);
    EXPECT_EQ(choose_method(lone, 1e-10).method, "gauss-seidel");
    Solution solution;
    const Report report = Auto().solve(lone, {.tolerance = 1e-12}, solution);
    EXPECT_EQ(report.status, Status::solved) << report.message;
    EXPECT_EQ(report.factorizations, 0);
  }
}

/// Steps of a packing whose forces change: sweeps from the last answer, which another method finishes where they crawl.
TEST(Auto, GoesOnFromAGuessAtLowAccuracy) {
  ContactProblem problem = packing();
  Solution solution;
  ASSERT_EQ(Auto().solve(problem, {.tolerance = 1e-8}, solution).status, Status::solved);
  problem.f *= 1.01;
  const Report report = Auto().solve(problem, {.tolerance = 1e-4}, solution);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_LE(certify(problem, solution).value(), 1e-4);
  EXPECT_EQ(report.message.rfind("gauss-seidel", 0), 0u) << report.message;
  EXPECT_EQ(report.factorizations, 0);
}

/// The same with exact friction, where a trend of sweeps says little.
TEST(Auto, SweepsFromAGuessUnderExactFriction) {
  ContactProblem problem = generate_packing({.spheres = 150, .friction = 0.3, .law = Law::coulomb});
  EXPECT_EQ(choose_method(problem, 1e-4, true).method, "gauss-seidel");
  const AutomaticChoice digits = choose_method(problem, 1e-8, true);
  EXPECT_EQ(digits.method, "gauss-seidel");
  EXPECT_LT(digits.budget, choose_method(problem, 1e-4, true).budget);  // Newton's method goes on from there
  EXPECT_EQ(choose_method(to_local(problem), 1e-4, true).method, "portfolio");
  Solution solution;
  ASSERT_EQ(Auto().solve(problem, {.tolerance = 1e-6}, solution).status, Status::solved);
  problem.f *= 1.01;
  const Report report = Auto().solve(problem, {.tolerance = 1e-4}, solution);
  EXPECT_EQ(report.status, Status::solved) << report.message;
  EXPECT_LE(certify(problem, solution).value(), 1e-4);
  EXPECT_EQ(report.message.rfind("gauss-seidel", 0), 0u) << report.message;
  EXPECT_EQ(report.factorizations, 0);
}

/// A guess that belongs to bodies at rest is not swept but taken to rounding, so that the next step needs nothing.
TEST(Auto, TakesBodiesAtRestToRounding) {
  ContactProblem problem = packing();
  Solution solution;
  ASSERT_EQ(Auto().solve(problem, {.tolerance = 1e-9}, solution).status, Status::solved);
  const Report report = Auto().solve(problem, {.tolerance = 3e-4, .guess_share = 1e-9}, solution);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_LE(report.certificate.value(), 1e-11) << report.message;
  EXPECT_GT(report.factorizations, 0);
}

/// The same guess in motion: what it leaves is lost in the motion, and a factorisation would be wasted.
TEST(Auto, SweepsOnceWhereBodiesMove) {
  ContactProblem problem = packing();
  Solution solution;
  ASSERT_EQ(Auto().solve(problem, {.tolerance = 1e-9}, solution).status, Status::solved);
  const Report report = Auto().solve(problem, {.tolerance = 3e-4, .guess_share = 1e-9, .moving = true}, solution);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_EQ(report.factorizations, 0);
}

/// The factor of a large packing takes the time of thousands of sweeps, and its memory.
TEST(ChooseMethod, SweepsFromAGuessInLargeProblems) {
  const ContactProblem large = generate_packing({.spheres = 4000, .friction = 0.3, .law = Law::convex});
  ASSERT_GE(large.cones.contacts(), 8000);
  EXPECT_EQ(choose_method(large, 1e-8, true).method, "gauss-seidel");
  EXPECT_EQ(choose_method(large, 1e-8, false).method, "apgd");
  ContactProblem exact = large;
  exact.law = Law::coulomb;
  EXPECT_EQ(choose_method(exact, 1e-8, true).method, "gauss-seidel");
}

/// Balls side by side on a floor, more than any factor of exact friction has time for.
TEST(ChooseMethod, SweepsHugeProblemsOfExactFriction) {
  constexpr int balls = 30'000;
  ContactProblem problem;
  problem.law = Law::coulomb;
  problem.M.resize(3 * balls, 3 * balls);
  problem.M.setIdentity();
  problem.H = problem.M;
  problem.f = problem.w = Vector::Constant(3 * balls, -1);
  problem.cones.mu = Vector::Constant(balls, 0.5);
  EXPECT_EQ(choose_method(problem, 1e-8, false).method, "gauss-seidel");
  Solution solution;
  const Report report = Auto().solve(problem, {.tolerance = 1e-8}, solution);
  EXPECT_EQ(report.status, Status::solved) << report.message;
  EXPECT_EQ(report.factorizations, 0);
}

TEST(ChooseMethod, GivesAReasonWithItsNumbers) {
  const ContactProblem problem = packing();
  EXPECT_NE(choose_method(problem).reason.find(std::to_string(problem.cones.contacts())), std::string::npos);
}

TEST(Auto, GoesOnWithAnotherMethodWhereOneWillNotArrive) {
  const ContactProblem problem = wall();
  ASSERT_EQ(choose_method(problem).method, "apgd");
  Solution solution;
  const Report report = Auto().solve(problem, {}, solution);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_LE(certify(problem, solution).value(), 1e-8);
  EXPECT_NE(report.message.find("apgd, then interior-point"), std::string::npos) << report.message;
  EXPECT_LT(report.iterations, choose_method(problem).budget);  // the trend was seen in time
  EXPECT_GT(report.factorizations, 0);
  for (std::size_t k = 1; k < report.history.size(); ++k) {
    EXPECT_GE(report.history[k].iteration, report.history[k - 1].iteration);
    EXPECT_GE(report.history[k].seconds, report.history[k - 1].seconds);
  }
}

TEST(Auto, EndsWithTheBestAnswerWhenItIsCutShort) {
  const ContactProblem problem = wall();
  for (const int most : {1, 3, 205}) {
    StopRule rule;
    rule.max_iterations = most;
    Solution solution;
    const Report report = Auto().solve(problem, rule, solution);
    EXPECT_EQ(report.status, Status::iteration_limit);
    EXPECT_EQ(report.iterations, most);
    EXPECT_DOUBLE_EQ(certify(problem, solution).value(), report.certificate.value());
    double best = INFINITY;
    for (const HistoryEntry& entry : report.history) best = std::min(best, entry.certificate.value());
    EXPECT_DOUBLE_EQ(report.certificate.value(), best);
  }
}

TEST(Auto, StopsWhenAsked) {
  StopRule rule;
  int calls = 0;
  rule.cancelled = [&] { return ++calls > 5; };
  Solution solution;
  EXPECT_EQ(Auto().solve(packing(), rule, solution).status, Status::interrupted);
  EXPECT_EQ(solution.r.size(), packing().rows());
}

}  // namespace
}  // namespace signorini
