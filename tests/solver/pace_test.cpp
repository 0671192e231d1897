// What makes methods fast, by their iterations on fixed problems: without it they still arrive, later.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "solver/problems.h"

namespace signorini {
namespace {

struct PacedSolve {
  Report report;
  Solution solution;
};

PacedSolve paced(const std::string& solver, const std::map<std::string, std::string>& options,
                 const ContactProblem& problem, double tolerance, int most_iterations = 0) {
  StopRule rule;
  rule.tolerance = tolerance;
  rule.max_iterations = most_iterations;
  PacedSolve out;
  out.report = make_solver(solver, options)->solve(problem, rule, out.solution);
  return out;
}

/// Iterations here: 650 to 1000. Without restarts, or with restarts while the move goes on, more than 5000.
TEST(Pace, ApgdRestartsWhenTheMoveTurnsAgainstTheGradient) {
  constexpr int enough = 2500;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    ContactProblem problem = generate_packing({.spheres = 30, .friction = 0.3, .seed = seed});
    problem.law = Law::convex;
    for (const char* momentum : {"greedy", "nesterov"}) {
      const Report report = paced("apgd", {{"momentum", momentum}}, problem, 1e-8, enough).report;
      EXPECT_EQ(report.status, Status::solved) << momentum << ", packing " << seed << ": " << report.message;
    }
  }
}

ContactProblem many_limits() {
  return test::random_problem({.dof = 60, .free = 0, .positive = 40, .friction = 0}, Law::frictionless, 1);
}

/// η = 0.9 + 0.1 exp(-μ n) tends to 1, and the end is reached in fewer and fewer iterations. A fraction of 0.9 leaves a
/// tenth of μ in each.
TEST(Pace, TheAdaptiveFractionOfInteriorPointEndsNearTheBoundary) {
  for (const ContactProblem& problem : {test::point_mass(1, {2, 0, -1}, 0.5, 0, Law::convex), many_limits()}) {
    const Report adaptive = paced("interior-point", {{"adaptive_fraction", "true"}}, problem, 1e-11).report;
    const Report fixed = paced("interior-point", {{"step_fraction", "0.9"}}, problem, 1e-11).report;
    EXPECT_EQ(adaptive.status, Status::solved);
    EXPECT_EQ(fixed.status, Status::solved);
    EXPECT_LE(2 * adaptive.iterations, fixed.iterations);
  }
}

/// Far from the end it keeps away from the boundary: between 0.9 and 1.
TEST(Pace, TheAdaptiveFractionOfInteriorPointBeginsAwayFromTheBoundary) {
  const ContactProblem problem = many_limits();
  const auto first = [&](const std::map<std::string, std::string>& options) {
    return paced("interior-point", options, problem, 1e-11, 1).solution.r;
  };
  const Vector adaptive = first({{"adaptive_fraction", "true"}});
  for (const char* fraction : {"0.9", "0.9999"})
    EXPECT_GT((adaptive - first({{"step_fraction", fraction}})).norm(), 5e-5 * adaptive.norm()) << fraction;
}

}  // namespace
}  // namespace signorini
