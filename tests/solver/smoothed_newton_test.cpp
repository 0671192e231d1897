// Newton's method on laws of contact with rounded corners, and proximal points by it.
#include "signorini/solver/newton/smoothed_points.h"

#include <random>
#include <type_traits>

#include <gtest/gtest.h>

#include "signorini/problem/certificate.h"
#include "signorini/problem/generate/generate.h"

namespace signorini {
namespace {

using newton::SmoothedPart;
using newton::SmoothedProjection;

template <int D>
VectorN<D> random_point(std::mt19937& random) {
  std::normal_distribution<double> normal;
  VectorN<D> z;
  for (int i = 0; i < D; ++i) z[i] = normal(random);
  return z;
}

template <int D>
void round_corners() {
  std::mt19937 random(D);
  for (const double nu : {1.0, 1e-4, 1e-12}) {
    for (int trial = 0; trial < 100; ++trial) {
      const VectorN<D> z = random_point<D>(random);
      const VectorN<D> x = SmoothedProjection<D>(z, nu).point(), y = SmoothedProjection<D>(-z, nu).point();
      EXPECT_LE((x - y - z).norm(), 1e-14) << "x - y = z";
      EXPECT_GT(x[0], x.template tail<D - 1>().norm());
      EXPECT_GT(y[0], y.template tail<D - 1>().norm());
      // x ∘ y = (x·y, x₀ y_T + y₀ x_T)
      EXPECT_NEAR(x.dot(y), nu, 1e-14);
      EXPECT_LE((x[0] * y.template tail<D - 1>() + y[0] * x.template tail<D - 1>()).norm(), 1e-14);
    }
  }
}
TEST(SmoothedProjection, PairsMultiplyToNu) {
  round_corners<2>();
  round_corners<3>();
}

template <int D>
void compare_with_differences() {
  std::mt19937 random(D);
  constexpr double h = 1e-6;
  for (int trial = 0; trial < 100; ++trial) {
    const VectorN<D> z = random_point<D>(random);
    MatrixN<D> difference;
    for (int i = 0; i < D; ++i) {
      const VectorN<D> e = h * VectorN<D>::Unit(i);
      difference.col(i) =
          (SmoothedProjection<D>(z + e, 0.01).point() - SmoothedProjection<D>(z - e, 0.01).point()) / (2 * h);
    }
    const MatrixN<D> L = SmoothedProjection<D>(z, 0.01).jacobian();
    EXPECT_LE((L - difference).norm(), 1e-8) << "trial " << trial;
    EXPECT_LE((L + SmoothedProjection<D>(-z, 0.01).jacobian() - MatrixN<D>::Identity()).norm(), 1e-14);
  }
}
TEST(SmoothedProjection, JacobianIsItsDerivative) {
  compare_with_differences<2>();
  compare_with_differences<3>();
}

/// Impulses of contacts that stick may have tangential parts that are rounding: no difference of eigenvalues survives
/// there.
TEST(SmoothedProjection, IsAccurateNearTheAxis) {
  for (const double length : {1e-8, 1e-16, 1e-17, 1e-30, 1e-200, 0.0})
    for (const double axis : {2.0, -2.0}) {
      const SmoothedProjection<3> projection({axis, length, 0}, 1e-3);
      const double slope = SmoothedPart(axis, 1e-3).slope();
      EXPECT_LE((projection.jacobian() - slope * Matrix3::Identity()).norm(), 1e-7 * slope) << length << ", " << axis;
      EXPECT_NEAR(projection.point()[1], slope * length, 1e-7 * slope * length);
    }
}

/// Of a solve to 1e-8.
struct Outcome {
  double certificate;
  int factorizations;
};
Outcome solve(const ContactProblem& problem, const Vector& guess) {
  StopRule rule;
  rule.tolerance = 1e-8;
  Monitor monitor("test", problem, rule, 200);
  newton::on_workbench(problem, monitor, [&](auto&& bench) {
    constexpr int D = std::remove_cvref_t<decltype(bench)>::dimension;
    const Vector r = bench.p.scaled_impulses(guess);
    bench.judge(r);
    newton::SmoothedPoints<D>(bench, problem.law).run(r);
  });
  Solution solution;
  const Report report = monitor.finish(solution);
  return {report.certificate.value(), report.factorizations};
}

class SmoothedPointsUnderLaw : public testing::TestWithParam<Law> {};
INSTANTIATE_TEST_SUITE_P(Laws, SmoothedPointsUnderLaw, testing::Values(Law::convex, Law::coulomb),
                         [](const auto& law) { return std::string(to_string(law.param)); });

/// Redundant contacts, from nothing: where full Newton steps on the law itself go astray.
TEST_P(SmoothedPointsUnderLaw, SolveAPacking) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    const ContactProblem problem = generate_packing({.spheres = 40, .friction = 0.3, .seed = seed, .law = GetParam()});
    const Outcome outcome = solve(problem, Vector::Zero(problem.rows()));
    EXPECT_LE(outcome.certificate, 1e-8) << "seed " << seed;
    EXPECT_LE(outcome.factorizations, 100) << "seed " << seed;
  }
}

/// The compliance of contacts makes impulses unique, and Newton's way short.
TEST_P(SmoothedPointsUnderLaw, KeepComplianceInTheLaw) {
  ContactProblem problem = generate_packing({.spheres = 40, .friction = 0.3, .law = GetParam()});
  problem.E = Vector::Constant(problem.rows(), 1e-3 * contact_scales(problem).mean());
  const Outcome outcome = solve(problem, Vector::Zero(problem.rows()));
  EXPECT_LE(outcome.certificate, 1e-8);
  EXPECT_LE(outcome.factorizations, 60);
}

}  // namespace
}  // namespace signorini
