#include "signorini/solver/monitor.h"

#include <limits>

#include <gtest/gtest.h>

#include "problems.h"

namespace signorini {
namespace {

constexpr int endless = std::numeric_limits<int>::max();

ContactProblem falling_mass() { return test::point_mass(1, {0, 0, -1}, 0.5, 0, Law::coulomb); }

/// Newton's method may fail again and again without a candidate worth judging.
TEST(Monitor, TimeLimitEndsALoopThatJudgesNothing) {
  const ContactProblem problem = falling_mass();
  StopRule rule;
  rule.time_limit = 0.01;
  Monitor monitor("test", problem, rule, endless);
  while (monitor.running()) {
  }
  EXPECT_EQ(monitor.status(), Status::time_limit);
  Solution solution;
  const Report report = monitor.finish(solution);
  EXPECT_LT(report.timings.total, 10);
  EXPECT_EQ(solution.r, Vector::Zero(3)) << "nothing else was judged";
  EXPECT_EQ(report.certificate.value(), certify(problem, solution).value());
}

TEST(Monitor, CancellationEndsALoopThatJudgesNothing) {
  const ContactProblem problem = falling_mass();
  StopRule rule;
  int calls = 0;
  rule.cancelled = [&] { return ++calls >= 3; };
  Monitor monitor("test", problem, rule, 1000);
  while (monitor.running()) {
  }
  EXPECT_EQ(monitor.status(), Status::interrupted);
  EXPECT_EQ(calls, 3) << "one more iteration, for a last candidate";
}

TEST(Monitor, WorkThatDoesNotFitIsNotBegun) {
  const ContactProblem problem = falling_mass();
  StopRule rule;
  Monitor unlimited("test", problem, rule, endless);
  EXPECT_TRUE(unlimited.may_spend(1e9, "waiting"));
  rule.time_limit = 100;
  Monitor limited("test", problem, rule, endless);
  EXPECT_TRUE(limited.may_spend(1, "waiting"));
  EXPECT_FALSE(limited.may_spend(101, "waiting"));
  EXPECT_EQ(limited.status(), Status::time_limit);
  EXPECT_FALSE(limited.running());
}

}  // namespace
}  // namespace signorini
