#pragma once

#include <gtest/gtest.h>

#include "signorini/solver/catalogue/catalogue.h"

/// What the first-order methods promise under every law they know.
namespace signorini::test {

inline Report solve_by(const std::string& method, const ContactProblem& problem, const StopRule& rule,
                       Solution& solution, const OptionValues& options = {}) {
  return make_solver(method, options)->solve(problem, rule, solution);
}

inline void expect_same_bits_for_any_number_of_threads(const std::string& method, const ContactProblem& p) {
  ASSERT_GT(p.cones.contacts(), 8000) << "too few for several parts";
  StopRule rule;
  rule.max_iterations = 25;
  Solution one, two, four;
  solve_by(method, p, rule, one, {{"threads", "1"}});
  solve_by(method, p, rule, two, {{"threads", "2"}});
  solve_by(method, p, rule, four, {{"threads", "4"}});
  EXPECT_EQ(one.r, two.r) << method;
  EXPECT_EQ(one.r, four.r) << method;
  EXPECT_EQ(one.v, four.v) << method;
}

inline void expect_warm_start_to_save_iterations(const std::string& method, ContactProblem p, double tolerance) {
  StopRule rule;
  rule.tolerance = tolerance;
  Solution warm, cold;
  solve_by(method, p, rule, warm);
  p.f *= 1.001;
  const int from_guess = solve_by(method, p, rule, warm).iterations;
  EXPECT_LT(from_guess, 0.8 * solve_by(method, p, rule, cold).iterations) << method;
}

}  // namespace signorini::test
