// Packings and walls of a few hundred contacts on which the first attempts at exact friction fail: what the later ones
// are there for.

#include <cstring>

#include <gtest/gtest.h>

#include "signorini/problem/generate/generate.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/coulomb/portfolio.h"
#include "signorini/solver/interior_point/interior_point.h"

namespace signorini {
namespace {

ContactProblem rough_packing(int spheres, double friction, std::uint64_t seed) {
  return generate_packing({.spheres = spheres, .friction = friction, .seed = seed});
}
/// Shaken, and pushed apart where the spheres penetrate.
ContactProblem shaken_packing(std::uint64_t seed) {
  return generate_packing({.spheres = 60, .friction = 0.7, .seed = seed, .agitation = 0.1, .recovery_speed = 0.05});
}
ContactProblem shaken_wall(double friction, std::uint64_t seed) {
  return generate_wall({.rows = 5, .columns = 5, .friction = friction, .seed = seed, .agitation = 0.05});
}

Report solve(const ContactProblem& problem, Solution& solution) {
  StopRule rule;
  rule.tolerance = 1e-9;
  return make_solver("auto")->solve(problem, rule, solution);
}
void expect_solved(const ContactProblem& problem) {
  Solution solution;
  const Report report = solve(problem, solution);
  EXPECT_EQ(report.status, Status::solved) << report.message;
}

/// The same with no more than this many passes of the interior point method.
Report solve_in_passes(int passes, const ContactProblem& problem) {
  InteriorPoint interior_point{InteriorPointOptions{}};
  StopRule rule;
  rule.tolerance = 1e-9;
  const auto relaxation = [&](const StopRule& inner, Solution& answer) {
    return interior_point.solve_relaxed(problem, inner, answer);
  };
  const coulomb::Portfolio portfolio{.relaxation = relaxation, .options = {.passes = passes}};
  Solution solution;
  return portfolio.solve("test", problem, rule, solution);
}

/// Where two starts fail, later ones succeed.
TEST(CoulombPasses, WhatOnePassMissesAnotherSolves) {
  for (const ContactProblem& problem : {rough_packing(100, 1, 1), rough_packing(100, 1, 8), shaken_packing(8)}) {
    expect_solved(problem);
    EXPECT_NE(solve_in_passes(2, problem).status, Status::solved) << "too easy to tell";
  }
}

/// A pass that can go no further goes back to a wider gap: with one way down instead, none of 36 starts succeeds.
TEST(CoulombPasses, RetreatingLeadsOnWhereThePathEnds) {
  for (const ContactProblem& problem : {rough_packing(100, 1, 2), rough_packing(100, 1, 4), shaken_packing(6)})
    expect_solved(problem);
}

/// Walls on which all passes end near 1e-4 unless sweeps, line searches and proximal points go on from there.
TEST(CoulombPasses, PersistenceNearASolutionSolvesWalls) {
  for (const double friction : {0.6, 0.9}) expect_solved(shaken_wall(friction, 4));
}

TEST(CoulombPasses, SameInputSameBits) {
  for (const ContactProblem& problem : {rough_packing(100, 1, 1), shaken_wall(0.9, 4)}) {
    Solution first, second;
    const Report one = solve(problem, first), other = solve(problem, second);
    EXPECT_EQ(one.iterations, other.iterations);
    EXPECT_EQ(one.factorizations, other.factorizations);
    const auto bytes = sizeof(double) * static_cast<std::size_t>(first.r.size());
    EXPECT_EQ(std::memcmp(first.r.data(), second.r.data(), bytes), 0);
    EXPECT_EQ(first.v, second.v);
    EXPECT_GT(one.iterations, solve_in_passes(2, problem).iterations) << "ends before the later passes";
  }
}

}  // namespace
}  // namespace signorini
