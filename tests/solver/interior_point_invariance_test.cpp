// Units, numbering and repetition do not change the answer of the interior point method.

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "interior_point_run.h"
#include "signorini/problem/generate/generate.h"

namespace signorini::test {
namespace {

constexpr double tolerance = 1e-8;
/// Two answers certified to the tolerance may differ by this much.
constexpr double same_velocities = 1e-7;
/// Other units round differently and may cost or save this many iterations.
constexpr int same_iterations = 2;

constexpr int dof_per_body = 6;
constexpr double friction = 0.3;

struct Scene {
  std::string name;
  std::function<ContactProblem(Law)> generate;
};

const std::vector<Scene> scenes{
    {"packing", [](Law law) { return generate_packing({.spheres = 100, .friction = friction, .law = law}); }},
    {"pile", [](Law law) { return generate_pile({.spheres = 100, .friction = friction, .law = law}); }},
    {"stack",
     [](Law law) {
       return generate_stack({.bodies = 8,
                              .mass_ratio = 3,
                              .shape = StackShape::box,
                              .friction = friction,
                              .agitation = 0.01,
                              .law = law});
     }},
    {"wall", [](Law law) { return generate_wall({.rows = 4, .columns = 4, .friction = friction, .law = law}); }},
};

struct Case {
  Scene scene;
  Law law;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.scene.name << "_" << to_string(c.law); }

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const auto& scene : scenes)
    for (const Law law : {Law::frictionless, Law::convex}) result.push_back({scene, law});
  return result;
}

class Invariance : public testing::TestWithParam<Case> {
 protected:
  ContactProblem problem() const { return GetParam().scene.generate(GetParam().law); }
};

/// Masses in another unit: M, f and r change by the factor, v and u stay.
ContactProblem with_masses_times(double factor, ContactProblem p) {
  p.M *= factor;
  p.f *= factor;
  return p;
}

/// How each degree of freedom scales with lengths: moments arise from arms, S = diag(1, 1, 1, s, s, s) body by body.
Vector arms_times(double factor, int dof) {
  Vector S = Vector::Ones(dof);
  for (int i = 0; i < dof; ++i)
    if (i % dof_per_body >= 3) S[i] = factor;
  return S;
}

/// Lengths in another unit, s times as many for the same length: gaps and speeds change by s, and so do gravity and
/// with it the linear part of f; inertia changes by s². With S as above, M' = S M S, H' = S H, f' = s S f, w' = s w
/// make v' = s S⁻¹ v (angular velocities stay), u' = s u, r' = s r.
ContactProblem with_lengths_times(double factor, ContactProblem p) {
  const Vector S = arms_times(factor, p.dof());
  p.M = SparseMatrix(S.asDiagonal() * p.M * S.asDiagonal());
  p.H = SparseMatrix(S.asDiagonal() * p.H);
  p.f = factor * S.cwiseProduct(p.f);
  p.w *= factor;
  return p;
}

std::vector<int> shuffled(int count, unsigned seed) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  return order;
}

/// Numbers for the rows when blocks of them change places: place k takes what was at result[k].
std::vector<int> blocks(const std::vector<int>& order, int block) {
  std::vector<int> result;
  for (const int i : order)
    for (int k = 0; k < block; ++k) result.push_back(block * i + k);
  return result;
}

SparseMatrix permutation(const std::vector<int>& source) {
  SparseMatrix P(static_cast<int>(source.size()), static_cast<int>(source.size()));
  for (int k = 0; k < P.cols(); ++k) {
    P.startVec(k);
    P.insertBack(source[static_cast<std::size_t>(k)], k) = 1;
  }
  P.finalize();
  return P;
}

TEST_P(Invariance, MassesInMilligramsTakeTheSamePath) {
  constexpr double factor = 1e6;
  const ContactProblem p = problem();
  const Outcome one = solved_by_interior_point(p, tolerance);
  const Outcome other = solved_by_interior_point(with_masses_times(factor, p), tolerance);
  EXPECT_NEAR(one.report.iterations, other.report.iterations, same_iterations);
  EXPECT_LE(energy_distance(p, other.solution.v, one.solution.v), same_velocities);
}

TEST_P(Invariance, LengthsInKilometresTakeTheSamePath) {
  constexpr double factor = 1e-3;
  const ContactProblem p = problem();
  const Outcome one = solved_by_interior_point(p, tolerance);
  const Outcome other = solved_by_interior_point(with_lengths_times(factor, p), tolerance);
  EXPECT_NEAR(one.report.iterations, other.report.iterations, same_iterations);
  const Vector back = other.solution.v.cwiseProduct(arms_times(factor, p.dof())) / factor;
  EXPECT_LE(energy_distance(p, back, one.solution.v), same_velocities);
}

TEST_P(Invariance, OrderOfContactsDoesNotMatter) {
  const ContactProblem p = problem();
  const std::vector<int> rows = blocks(shuffled(p.cones.friction(), 1), p.cones.dimension);
  ContactProblem reordered = p;
  reordered.H = p.H * permutation(rows);
  reordered.w = Vector(p.w(rows));
  const Outcome one = solved_by_interior_point(p, tolerance), other = solved_by_interior_point(reordered, tolerance);
  EXPECT_LE(energy_distance(p, other.solution.v, one.solution.v), same_velocities);
}

TEST_P(Invariance, OrderOfBodiesDoesNotMatter) {
  const ContactProblem p = problem();
  const std::vector<int> rows = blocks(shuffled(p.dof() / dof_per_body, 2), dof_per_body);
  const SparseMatrix P = permutation(rows);
  ContactProblem reordered = p;
  reordered.M = SparseMatrix(P.transpose() * p.M * P);
  reordered.H = SparseMatrix(P.transpose() * p.H);
  reordered.f = Vector(p.f(rows));
  const Outcome one = solved_by_interior_point(p, tolerance), other = solved_by_interior_point(reordered, tolerance);
  EXPECT_LE(energy_distance(p, P * other.solution.v, one.solution.v), same_velocities);
}

TEST_P(Invariance, SameInputGivesTheSameBits) {
  const ContactProblem p = problem();
  const Outcome one = solved_by_interior_point(p, tolerance), other = solved_by_interior_point(p, tolerance);
  EXPECT_EQ(one.solution.v, other.solution.v);
  EXPECT_EQ(one.solution.r, other.solution.r);
  EXPECT_EQ(one.report.iterations, other.report.iterations);
}

TEST_P(Invariance, SolverThatHasSolvedOtherProblemsGivesTheSameBits) {
  const ContactProblem p = problem();
  const Outcome fresh = solved_by_interior_point(p, tolerance);
  const auto used = make_solver("interior-point");
  StopRule rule;
  rule.tolerance = tolerance;
  for (const ContactProblem& other : {with_masses_times(2, p), generate_stack({.bodies = 2, .law = p.law})}) {
    Solution ignored;
    used->solve(other, rule, ignored);
  }
  Solution again;
  used->solve(p, rule, again);
  EXPECT_EQ(fresh.solution.v, again.v);
  EXPECT_EQ(fresh.solution.r, again.r);
}

INSTANTIATE_TEST_SUITE_P(InteriorPoint, Invariance, testing::ValuesIn(cases()), testing::PrintToStringParamName());

}  // namespace
}  // namespace signorini::test
