// Contacts that touch few of many degrees of freedom: every solver sees the problem from those few.

#include <gtest/gtest.h>

#include "elastic_block.h"
#include "signorini/base/error.h"
#include "signorini/linalg/cholesky.h"
#include "signorini/problem/certificate.h"
#include "signorini/problem/condensation.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini::test {
namespace {

constexpr double tolerance = 1e-10;

bool available() { return Cholesky::backend() != "Eigen"; }
#define REQUIRE_CHOLMOD() \
  if (!available()) GTEST_SKIP() << "built without CHOLMOD"

/// Too small to be condensed at the door.
ContactProblem small_block(Law law, int contacts = 4) { return with_contacts(elastic_block(3, 4, law), contacts); }
/// Large enough: 2160 degrees of freedom.
ContactProblem large_block(Law law, int contacts = 16) { return with_contacts(elastic_block(12, 5, law), contacts); }

Solution answer_of(const std::string& solver, const ContactProblem& problem) {
  Solution solution;
  const Report report = make_solver(solver)->solve(problem, {.tolerance = tolerance}, solution);
  EXPECT_EQ(report.status, Status::solved) << solver << ": " << report.message;
  return solution;
}

/// Takes down what the door hands on.
class Witness : public Solver {
 public:
  Witness() : Solver("witness", every_law()) {}
  int dof = 0;

