// Problems whose M ties all degrees of freedom together, as finite elements do. C⁻¹ H is nearly full there, and takes
// longer to make than M + H (…) Hᵀ takes to factor: methods have to do without it.

#include <gtest/gtest.h>

#include "elastic_block.h"
#include "interior_point_run.h"
#include "signorini/linalg/mass_factor.h"
#include "signorini/solver/combined/automatic.h"
#include "signorini/solver/coulomb/options.h"

namespace signorini::test {
namespace {

constexpr double tolerance = 1e-9;

/// The impulses of the same block a step earlier.
Solution guess_for(const ContactProblem& problem) {
  ContactProblem before = problem;
  before.f *= 0.8;
  return solved_by_interior_point(before, tolerance).solution;
}

TEST(CoupledMass, WhiteningIsCountedByColumnsAndEntriesOfTheFactor) {
  const ContactProblem coupled = elastic_block(6, 4, Law::convex);
  const MassFactor factor(coupled.M), diagonal(SparseMatrix(coupled.M.diagonal().asDiagonal()));
  EXPECT_EQ(diagonal.whitening_flops(1000), 0);
  // The factor has at least the entries of M's lower triangle, and at most those of a full one.
  const double n = coupled.dof(), least = 0.5 * (static_cast<double>(coupled.M.nonZeros()) + n);
  EXPECT_GE(factor.whitening_flops(10), 20 * least);
  EXPECT_LE(factor.whitening_flops(10), 20 * n * (n + 1) / 2);
  EXPECT_FALSE(whitening_is_dear(nullptr, 1000, 0));
  EXPECT_FALSE(whitening_is_dear(&diagonal, 1000, 0));
  EXPECT_TRUE(whitening_is_dear(&factor, coupled.rows(), 1e6));
  EXPECT_FALSE(whitening_is_dear(&factor, coupled.rows(), 1e12));
}

TEST(CoupledMass, InteriorPointTakesAGuessWithoutSweeps) {
  const ContactProblem problem = elastic_block(8, 4, Law::convex);
  const Solution guess = guess_for(problem);
  Solution with = guess, without = guess;
  StopRule rule;
  rule.tolerance = tolerance;
  const Report swept = make_solver("interior-point")->solve(problem, rule, with);
  const Report plain = make_solver("interior-point", {{"sweeps", "0"}})->solve(problem, rule, without);
  EXPECT_EQ(swept.status, Status::solved) << swept.message;
  EXPECT_LE(certify(problem, with).value(), tolerance);
  EXPECT_EQ(swept.iterations, plain.iterations);
  EXPECT_EQ(with.r, without.r);
  // The same answer as without the guess.
  EXPECT_LT(energy_distance(problem, with.v, solved_by_interior_point(problem, tolerance).solution.v), 1e-6);
}

TEST(CoupledMass, ExactFrictionTakesNoSweepsEither) {
  for (const char* solver : {"auto", "interior-point"})
    for (const bool guessed : {false, true}) {
      SCOPED_TRACE(testing::Message() << solver << (guessed ? " with a guess" : ""));
      const ContactProblem problem = elastic_block(8, 4, Law::coulomb);
      Solution solution = guessed ? guess_for(problem) : Solution();
      StopRule rule;
      rule.tolerance = tolerance;
      const Report report = make_solver(solver)->solve(problem, rule, solution);
      EXPECT_EQ(report.status, Status::solved) << report.message;
      EXPECT_LE(certify(problem, solution).value(), tolerance);
      EXPECT_LT(report.iterations, coulomb::SweepOptions().first_look);
    }
}

TEST(CoupledMass, AutoChoosesInteriorPoint) {
  const ContactProblem coupled = elastic_block(18, 3, Law::convex);
  EXPECT_EQ(choose_method(coupled).method, "interior-point") << choose_method(coupled).reason;
  ContactProblem loose = coupled;
  loose.M = SparseMatrix(coupled.M.diagonal().asDiagonal());
  EXPECT_EQ(choose_method(loose).method, "apgd") << choose_method(loose).reason;
}

}  // namespace
}  // namespace signorini::test
