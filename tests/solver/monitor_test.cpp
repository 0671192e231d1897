#include "signorini/solver/monitor.h"

#include <algorithm>
#include <cmath>
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

/// An answer of the falling mass that misses by about `miss`: r = 1 - miss carries it less than it should.
Solution nearly(double miss) { return {Eigen::Vector3d(0, 0, -miss), Eigen::Vector3d(1 - miss, 0, 0), {}}; }

TEST(Monitor, StopsAtTheToleranceAndNotBefore) {
  const ContactProblem problem = falling_mass();
  StopRule rule;
  rule.tolerance = certify(problem, nearly(0.01)).value();
  Monitor monitor("test", problem, rule, endless);
  ASSERT_TRUE(monitor.running());
  EXPECT_EQ(monitor.check(nearly(0.0101)).value(), certify(problem, nearly(0.0101)).value());
  EXPECT_FALSE(monitor.stopped());
  ASSERT_TRUE(monitor.running());
  monitor.check(nearly(0.01));
  EXPECT_TRUE(monitor.stopped()) << "at the tolerance itself";
  EXPECT_FALSE(monitor.running());
  Solution solution;
  const Report report = monitor.finish(solution);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_EQ(report.iterations, 2);
  EXPECT_EQ(solution.r, nearly(0.01).r);
}

/// Judging costs more than a sweep: of a solve with steady progress few iterations are judged, and it ends in time.
TEST(Monitor, JudgesWhenTheTrendSaysThatItIsTime) {
  const ContactProblem problem = falling_mass();
  for (const double rate : {0.7, 0.9, 0.99}) {
    StopRule rule;
    rule.tolerance = 1e-3;
    Monitor monitor("test", problem, rule, endless);
    double miss = 0.5;
    int iterations = 0, judged = 1;
    monitor.check(nearly(miss));
    while (monitor.running()) {
      miss *= rate;
      ++iterations;
      if (!monitor.due()) continue;
      monitor.check(nearly(miss));
      ++judged;
    }
    const double needed = std::log(rule.tolerance / certify(problem, nearly(0.5)).value()) / std::log(rate);
    EXPECT_LE(iterations, 1.1 * needed + 2) << rate;
    EXPECT_LE(judged, 12 + iterations / 50) << rate << ", of " << iterations;
  }
}

/// Met by nearly(0.01), and by guesses that are ten times as good.
StopRule strict_with_guesses(const ContactProblem& problem) {
  StopRule rule;
  rule.tolerance = certify(problem, nearly(0.01)).value();
  rule.guess_share = 0.1;
  return rule;
}

TEST(Monitor, AGuessMustBeBetterByItsShare) {
  const ContactProblem problem = falling_mass();
  const StopRule rule = strict_with_guesses(problem);
  Monitor monitor("test", problem, rule, endless);
  monitor.check(nearly(0.005));
  EXPECT_FALSE(monitor.stopped());
  monitor.check(nearly(0.0009));
  EXPECT_TRUE(monitor.stopped());
  Monitor later("test", problem, rule, endless);
  ASSERT_TRUE(later.running());
  later.check(nearly(0.005));
  EXPECT_TRUE(later.stopped()) << "no guess any more";
}

TEST(Monitor, AGuessWithinTheToleranceIsAnAnswerWhenNothingBetterIsFound) {
  const ContactProblem problem = falling_mass();
  const StopRule rule = strict_with_guesses(problem);
  Monitor monitor("test", problem, rule, endless);
  monitor.check(nearly(0.005));
  ASSERT_TRUE(monitor.running());
  monitor.give_up_stalled();
  EXPECT_EQ(monitor.status(), Status::inaccurate);
  Solution solution;
  EXPECT_EQ(monitor.finish(solution).status, Status::solved);
}

TEST(Monitor, CountsIterationsUpToTheLimitOfTheRuleOrItsOwn) {
  const ContactProblem problem = falling_mass();
  for (const int limit : {0, 3}) {
    StopRule rule;
    rule.max_iterations = limit;
    Monitor monitor("test", problem, rule, 7);
    int iterations = 0;
    while (monitor.running()) {
      ++iterations;
      EXPECT_EQ(monitor.ending(), iterations == (limit == 0 ? 7 : 3));
    }
    EXPECT_EQ(iterations, limit == 0 ? 7 : 3);
    EXPECT_EQ(monitor.status(), Status::iteration_limit);
    EXPECT_FALSE(monitor.running()) << "stays stopped";
    Solution solution;
    EXPECT_EQ(monitor.finish(solution).iterations, iterations);
  }
}

/// All early iterations, later every tenth of those done, at least every 50th, and the last.
TEST(Monitor, JudgesLessAndLessOften) {
  const ContactProblem problem = falling_mass();
  const StopRule rule;
  Monitor monitor("test", problem, rule, 1234);
  std::vector<int> judged;
  for (int k = 1; monitor.running(); ++k)
    if (monitor.due()) {
      judged.push_back(k);
      monitor.check(nearly(0.5));
    }
  for (std::size_t k = 0; k + 2 < judged.size(); ++k)
    ASSERT_EQ(judged[k + 1] - judged[k], std::clamp(judged[k] / 10, 1, 50)) << judged[k];
  EXPECT_EQ(judged.front(), 1);
  EXPECT_EQ(judged.back(), 1234);
}