 private:
  Report do_solve(const ContactProblem& problem, const StopRule&, Solution& solution) override {
    dof = problem.dof();
    solution = Solution::zero(problem);
    return {};
  }
};

int dof_behind_the_door(const ContactProblem& problem) {
  Witness witness;
  Solution solution;
  witness.solve(problem, {}, solution);
  EXPECT_EQ(solution.v.size(), problem.dof());
  return witness.dof;
}

class CondensationUnderLaw : public testing::TestWithParam<Law> {};

TEST_P(CondensationUnderLaw, GivesTheAnswerOfTheWholeProblem) {
  REQUIRE_CHOLMOD();
  const ContactProblem problem = small_block(GetParam());
  ASSERT_EQ(dof_behind_the_door(problem), problem.dof());
  Condensation condensation;
  condensation.condense(problem);
  ASSERT_EQ(condensation.problem().dof(), 12);
  const Solution whole = answer_of("interior-point", problem);
  const Solution condensed = condensation.back(problem, answer_of("interior-point", condensation.problem()));
  EXPECT_LE(certify(problem, condensed).value(), 10 * tolerance);
  EXPECT_LE((condensed.v - whole.v).norm(), 1e-7 * whole.v.norm());
  EXPECT_LE((condensed.r - whole.r).norm(), 1e-7 * whole.r.norm());
  EXPECT_GT(whole.r.norm(), 0.1);
}

TEST_P(CondensationUnderLaw, HappensAtTheDoorOfEverySolverAndIsJudgedOnTheWholeProblem) {
  REQUIRE_CHOLMOD();
  const ContactProblem problem = large_block(GetParam());
  EXPECT_EQ(dof_behind_the_door(problem), 48);
  for (const char* name : {"interior-point", "auto", "gauss-seidel", "apgd"}) {
    const auto solver = make_solver(name);
    if (!solver->knows(GetParam())) continue;
    Solution solution;
    const Report report = solver->solve(problem, {.tolerance = 1e-8}, solution);
    EXPECT_EQ(report.status, Status::solved) << name;
    const double judged = certify(problem, solution).value();  // its free velocities differ by rounding
    EXPECT_NEAR(report.certificate.value(), judged, 1e-6 * judged) << name;
    EXPECT_LE(report.certificate.value(), 1e-8) << name;
    EXPECT_EQ(solution.v.size(), problem.dof());
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, CondensationUnderLaw, testing::ValuesIn(every_law()),
                         [](const auto& law) { return std::string(to_string(law.param)); });

TEST(Condensation, IsLeftOutWhereItDoesNotPayOrMIsNotSymmetric) {
  REQUIRE_CHOLMOD();
  const ContactProblem touched = elastic_block(12, 1, Law::convex);
  EXPECT_EQ(dof_behind_the_door(touched), touched.dof());
  ContactProblem gyroscopic = large_block(Law::convex);
  gyroscopic.M.coeffRef(3, 4) += 1e-6;
  gyroscopic.M.coeffRef(4, 3) -= 1e-6;
  gyroscopic.M.makeCompressed();
  EXPECT_EQ(dof_behind_the_door(gyroscopic), gyroscopic.dof());
  ContactProblem rigid = large_block(Law::convex);
  rigid.M = SparseMatrix(Vector(rigid.M.diagonal()).asDiagonal());
  EXPECT_EQ(dof_behind_the_door(rigid), rigid.dof());
}

/// What a solver keeps from call to call never changes an answer.
TEST(Condensation, FollowsContactsThatComeAndGo) {
  REQUIRE_CHOLMOD();
  const auto kept = make_solver("interior-point");
  for (const int contacts : {16, 25, 16, 9}) {
    ContactProblem problem = large_block(Law::convex, contacts);
    if (contacts == 9) problem.M *= 2;
    Solution again, fresh;
    kept->solve(problem, {.tolerance = 1e-8}, again);
    make_solver("interior-point")->solve(problem, {.tolerance = 1e-8}, fresh);
    EXPECT_EQ(again.v, fresh.v) << contacts;
    EXPECT_EQ(again.r, fresh.r) << contacts;
    EXPECT_LE(certify(problem, again).value(), 1e-8) << contacts;
  }
}

/// A block on the floor, another that nothing touches, and a ball that lies on the first: its contact turns nothing.
ContactProblem block_with_ball() {
  const ContactProblem block = small_block(Law::convex);
  const int n = block.dof(), rows = block.rows();
  std::vector<Eigen::Triplet<double>> M, H;
  for (int j = 0; j < n; ++j)
    for (SparseMatrix::InnerIterator it(block.M, j); it; ++it)
      for (const int first : {0, n}) M.emplace_back(first + static_cast<int>(it.row()), first + j, it.value());
  for (int k = 0; k < 6; ++k) M.emplace_back(2 * n + k, 2 * n + k, k < 3 ? 2.0 : 0.1);
  for (int k = 0; k < rows; ++k)
    for (SparseMatrix::InnerIterator it(block.H, k); it; ++it) H.emplace_back(it.row(), k, it.value());
  const int direction[] = {2, 0, 1};
  for (int d = 0; d < 3; ++d) {
    H.emplace_back(2 * n + direction[d], rows + d, 1.0);
    H.emplace_back(n - 3 + direction[d], rows + d, -1.0);
  }
  ContactProblem p = block;
  p.M.resize(2 * n + 6, 2 * n + 6);
  p.M.setFromTriplets(M.begin(), M.end());
  p.H.resize(2 * n + 6, rows + 3);
  p.H.setFromTriplets(H.begin(), H.end());
  p.f.resize(2 * n + 6);
  p.f << block.f, block.f, 0.5, 0, -4, 0, 0, 0;
  p.w.conservativeResize(rows + 3);
  p.w.tail<3>().setZero();
  p.cones.mu = Vector::Constant(p.cones.mu.size() + 1, 0.3);
  return p;
}

TEST(Condensation, ServesRigidAndFlexibleBodiesTogether) {
  REQUIRE_CHOLMOD();
  const ContactProblem problem = block_with_ball();
  Condensation condensation;
  condensation.condense(problem);
  EXPECT_EQ(condensation.problem().dof(), 12 + 3 + 3);
  const Solution condensed = condensation.back(problem, answer_of("interior-point", condensation.problem()));
  EXPECT_LE(certify(problem, condensed).value(), 10 * tolerance);
  EXPECT_GT(condensed.r.tail<3>().norm(), 1);
}

TEST(Condensation, SaysWhereMIsNotPositiveDefinite) {
  REQUIRE_CHOLMOD();
  ContactProblem problem = small_block(Law::convex);
  problem.M.coeffRef(40, 43) = problem.M.coeffRef(43, 40) = -1e6;
  EXPECT_THROW(Condensation().condense(problem), NotPositiveDefinite);
}

}  // namespace
}  // namespace signorini::test
