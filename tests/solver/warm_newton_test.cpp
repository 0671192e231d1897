// Newton steps from a guess: the last time step's impulses are next to the answer of this one.

#include <random>

#include <gtest/gtest.h>

#include "print_names.h"
#include "problems.h"
#include "signorini/problem/certificate.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/newton/natural_map.h"

namespace signorini::test {
namespace {

constexpr double tolerance = 1e-8;

/// Its zeros obey the convex law in scaled unknowns: K ∋ r ⟂ u ∈ K with K the Lorentz cone.
TEST(NaturalMap, IsZeroWhereTheLawHolds) {
  EXPECT_EQ(newton::natural_map<3>({0, 0, 0}, {3, 1, 2}), Vector3::Zero()) << "open";
  EXPECT_EQ(newton::natural_map<3>({2, 1, 1}, {0, 0, 0}), Vector3::Zero()) << "sticks";
  EXPECT_LE(newton::natural_map<3>({2, -2, 0}, {3, 3, 0}).norm(), 1e-15) << "slides";
  EXPECT_GT(newton::natural_map<3>({2, -2, 0}, {0, 3, 0}).norm(), 0.5) << "slides along the plane: not the convex law";
  EXPECT_GT(newton::natural_map<3>({0, 0, 0}, {-1, 0, 0}).norm(), 0.5) << "penetrates";
}

template <int D>
void compare_with_differences() {
  std::mt19937 random(D);
  std::normal_distribution<double> normal;
  constexpr double h = 1e-6;
  for (int trial = 0; trial < 200; ++trial) {
    VectorN<D> r, u;
    for (int i = 0; i < D; ++i) r[i] = normal(random), u[i] = normal(random);
    MatrixN<D> A, B, A_difference, B_difference;
    newton::natural_map_jacobian<D>(r, u, A, B);
    for (int i = 0; i < D; ++i) {
      const VectorN<D> e = h * VectorN<D>::Unit(i);
      A_difference.col(i) = (newton::natural_map<D>(r + e, u) - newton::natural_map<D>(r - e, u)) / (2 * h);
      B_difference.col(i) = (newton::natural_map<D>(r, u + e) - newton::natural_map<D>(r, u - e)) / (2 * h);
    }
    EXPECT_LE((A - A_difference).norm(), 1e-7) << "trial " << trial;
    EXPECT_LE((B - B_difference).norm(), 1e-7) << "trial " << trial;
  }
}
TEST(NaturalMap, JacobianIsItsDerivative) {
  compare_with_differences<2>();
  compare_with_differences<3>();
}

struct Resting {
  ContactProblem problem;
  Solution answer;
};

/// A wall of boxes at rest, with many redundant contacts, and its answer.
Resting resting_wall(Law law) {
  WallOptions options;
  options.rows = 4;
  options.columns = 4;
  options.law = law;
  Resting wall{generate_wall(options), {}};
  StopRule rule;
  rule.tolerance = 1e-11;
  make_solver("auto")->solve(wall.problem, rule, wall.answer);
  return wall;
}

class WarmNewton : public testing::TestWithParam<Law> {};
INSTANTIATE_TEST_SUITE_P(Laws, WarmNewton, testing::Values(Law::convex, Law::coulomb),
                         [](const auto& law) { return std::string(to_string(law.param)); });

/// In less than half of the factorisations of a cold solve, and under the convex law in fewer than without Newton
/// steps; under coulomb sweeps would do it without any.
TEST_P(WarmNewton, AnswersASmallChangeInFewSteps) {
  int with = 0, without = 0, cold = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    ContactProblem problem = random_problem({}, GetParam(), seed);
    Solution answer, from_nothing;
    make_solver("interior-point")->solve(problem, {}, answer);
    problem.f *= 1 + 1e-3;
    Solution by_newton = answer, by_others = answer;
    const Report report = make_solver("interior-point", {{"newton", "true"}})->solve(problem, {}, by_newton);
    EXPECT_EQ(report.status, Status::solved) << "seed " << seed;
    EXPECT_LE(certify(problem, by_newton).value(), tolerance) << "seed " << seed;
    with += report.factorizations;
    without += make_solver("interior-point")->solve(problem, {}, by_others).factorizations;
    cold += make_solver("interior-point")->solve(problem, {}, from_nothing).factorizations;
  }
  EXPECT_LE(2 * with, cold);
  if (GetParam() == Law::convex) {
    EXPECT_LE(with, without);
  }
}

/// What misses narrowly goes down to rounding, so that the next guess is good enough as it stands.
TEST_P(WarmNewton, TakesBodiesAtRestToRounding) {
  Resting wall = resting_wall(GetParam());
  wall.problem.f *= 1 + 1e-8;
  StopRule rule;
  rule.guess_share = 1e-4;
  ASSERT_GT(certify(wall.problem, {velocities_from_impulses(wall.problem, wall.answer.r), wall.answer.r, {}}).value(),
            rule.guess_share * rule.tolerance);
  Solution solution = wall.answer;
  const auto solver = make_solver("interior-point", {{"newton", "true"}});
  const Report first = solver->solve(wall.problem, rule, solution);
  EXPECT_EQ(first.status, Status::solved);
  EXPECT_LE(first.certificate.value(), rule.guess_share * rule.tolerance);
  EXPECT_LE(first.factorizations, 2);
  const Report second = solver->solve(wall.problem, rule, solution);
  EXPECT_EQ(second.factorizations, 0);
}

/// Impulses of another problem lead nowhere; the other methods go on as though there were no guess.
TEST_P(WarmNewton, GivesUpOnAWildGuess) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const ContactProblem problem = random_problem({}, GetParam(), seed);
    Solution solution;
    solution.r = 10 * random_problem({}, GetParam(), seed + 100).H.row(0).transpose();
    const Report report = make_solver("interior-point", {{"newton", "true"}})->solve(problem, {}, solution);
    EXPECT_EQ(report.status, Status::solved) << "seed " << seed << ": " << report.message;
    EXPECT_LE(certify(problem, solution).value(), tolerance) << "seed " << seed;
  }
}

}  // namespace
}  // namespace signorini::test
