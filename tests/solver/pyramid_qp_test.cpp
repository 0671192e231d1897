// Solvers on the pyramid QP: the direction of sliding, jamming, and both of Mehrotra's and Gondzio's methods.
#include "signorini/problem/pyramid_qp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "signorini/problem/certificate.h"
#include "signorini/problem/generate/generate.h"
#include "signorini/problem/infeasibility.h"
#include "signorini/solver/interior_point/interior_point.h"

namespace signorini {
namespace {

SparseMatrix sparse(const Eigen::MatrixXd& A) { return A.sparseView(); }

/// A mass of 1 kg on the floor that slides at the angle θ.
ContactProblem sliding_mass(double angle) {
  ContactProblem p;
  p.M = sparse(Eigen::MatrixXd::Identity(3, 3));
  p.H = p.M;
  p.f = Vector{{-0.1, std::cos(angle), std::sin(angle)}};
  p.w = Vector::Zero(3);
  p.cones.mu = Vector::Constant(1, 0.3);
  p.law = Law::pyramid;
  return p;
}

Solution solved(const ContactProblem& p, double tolerance = 1e-10) {
  Solution solution;
  const Report report = InteriorPoint().solve(p, {.tolerance = tolerance}, solution);
  EXPECT_EQ(report.status, Status::solved) << report.message;
  return solution;
}

class Sides : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(EvenAndOdd, Sides, testing::Values(3, 4, 5, 8, 13, 24));

TEST_P(Sides, FrictionMissesTheSlidingDirectionByHalfASectorAtMost) {
  // Of p directions one is within π/p of any, and no nearer where the motion halves a sector.
  const int p = GetParam();
  double worst = 0;
  for (int k = 0; k < 97; ++k) {
    const double angle = 2 * M_PI * k / 97;
    const PyramidQp qp(sliding_mass(angle), p);
    const Solution answer = qp.back(solved(qp.rows()));
    const double across = answer.r[1] * answer.v[2] - answer.r[2] * answer.v[1];
    const double along = -answer.r[1] * answer.v[1] - answer.r[2] * answer.v[2];
    const double error = std::atan2(std::abs(across), along);
    worst = std::max(worst, error);
    EXPECT_LE(error, M_PI / p + 1e-6) << "at " << angle;
  }
  EXPECT_GE(worst, 0.8 * M_PI / p);
}

/// A ball of 1 kg between two walls that close in on it at an angle: parallel at 0, a wedge that opens upwards else.
ContactProblem ball_between_walls(double opening, double mu) {
  ContactProblem p;
  p.M = sparse(Eigen::MatrixXd::Identity(3, 3));
  Eigen::MatrixXd H(3, 6);
  const double c = std::cos(opening), s = std::sin(opening);
  H.leftCols(3) << c, -s, 0, 0, 0, 1, s, c, 0;
  H.rightCols(3) << -c, s, 0, 0, 0, 1, s, c, 0;
  p.H = sparse(H);
  p.f = Vector{{0, 0, -1}};
  p.w = Vector::Zero(6);
  p.cones.mu = Vector::Constant(2, mu);
  p.law = Law::pyramid;
  return p;
}

/// Whether its bodies are jammed, with the impulses that show it.
bool jams(const ContactProblem& p, int sides, Vector* impulses = nullptr) {
  const ContactProblem opening = opening_problem(p, sides);
  Solution motion;
  const Report report = InteriorPoint().solve(opening, {.tolerance = 1e-6}, motion);
  EXPECT_TRUE(report.status == Status::solved || report.status == Status::infeasible) << report.message;
  if (report.status == Status::infeasible && impulses != nullptr) *impulses = report.proof;
  return report.status == Status::infeasible;
}

TEST(Jamming, IsRecognisedWhereFrictionHoldsABallBetweenWalls) {
  // The walls lean by 0.3 rad: friction can hold against both where μ > tan 0.3 = 0.309. Sides 4 and 8 have directions
  // that point straight up and down the walls.
  for (const int sides : {4, 8}) {
    EXPECT_FALSE(jams(ball_between_walls(0.3, 0.29), sides));
    EXPECT_TRUE(jams(ball_between_walls(0.3, 0.33), sides));
  }
  EXPECT_TRUE(jams(ball_between_walls(0, 0), 3)) << "parallel walls need no friction";
}

TEST(Jamming, HasImpulsesThatPushNothing) {
  const ContactProblem p = ball_between_walls(0.3, 0.5);
  Vector impulses;
  ASSERT_TRUE(jams(p, 4, &impulses));
  EXPECT_GE(impulses.minCoeff(), 0);
  EXPECT_LE((opening_problem(p, 4).H * impulses).norm(), 1e-5 * impulses.norm());
}

TEST(Jamming, IsNotSeenInAPileOnTheFloor) {
  EXPECT_FALSE(jams(generate_stack({.bodies = 5, .mass_ratio = 2}), 3));
  EXPECT_FALSE(jams(generate_pile({.spheres = 40}), 3));
}

struct Method {
  const char* name;
  const char* system;
  int correctors;
};

class PyramidMethods : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(All, PyramidMethods,
                         testing::Values(Method{"mehrotra_condensed", "condensed", 0},
                                         Method{"mehrotra_augmented", "augmented", 0},
                                         Method{"gondzio_condensed", "condensed", 2},
                                         Method{"gondzio_augmented", "augmented", 2}),
                         [](const auto& p) { return p.param.name; });

TEST_P(PyramidMethods, ReachTheMeasuresOfTheStudy) {
  InteriorPoint solver({.correctors = GetParam().correctors, .sweeps = 0, .system = GetParam().system});
  for (const int sides : {3, 4}) {
    const PyramidQp qp(generate_packing({.spheres = 60, .agitation = 0.3}), sides);
    Solution answer;
    const Report report = solver.solve(qp.rows(), {.tolerance = 1e-9}, answer);
    EXPECT_EQ(report.status, Status::solved) << report.message;
    const QpMeasures m = qp.measure(answer);
    EXPECT_LE(m.relative_gap(), 1e-8);
    EXPECT_LE(m.relative_residual(), 1e-8);
  }
}

TEST_P(PyramidMethods, TakeFreeRows) {
  // Every third normal row of the packing's spheres as a joint: free rows first.
  ContactProblem p = generate_packing({.spheres = 40, .agitation = 0.3});
  const int joints = 6;
  SparseMatrix H(p.dof(), p.rows() + joints);
  std::vector<Eigen::Triplet<double>> list;
  for (int k = 0; k < joints; ++k) {  // body 2k moves along x as body 2k + 1 does
    list.emplace_back(12 * k, k, 1.0);
    list.emplace_back(12 * k + 6, k, -1.0);
  }
  for (int k = 0; k < p.H.outerSize(); ++k)
    for (SparseMatrix::InnerIterator it(p.H, k); it; ++it)
      list.emplace_back(static_cast<int>(it.row()), joints + k, it.value());
  H.setFromTriplets(list.begin(), list.end());
  Vector w = Vector::Zero(H.cols());
  w.tail(p.rows()) = p.w;
  p.H = H;
  p.w = w;
  p.cones.free = joints;
  const PyramidQp qp(p);
  EXPECT_EQ(qp.free(), joints);
  InteriorPoint solver({.correctors = GetParam().correctors, .sweeps = 0, .system = GetParam().system});
  Solution answer;
  const Report report = solver.solve(qp.rows(), {.tolerance = 1e-9}, answer);
  EXPECT_EQ(report.status, Status::solved) << report.message;
  EXPECT_LE(qp.measure(answer).relative_gap(), 1e-8);
  EXPECT_LE(qp.measure(answer).relative_residual(), 1e-8);
}

}  // namespace
}  // namespace signorini
