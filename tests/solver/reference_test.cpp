// The reference itself, against closed forms and an enumeration of all active sets.

#include "reference.h"

#include <stdexcept>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "problems.h"
#include "signorini/problem/delassus.h"

namespace signorini::test {
namespace {

constexpr long double exact = 1e-16L;

/// The answer of a problem with positive rows only: the one subset of rows that, held at u = 0, push and let no other
/// row be crossed.
Vector velocities_by_enumeration(const ContactProblem& p) {
  const Eigen::MatrixXd H(p.H), inverse_mass = Eigen::MatrixXd(p.M).inverse();
  for (int subset = 0; subset < 1 << p.rows(); ++subset) {
    std::vector<int> held;
    for (int k = 0; k < p.rows(); ++k)
      if (subset >> k & 1) held.push_back(k);
    Vector v = inverse_mass * p.f;
    if (!held.empty()) {
      const Eigen::MatrixXd G = H(Eigen::all, held);
      const Eigen::MatrixXd W = G.transpose() * inverse_mass * G;
      const Vector r = W.fullPivLu().solve(-(G.transpose() * v + p.w(held)));
      if ((r.array() < 0).any()) continue;
      v += inverse_mass * G * r;
    }
    if (((H.transpose() * v + p.w).array() > -1e-12).all()) return v;
  }
  throw std::runtime_error("no active set fits");
}

TEST(Reference, FindsTheActiveSetThatEnumerationFinds) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    const ContactProblem p =
        random_problem({.dof = 8, .free = 0, .positive = 7, .friction = 0}, Law::frictionless, seed);
    const Reference reference = reference_solution(p);
    EXPECT_LE(reference.violation, exact);
    EXPECT_LE((reference.v.cast<double>() - velocities_by_enumeration(p)).norm(), 1e-12);
  }
}

TEST(Reference, SlidesAsInTheClosedForm) {
  // Momentum (3, 0, -1) of mass 1, μ = 0.5: r = 2 (1, -μ, 0), v = (2, 0, 1).
  const Reference reference = reference_solution(point_mass(1.0, {3, 0, -1}, 0.5, 0, Law::convex));
  EXPECT_LE(static_cast<double>((reference.v - Eigen::Vector3d(2, 0, 1).cast<long double>()).norm()), 1e-17);
}

TEST(Reference, ObeysTheLawOnRandomProblemsInBothForms) {
  for (unsigned seed = 1; seed <= 50; ++seed)
    for (const int dimension : {2, 3}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", dimension " << dimension);
      const ContactProblem p = random_problem({.dimension = dimension}, Law::convex, seed);
      const Reference global = reference_solution(p), local = reference_solution(to_local(p));
      EXPECT_LE(global.violation, exact);
      EXPECT_LE((global.u - local.u).norm(), 1e-12L * global.u.norm());
    }
}

TEST(Reference, LawViolationSeesEveryKindOfBreach) {
  // A mass that falls at 1 m/s: r is what stops it.
  const ContactProblem p = point_mass(2.0, {0, 0, -2}, 0.5, 0, Law::convex);
  const auto violation = [&](long double normal, long double tangential) {
    return static_cast<double>(law_violation(p, LongVector{{normal, tangential, 0}}));
  };
  EXPECT_LE(violation(2, 0), 1e-16);
  EXPECT_NEAR(violation(0, 0), 1, 1e-15) << "penetrates";
  EXPECT_NEAR(violation(3, 0), 0.5, 1e-15) << "lifts off while pushing";
  EXPECT_GE(violation(-1, 0), 1) << "pulls";
  EXPECT_GE(violation(2, 1.5), 0.2) << "leaves the friction cone";
}

TEST(Reference, RefusesContradictoryRows) {
  ContactProblem p;
  p.law = Law::convex;
  p.cones.positive = 2;
  p.M = SparseMatrix(Vector::Ones(1).asDiagonal());
  p.H = Eigen::MatrixXd(Eigen::RowVector2d(1, -1)).sparseView();
  p.f = Vector::Zero(1);
  p.w = Eigen::Vector2d(-1, -1);
  EXPECT_THROW(reference_solution(p), std::runtime_error);
}

}  // namespace
}  // namespace signorini::test