TEST(Monitor, CandidatesPastTheTimeLimitOrAfterTheRequestToStopAreTheLast) {
  const ContactProblem problem = falling_mass();
  StopRule rule;
  rule.time_limit = 1e-9;
  Monitor late("test", problem, rule, endless);
  ASSERT_TRUE(late.running());
  EXPECT_TRUE(late.due());
  EXPECT_TRUE(late.ending());
  EXPECT_TRUE(late.over());
  late.check(nearly(0.5));
  EXPECT_TRUE(late.stopped());
  EXPECT_EQ(late.status(), Status::time_limit);

  rule.time_limit = 0;
  rule.cancelled = [] { return true; };
  Monitor cancelled("test", problem, rule, endless);
  EXPECT_TRUE(cancelled.over());
  ASSERT_TRUE(cancelled.running());
  EXPECT_TRUE(cancelled.ending());
  cancelled.check(nearly(0.5));
  EXPECT_EQ(cancelled.status(), Status::interrupted);
  Monitor unwilling("test", problem, rule, endless);
  EXPECT_FALSE(unwilling.may_spend(0, "nothing"));
  EXPECT_EQ(unwilling.status(), Status::interrupted);

  rule.cancelled = [] { return false; };
  Monitor free("test", problem, rule, endless);
  EXPECT_FALSE(free.over());
  EXPECT_FALSE(free.limited());
  ASSERT_TRUE(free.running());
  EXPECT_FALSE(free.ending());
}

TEST(Monitor, KeepsTheBestAnswerWhateverComesLater) {
  const ContactProblem problem = falling_mass();
  StopRule rule;
  std::vector<HistoryEntry> observed;
  rule.observer = [&](const HistoryEntry& entry) { observed.push_back(entry); };
  Monitor monitor("test", problem, rule, endless);
  const std::vector<std::vector<double>> misses{{0.5}, {0.3, 0.1, 0.2}, {0.4}};
  for (const auto& of_iteration : misses) {
    ASSERT_TRUE(monitor.running());
    for (const double miss : of_iteration) monitor.check(nearly(miss));
  }
  const double best = certify(problem, nearly(0.1)).value();
  EXPECT_EQ(monitor.best(), best);
  monitor.give_up_stalled(" here");
  Solution solution;
  const Report report = monitor.finish(solution);
  EXPECT_EQ(report.status, Status::inaccurate);
  EXPECT_EQ(report.message.rfind("stalled at certificate ", 0), 0u) << report.message;
  EXPECT_TRUE(report.message.ends_with(" here")) << report.message;
  EXPECT_EQ(solution.r, nearly(0.1).r);
  EXPECT_EQ(solution.v, nearly(0.1).v);
  EXPECT_LT((solution.u - Eigen::Vector3d(-0.1, 0, 0)).norm(), 1e-15) << "with its relative velocities";
  EXPECT_EQ(report.certificate.value(), best);
  EXPECT_NEAR(report.objective, 0.5 * 0.9 * 0.9 - 0.9, 1e-15);
  ASSERT_EQ(report.history.size(), 3u) << "the best of each iteration";
  EXPECT_EQ(report.history[1].iteration, 2);
  EXPECT_EQ(report.history[1].certificate.value(), best);
  EXPECT_EQ(observed.size(), 5u);
}

TEST(Monitor, ACandidateThatIsNoNumberEndsTheSolveAndIsNotTheAnswer) {
  const ContactProblem problem = falling_mass();
  const StopRule rule;
  Monitor monitor("test", problem, rule, endless);
  ASSERT_TRUE(monitor.running());
  monitor.check(nearly(0.5));
  monitor.check(nearly(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_EQ(monitor.status(), Status::numerical_failure);
  Solution solution;
  const Report report = monitor.finish(solution);
  EXPECT_EQ(report.status, Status::numerical_failure);
  EXPECT_EQ(solution.r, nearly(0.5).r);
}

TEST(Monitor, WhatWasNeverJudgedLeavesTheGuess) {
  const ContactProblem problem = falling_mass();
  StopRule rule;
  rule.cancelled = [] { return true; };
  Monitor monitor("test", problem, rule, endless);
  while (monitor.running()) {
  }
  Solution solution;
  solution.r = nearly(0.2).r;
  const Report report = monitor.finish(solution);
  EXPECT_EQ(solution.r, nearly(0.2).r);
  EXPECT_LT((solution.v - nearly(0.2).v).norm(), 1e-15);
  EXPECT_EQ(report.certificate.value(), certify(problem, solution).value());
}

TEST(Monitor, AProofOfContradictionIsHandedOn) {
  const ContactProblem problem = falling_mass();
  const StopRule rule;
  Monitor monitor("test", problem, rule, endless);
  monitor.give_up_infeasible("no way", Vector::Unit(3, 0));
  Solution solution;
  const Report report = monitor.finish(solution);
  EXPECT_EQ(report.status, Status::infeasible);
  EXPECT_EQ(report.message, "no way");
  EXPECT_EQ(report.proof, Vector::Unit(3, 0));
  EXPECT_EQ(solution.r, Vector::Zero(3));
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
