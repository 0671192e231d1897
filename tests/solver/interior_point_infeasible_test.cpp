// Problems without an answer: the status says so, and the report proves it.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "problems.h"
#include "sanitizers.h"
#include "signorini/base/error.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/problem/infeasibility.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini {
namespace {

Report solve(const ContactProblem& problem, Solution& solution, const OptionValues& options = {}) {
  StopRule rule;
  rule.tolerance = 1e-8;
  return make_solver("interior-point", options)->solve(problem, rule, solution);
}

/// A bead on a line, dof x, with the given rows u = h v + w.
ContactProblem bead(int free, int positive, std::vector<double> h, std::vector<double> w) {
  ContactProblem p;
  p.law = Law::convex;
  p.M = SparseMatrix(Vector::Constant(1, 2.0).asDiagonal());
  p.H.resize(1, static_cast<int>(h.size()));
  for (int k = 0; k < static_cast<int>(h.size()); ++k) p.H.insert(0, k) = h[k];
  p.H.makeCompressed();
  p.f = Vector::Constant(1, 0.5);
  p.w = Eigen::Map<const Vector>(w.data(), static_cast<Eigen::Index>(w.size()));
  p.cones.free = free;
  p.cones.positive = positive;
  return p;
}

void expect_infeasible(const ContactProblem& problem, const std::string& rows, const OptionValues& options = {}) {
  Solution solution;
  const Report report = solve(problem, solution, options);
  EXPECT_EQ(report.status, Status::infeasible) << report.message;
  EXPECT_NE(report.message.find(rows), std::string::npos) << report.message;
  ASSERT_EQ(report.proof.size(), problem.rows());
  EXPECT_TRUE(judge_infeasibility(problem, report.proof).proven());
  EXPECT_TRUE(solution.r.allFinite() && solution.v.allFinite());
}

TEST(Infeasible, BilateralRowsThatContradictEachOther) {
  const ContactProblem problem = bead(2, 0, {1, 1}, {-1, -2});  // v = 1 and v = 2
  for (const char* system : {"condensed", "delassus", "augmented"})
    expect_infeasible(problem, "free row", {{"system", system}});
}

TEST(Infeasible, WallsCloserThanTheBeadIsWide) {
  expect_infeasible(bead(0, 2, {1, -1}, {-1, 0.5}), "positive row");  // v ≥ 1 and v ≤ 0.5
}

TEST(Infeasible, AJointThatPressesThroughAWall) {
  expect_infeasible(bead(1, 1, {1, -1}, {-1, 0}), "free row");  // v = 1 and v ≤ 0
}

TEST(Infeasible, FrictionConesBetweenNarrowingWalls) {
  // Two contacts with opposite normals and the same tangents; both must open.
  ContactProblem p;
  p.law = Law::convex;
  p.M = SparseMatrix(Vector::Ones(3).asDiagonal());
  Eigen::MatrixXd H(3, 6);
  H << 0, 1, 0, 0, 1, 0,  //
      0, 0, 1, 0, 0, 1,   //
      1, 0, 0, -1, 0, 0;
  p.H = H.sparseView();
  p.f = Eigen::Vector3d(0.1, 0.2, 0.3);
  p.w = Vector::Zero(6);
  p.w[0] = p.w[3] = -0.1;
  p.cones.mu = Vector::Constant(2, 0.5);
  expect_infeasible(p, "contact");
  p.law = Law::pyramid;  // solved in rows of its own, proven in those of the problem
  expect_infeasible(p, "contact");
}

TEST(Infeasible, LocalProblems) {
  ContactProblem p;
  p.form = Form::local;
  p.law = Law::convex;
  p.cones.positive = 2;
  const Eigen::Matrix2d W{{1, -1}, {-1, 1}};
  p.W = W.sparseView();
  p.q = Eigen::Vector2d(-1, 0.5);
  Solution solution;
  EXPECT_EQ(solve(p, solution).status, Status::infeasible);
}

TEST(Infeasible, SoftRowsNeverContradict) {
  ContactProblem problem = bead(0, 2, {1, -1}, {-1, 0.5});
  problem.E = Vector::Constant(2, 0.1);
  Solution solution;
  EXPECT_EQ(solve(problem, solution).status, Status::solved);
}

TEST(Infeasible, FeasibleProblemsGiveNoProof) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const ContactProblem problem = test::random_problem({.dof = 8}, Law::convex, seed);
    Solution solution;
    const Report report = solve(problem, solution);
    EXPECT_NE(report.status, Status::infeasible) << "seed " << seed;
    EXPECT_EQ(report.proof.size(), 0);
    EXPECT_FALSE(judge_infeasibility(problem, solution.r).proven());
  }
}

TEST(Infeasible, MassesThatAreNotPositiveAreBadInput) {
  ContactProblem problem = bead(0, 1, {1}, {0});
  problem.M.coeffRef(0, 0) = -1;
  Solution solution;
  EXPECT_THROW(solve(problem, solution), InputError);
}

TEST(OutOfMemory, IsAStatusAndLosesNothing) {
  if (test::sanitized()) GTEST_SKIP() << "the address sanitizer needs address space of its own";
  const ContactProblem problem = generate_packing({.spheres = 3000, .friction = 0.3, .law = Law::convex});
  const auto solve_in_little_memory = [&] {
    std::int64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    constexpr std::int64_t headroom = 60'000'000;  // less than the factor takes
    const rlim_t limit = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE) + headroom);
    const rlimit address_space{limit, limit};
    setrlimit(RLIMIT_AS, &address_space);
    Solution solution;
    const Report report = solve(problem, solution);
    const bool told = report.message.find("out of memory") != std::string::npos;
    const bool kept = solution.r.size() == problem.rows() && solution.r.allFinite();
    std::_Exit(report.status == Status::numerical_failure && told && kept ? 0 : 1);
  };
  EXPECT_EXIT(solve_in_little_memory(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace signorini
