// Problems of joints alone: one linear system, against its dense solution.
#include "signorini/solver/direct/free_rows.h"

#include <random>

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "signorini/problem/certificate.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini::test {
namespace {

using Matrix = Eigen::MatrixXd;

constexpr int freedoms = 6, rows_of_joint = 5;

/// Bodies in a chain whose joints are random rows on a body and the one before it.
ContactProblem chain(int bodies, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  const int dof = freedoms * bodies, rows = rows_of_joint * bodies;
  Matrix M = Matrix::Zero(dof, dof), H = Matrix::Zero(dof, rows);
  for (int k = 0; k < dof; ++k) M(k, k) = 1 + number(random) * 0.9;
  for (int body = 0; body < bodies; ++body) {
    Matrix A = Matrix::NullaryExpr(3, 3, [&] { return number(random); });
    M.block(6 * body + 3, 6 * body + 3, 3, 3) += A * A.transpose();
    for (int row = 0; row < rows_of_joint; ++row)
      for (int k = body == 0 ? 0 : -freedoms; k < freedoms; ++k)
        H(freedoms * body + k, rows_of_joint * body + row) = number(random);
  }
  ContactProblem p;
  p.form = Form::global;
  p.law = Law::convex;
  p.cones.dimension = 3;
  p.cones.free = rows;
  p.M = M.sparseView();
  p.H = H.sparseView();
  p.f = Vector::NullaryExpr(dof, [&] { return number(random); });
  p.w = Vector::NullaryExpr(rows, [&] { return number(random); });
  return p;
}

/// v and r of M v = f + H r, Hᵀ v + E r = -w.
Solution dense_solution(const ContactProblem& p) {
  Matrix system = Matrix::Zero(p.dof() + p.rows(), p.dof() + p.rows());
  system.topLeftCorner(p.dof(), p.dof()) = p.M;
  system.topRightCorner(p.dof(), p.rows()) = -Matrix(p.H);
  system.bottomLeftCorner(p.rows(), p.dof()) = Matrix(p.H).transpose();
  if (p.E.size() > 0) system.bottomRightCorner(p.rows(), p.rows()) = p.E.asDiagonal();
  Vector right(p.dof() + p.rows());
  right << p.f, -p.w;
  const Vector x = system.fullPivLu().solve(right);
  return {x.head(p.dof()), x.tail(p.rows()), {}};
}

Solution solved(direct::FreeRows& method, const ContactProblem& p, Solution guess = {}) {
  const auto report = method.solve("direct", p, {}, guess);
  EXPECT_TRUE(report.has_value());
  EXPECT_LE(certify(p, guess).value(), 1e-12);
  return guess;
}

TEST(FreeRows, ChainIsTheDenseSolution) {
  direct::FreeRows method;  // keeps the order of the rows
  for (const unsigned seed : {1U, 2U, 3U}) {
    const ContactProblem p = chain(7, seed);
    const Solution expected = dense_solution(p), s = solved(method, p);
    EXPECT_LT((s.v - expected.v).norm(), 1e-9 * expected.v.norm());
    EXPECT_LT((s.r - expected.r).norm(), 1e-9 * expected.r.norm());
  }
}

TEST(FreeRows, PatternsMayChangeFromProblemToProblem) {
  direct::FreeRows method;
  ContactProblem loop = chain(4, 5);
  solved(method, loop);
  Matrix H = loop.H;  // the last body held to the first one in place of the one before it
  for (int row = 15; row < 20; ++row)
    H.col(row).head(6) = H.col(row).segment(12, 6), H.col(row).segment(12, 6).setZero();
  loop.H = H.sparseView();
  const Solution expected = dense_solution(loop), s = solved(method, loop);
  EXPECT_LT((s.v - expected.v).norm(), 1e-9 * expected.v.norm());
  direct::FreeRows fresh;
  EXPECT_EQ(solved(fresh, loop).r, s.r);  // what is kept changes no bit
}

TEST(FreeRows, ComplianceAndSpringsBetweenBodies) {
  direct::FreeRows method;
  ContactProblem p = chain(3, 8);
  p.E = Vector::LinSpaced(p.rows(), 0, 2);
  Matrix M = p.M;
  const Vector pull = Vector::LinSpaced(12, -1, 1);
  M.topLeftCorner(12, 12) += pull * pull.transpose();
  p.M = M.sparseView();
  const Solution expected = dense_solution(p), s = solved(method, p);
  EXPECT_LT((s.v - expected.v).norm(), 1e-9 * expected.v.norm());
  EXPECT_LT((s.r - expected.r).norm(), 1e-9 * expected.r.norm());
}

TEST(FreeRows, RowsThatDependOnEachOtherKeepTheSharesOfTheGuess) {
  ContactProblem p = chain(2, 11);
  Matrix H = p.H;
  H.col(9) = H.col(8);
  p.H = H.sparseView();
  p.w[9] = p.w[8];
  Solution guess{{}, Vector::Zero(p.rows()), {}};
  guess.r[8] = 3;
  guess.r[9] = -1;
  direct::FreeRows method;
  const Solution s = solved(method, p, guess);
  EXPECT_NEAR(s.r[8] - s.r[9], 4, 1e-3);
}

TEST(FreeRows, LeavesContradictionsToOthers) {
  ContactProblem p = chain(2, 11);
  Matrix H = p.H;
  H.col(9) = H.col(8);
  p.H = H.sparseView();
  p.w[9] = p.w[8] + 1;
  direct::FreeRows method;
  Solution s;
  EXPECT_FALSE(method.solve("direct", p, {}, s).has_value());
  EXPECT_EQ(make_solver("auto")->solve(p, {}, s).status, Status::infeasible);
}

TEST(FreeRows, AreWhatAutoTakes) {
  const ContactProblem p = chain(3, 2);
  Solution s;
  const Report report = make_solver("auto")->solve(p, {}, s);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_EQ(report.factorizations, 1);
  EXPECT_LE(report.certificate.value(), 1e-12);
}

}  // namespace
}  // namespace signorini::test
