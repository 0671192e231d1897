// Properties of single sweeps: descent, the options' meaning, the metric that makes Jacobi converge.

#include <gtest/gtest.h>

#include "problems.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/sweeps/gauss_seidel_sweep.h"
#include "signorini/solver/sweeps/jacobi_sweep.h"
#include "signorini/solver/sweeps/momentum.h"
#include "signorini/solver/sweeps/stall_watch.h"

namespace signorini {
namespace {

double objective(const Delassus& delassus, const Vector& r) {
  Vector Wr;
  delassus.apply(r, Wr);
  return 0.5 * r.dot(Wr) + delassus.q().dot(r);
}

std::vector<ContactProblem> convex_problems() {
  std::vector<ContactProblem> problems{generate_packing({.spheres = 80, .law = Law::convex}),
                                       generate_wall({.rows = 3, .columns = 3, .law = Law::convex}),
                                       generate_stack({.bodies = 4, .law = Law::convex})};
  for (unsigned seed = 1; seed < 10; ++seed)
    problems.push_back(test::random_problem({.dimension = seed % 2 == 0 ? 2 : 3}, Law::convex, seed));
  return problems;
}

TEST(GaussSeidelSweep, DescendsInTheObjective) {
  for (const auto& problem : convex_problems())
    for (const Direction direction : {Direction::forward, Direction::backward}) {
      const Delassus delassus(problem);
      const GaussSeidelSweep sweep(problem, delassus, 1.0, 1.0);
      Vector r = Vector::Zero(problem.rows()), x;
      delassus.state(r, x);
      double before = objective(delassus, r);
      for (int k = 0; k < 30; ++k) {
        sweep.run(r, x, direction);
        const double after = objective(delassus, r);
        ASSERT_LE(after, before + 1e-12 * std::abs(before));
        before = after;
      }
    }
}

TEST(GaussSeidelSweep, KeepsTheStateOfItsImpulses) {
  for (auto problem : convex_problems()) {
    problem.E = Vector::Constant(problem.rows(), 0.01);
    for (const ContactProblem& form : {problem, to_local(problem)}) {
      const Delassus delassus(form);
      const GaussSeidelSweep sweep(form, delassus, 1.3, 0.9);
      Vector r = Vector::Zero(form.rows()), x, fresh;
      delassus.state(r, x);
      for (int k = 0; k < 5; ++k) sweep.run(r, x);
      delassus.state(r, fresh);
      EXPECT_LE((x - fresh).norm(), 1e-12 * fresh.norm());
    }
  }
}

TEST(JacobiSweep, SplittingDescendsInTheObjective) {
  for (auto problem : convex_problems()) {
    problem.E = Vector::Constant(problem.rows(), 0.02);
    for (const ContactProblem& form : {problem, to_local(problem)}) {
      const Delassus delassus(form);
      const JacobiSweep sweep(form, delassus, JacobiScaling::splitting, 1.0, 1.0);
      Vector r = Vector::Zero(form.rows()), x, x_new;
      delassus.state(r, x);
      double before = objective(delassus, r);
      for (int k = 0; k < 30; ++k) {
        sweep.run(r, x, x_new);
        x.swap(x_new);
        const double after = objective(delassus, r);
        ASSERT_LE(after, before + 1e-12 * std::abs(before));
        before = after;
      }
    }
  }
}

TEST(JacobiSweep, TraceStepIsTheOneOfThePaper) {
  // One contact: r = Π_K(r - ω u / trace) from r = 0.
  const ContactProblem problem = test::point_mass(2.0, {0.1, 0, -1}, 0.5, 0, Law::convex);
  const Delassus delassus(problem);
  const JacobiSweep sweep(problem, delassus, JacobiScaling::trace, 0.3, 1.0);
  Vector r = Vector::Zero(3), x, x_new;
  delassus.state(r, x);
  sweep.run(r, x, x_new);
  const double step = 0.3 / (3 * 0.5);
  EXPECT_NEAR(r[0], step * 0.5, 1e-15);
  EXPECT_NEAR(r[1], -step * 0.05, 1e-15);
}

TEST(Sweeps, OptionsReachTheMethodAndAllConverge) {
  const ContactProblem problem = test::random_problem({}, Law::convex, 21);
  const std::vector<std::pair<std::string, OptionValues>> settings{
      {"gauss-seidel", {{"omega", "1.4"}}},
      {"gauss-seidel", {{"omega", "0.6"}, {"lambda", "0.8"}}},
      {"gauss-seidel", {{"order", "symmetric"}}},
      {"gauss-seidel", {{"momentum", "false"}}},
      {"jacobi", {{"momentum", "false"}}},
      {"jacobi", {{"lambda", "0.5"}}},
      {"jacobi", {{"scaling", "trace"}, {"omega", "0.1"}}}};
  std::vector<int> iterations;
  for (const auto& [name, options] : settings) {
    Solution s;
    StopRule rule;
    rule.tolerance = 1e-6;
    const Report report = make_solver(name, options)->solve(problem, rule, s);
    EXPECT_EQ(report.status, Status::solved) << name;
    iterations.push_back(report.iterations);
  }
  std::sort(iterations.begin(), iterations.end());
  EXPECT_GE(std::unique(iterations.begin(), iterations.end()) - iterations.begin(), 6) << "options without effect?";
}

/// Sweeps of x ← x - (A x - b)/L on a badly conditioned diagonal A.
int sweeps_to_converge(bool with_momentum) {
  const Vector A = Vector::LinSpaced(50, 1e-4, 1.0), b = Vector::Ones(50);
  Vector r = Vector::Zero(50), x = r;
  Momentum momentum(Vector::Ones(50), r, x);
  for (int k = 1; k <= 200'000; ++k) {
    r -= A.cwiseProduct(r) - b;
    x = 2 * r;
    if ((A.cwiseProduct(r) - b).norm() < 1e-6) return k;
    if (with_momentum) momentum.extrapolate(r, x);
    EXPECT_LE((x - 2 * r).norm(), 1e-9 * r.norm()) << "the state must move with the impulses";
  }
  return 200'001;
}

TEST(Momentum, SavesMostOfTheSweepsOfASlowMethod) {
  EXPECT_LT(10 * sweeps_to_converge(true), sweeps_to_converge(false));
}

TEST(Momentum, DoesNotRunAwayWhenTheSweepDoes) {
  // A sweep that rotates: extrapolating it spirals outwards unless the residual test throws the step away.
  const Eigen::Matrix2d T{{0.6, -0.75}, {0.75, 0.6}};
  Vector r = Eigen::Vector2d(1, 0), x = r;
  Momentum momentum(Vector::Ones(2), r, x);
  for (int k = 0; k < 500; ++k) {
    r = T * r;
    x = r;
    momentum.extrapolate(r, x);
  }
  EXPECT_LT(r.norm(), 1e-3);
}

TEST(StallWatch, TellsStallFromProgress) {
  StallWatch falling, flat;
  int falling_stalls = 0, flat_stalls = 0;
  for (int k = 0; k < 20'000; ++k) {
    falling_stalls += falling.stalled(std::exp(-1e-3 * k));
    flat_stalls += flat.stalled(1.0 + 0.5 * std::sin(k));
  }
  EXPECT_EQ(falling_stalls, 0);
  EXPECT_EQ(flat_stalls, 9);
}

}  // namespace
}  // namespace signorini
