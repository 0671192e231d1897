// Every solver of the catalogue ends within its time limit, on problems with and without an answer, small and large,
// and leaves the best answer it found.

#include <ctime>

#include <gtest/gtest.h>

#include "problems.h"
#include "sanitizers.h"
#include "signorini/problem/certificate.h"
#include "signorini/problem/generate/generate.h"
#include "solver_cases.h"

namespace signorini {
namespace {

/// What a solve may take beyond its limit: a share of it, and seconds.
constexpr double overrun_share = 0.1, overrun = 0.2;
const double slowdown = test::sanitized() ? 10 : 1;

/// Of this thread. The limits are by the wall clock, which runs ahead of this one: what is late by this clock is late,
/// and what a busy machine gives to others does not count.
double working_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Contacts on a few degrees of freedom whose free velocities no impulses can mend: W has rank `dof`.
ContactProblem contradiction(int contacts, int dof, Law law, unsigned seed) {
  std::srand(seed);
  const int rows = 3 * contacts;
  const Eigen::MatrixXd A = Eigen::MatrixXd::Random(dof, rows);
  ContactProblem p;
  p.form = Form::local;
  p.law = law;
  p.W = Eigen::MatrixXd(A.transpose() * A).sparseView();
  p.q = Vector::Random(rows);
  for (int k = 0; k < contacts; ++k) p.q[3 * k] -= 1;
  p.cones.mu = (0.5 * (Vector::Random(contacts).array() + 1)).matrix();
  return p;
}

/// A packing whose contacts all have a twin with the opposite normal, both of which want to open: global form.
ContactProblem squeezed_packing(int spheres, Law law) {
  ContactProblem p = generate_packing({.spheres = spheres, .friction = 0.3});
  p.law = law;
  for (Eigen::Index row = 0; row < p.w.size(); row += 3) p.w[row] = -1;
  SparseMatrix both(p.H.rows(), 2 * p.H.cols());
  both.reserve(Eigen::VectorXi::Constant(both.cols(), 12));
  for (Eigen::Index column = 0; column < p.H.cols(); ++column)
    for (SparseMatrix::InnerIterator it(p.H, column); it; ++it) {
      both.insert(it.row(), column) = it.value();
      both.insert(it.row(), p.H.cols() + column) = -it.value();
    }
  both.makeCompressed();
  p.H = both;
  p.w = (Vector(2 * p.w.size()) << p.w, p.w).finished();
  p.cones.mu = (Vector(2 * p.cones.mu.size()) << p.cones.mu, p.cones.mu).finished();
  if (p.E.size() > 0) p.E = (Vector(2 * p.E.size()) << p.E, p.E).finished();
  return p;
}

class TimeLimit : public ::testing::TestWithParam<test::Case> {
 protected:
  Law law() const { return GetParam().law; }

  void expect_in_time(const ContactProblem& problem, double limit) const {
    SCOPED_TRACE(limit);
    ASSERT_TRUE(problem.validate().empty()) << problem.validate().front();
    StopRule rule;
    rule.tolerance = 1e-15;  // nobody reaches it
    rule.time_limit = limit;
    Solution solution;
    const double start = working_seconds();
    const Report report = make_solver(GetParam().solver)->solve(problem, rule, solution);
    const double taken = working_seconds() - start;
    EXPECT_LE(taken, slowdown * ((1 + overrun_share) * limit + overrun)) << report.message;
    RecordProperty("taken_of_" + std::to_string(limit) + "_s", std::to_string(taken));
    ASSERT_EQ(solution.r.size(), problem.rows()) << report.message;
    EXPECT_EQ(certify(problem, solution).value(), report.certificate.value()) << report.message;
  }
};

TEST_P(TimeLimit, HoldsWithoutAnAnswer) {
  for (const double limit : {0.05, 0.2})
    for (const unsigned seed : {1u, 2u}) expect_in_time(contradiction(40, 12, law(), seed), limit);
}

TEST_P(TimeLimit, HoldsOnALargeProblemWithoutAnAnswer) { expect_in_time(squeezed_packing(1000, law()), 0.2); }

TEST_P(TimeLimit, HoldsOnAPacking) {
  ContactProblem problem = generate_packing({.spheres = 1000, .friction = 0.3});
  problem.law = law();
  for (const double limit : {0.05, 0.2}) expect_in_time(problem, limit);
}

/// Here a factorisation alone takes longer than the limit, and setting up takes a good part of it.
TEST_P(TimeLimit, HoldsWhereOneFactorisationDoesNotFit) {
  ContactProblem problem = generate_packing({.spheres = 15'000, .friction = 0.3});
  problem.law = law();
  expect_in_time(problem, 0.3);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, TimeLimit, ::testing::ValuesIn(test::cases()), test::case_name);

/// The loops within a pass ask for cancellation too.
TEST_P(TimeLimit, CancellationEndsAPass) {
  int calls = 0;
  StopRule rule;
  rule.tolerance = 1e-15;
  rule.cancelled = [&] { return ++calls > 20; };
  Solution solution;
  const Report report = make_solver(GetParam().solver)->solve(contradiction(40, 12, law(), 1), rule, solution);
  EXPECT_LT(calls, 200) << report.message;
  EXPECT_EQ(solution.r.size(), 120);
}

}  // namespace
}  // namespace signorini
