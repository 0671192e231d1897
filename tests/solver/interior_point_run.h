#pragma once

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "signorini/problem/certificate.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini::test {

struct Outcome {
  Solution solution;
  Report report;
};

/// Solves by the interior point method as the catalogue makes it; anything but a certified answer fails the test.
inline Outcome solved_by_interior_point(const ContactProblem& problem, double tolerance) {
  EXPECT_TRUE(problem.validate().empty()) << problem.validate().front();
  Outcome outcome;
  StopRule rule;
  rule.tolerance = tolerance;
  outcome.report = make_solver("interior-point")->solve(problem, rule, outcome.solution);
  EXPECT_EQ(outcome.report.status, Status::solved) << outcome.report.message;
  EXPECT_LE(certify(problem, outcome.solution).value(), tolerance);
  return outcome;
}

/// The difference of two velocities in the norm of kinetic energy, relative to what the bodies have when no impulse
/// acts or in the end, whichever is more.
inline double energy_distance(const ContactProblem& problem, const Vector& v, const Vector& expected) {
  const auto norm = [&](const Vector& x) { return std::sqrt(x.dot(problem.M * x)); };
  const Vector free = velocities_from_impulses(problem, Vector::Zero(problem.rows()));
  return norm(v - expected) / std::max(norm(free), norm(expected));
}

}  // namespace signorini::test
