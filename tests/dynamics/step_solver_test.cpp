#include "signorini/dynamics/step_solver.h"

#include <gtest/gtest.h>

#include "signorini/base/error.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/problem/certificate.h"

namespace signorini {
namespace {

/// Balls of 1 kg on a floor of their own, each falling at 1 m/s when the step begins: one row each.
ContactProblem balls_on_a_floor(int count) {
  ContactProblem p;
  p.M = SparseMatrix(Vector::Ones(6 * count).asDiagonal());
  p.H = SparseMatrix(6 * count, count);
  p.f = Vector::Zero(6 * count);
  for (int k = 0; k < count; ++k) {
    p.H.insert(6 * k + 2, k) = 1;
    p.f[6 * k + 2] = -1;
  }
  p.H.makeCompressed();
  p.w = Vector::Zero(count);
  p.cones.positive = count;
  p.law = Law::convex;
  return p;
}

TEST(StepSolver, AnswersForAllIslands) {
  const ContactProblem p = balls_on_a_floor(4);
  const Settings settings{.tolerance = 1e-8};
  StepSolver solver(settings);
  Solution solution;
  const Report report = solver.solve(p, p.dof(), {}, solution);
  EXPECT_EQ(report.status, Status::solved);
  EXPECT_LE(certify(p, solution).value(), settings.tolerance);
  EXPECT_TRUE(solution.r.isOnes(1e-7));
}

/// The second ball is held by rows that contradict each other.
TEST(StepSolver, TellsOfTheIslandThatContradictsItself) {
  ContactProblem p = balls_on_a_floor(3);
  p.H.conservativeResize(18, 4);
  p.H.insert(8, 3) = -1;
  p.w.conservativeResize(4);
  p.w[1] = -1;
  p.w[3] = -1;
  p.cones.positive = 4;
  const Settings settings{.tolerance = 1e-8, .on_miss = MissPolicy::accept};
  StepSolver solver(settings);
  Solution solution;
  const Report report = solver.solve(p, p.dof(), {}, solution);
  EXPECT_EQ(report.status, Status::infeasible);
  ASSERT_EQ(report.proof.size(), 4);
  EXPECT_NE(report.proof[1], 0);
  EXPECT_NE(report.proof[3], 0);
  EXPECT_EQ(report.proof[0], 0);
  EXPECT_EQ(report.proof[2], 0);
  EXPECT_NEAR(solution.r[0], 1, 1e-7) << "the others are solved";
  EXPECT_NEAR(solution.r[2], 1, 1e-7);
  EXPECT_GT(report.certificate.value(), settings.tolerance) << "that of the worst";
}

TEST(StepSolver, StopsWhenToldTo) {
  const ContactProblem p = balls_on_a_floor(3);
  const Settings settings;
  StepSolver solver(settings);
  Solution solution;
  EXPECT_EQ(solver
                .solve(
                    p, p.dof(), [] { return true; }, solution)
                .status,
            Status::interrupted);
}

TEST(StepSolver, HasNoAnswerToWhatIsNotFinite) {
  ContactProblem p = balls_on_a_floor(3);
  p.f[2] = INFINITY;
  const Settings settings;
  StepSolver solver(settings);
  Solution solution;
  EXPECT_EQ(solver.solve(p, p.dof(), {}, solution).certificate.natural, INFINITY);
  EXPECT_EQ(solution.v.size(), 0);
}

/// Two stacks of boxes, and a ball that may hit the second one.
Model stacks(bool with_ball) {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies.push_back({.name = "floor", .fixed = true, .shapes = {{Plane{}}}});
  for (int stack = 0; stack < 2; ++stack)
    for (int k = 0; k < 4; ++k) {
      Body box{.name = "box", .shapes = {{Box{{0.1, 0.1, 0.1}}}}};
      box.name += std::to_string(4 * stack + k);
      box.pose.position = {3.0 * stack, 0, 0.1 + 0.2 * k};
      model.bodies.push_back(box);
    }
  Body ball{.name = "ball", .shapes = {{Sphere{0.1}}}};
  ball.pose.position = {with_ball ? 3.5 : 30, 0, 0.5};
  ball.velocity = {-5, 0, 0};
  model.bodies.push_back(ball);
  for (Body& body : model.bodies)
    if (!body.fixed) set_mass_from_shapes(body, 1000);
  return model;
}

/// Sums over the whole problem would differ in their last digits.
TEST(StepSolver, AHitChangesNoBitOfWhatItDoesNotReach) {
  Settings settings;
  settings.step = 0.005;
  settings.margin = 0.02;
  Simulation with(stacks(true), settings), without(stacks(false), settings);
  for (int step = 0; step < 60; ++step) with.step(), without.step();
  EXPECT_GT((with.state().poses[8].position - without.state().poses[8].position).norm(), 0.01) << "it did hit";
  for (int body = 1; body <= 4; ++body) {
    EXPECT_EQ(with.state().poses[body].position, without.state().poses[body].position);
    EXPECT_EQ(with.state().poses[body].orientation.coeffs(), without.state().poses[body].orientation.coeffs());
  }
}

}  // namespace
}  // namespace signorini
