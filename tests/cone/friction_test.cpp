#include "signorini/cone/friction.h"

#include <gtest/gtest.h>

#include "cone/samples.h"

namespace signorini {
namespace {

using test::epsilon;
using test::Samples;

constexpr int sample_count = 5000;

template <typename Dimension>
class Friction : public testing::Test {};
TYPED_TEST_SUITE(Friction, test::Dimensions);

/// |r_T| ≤ μ r_N up to a few units in the last place of μ r_N itself, which is strict for flat cones.
template <int D>
bool inside_to_rounding(const VectorN<D>& r, double mu) {
  return r[0] >= 0 && r.template tail<D - 1>().norm() <= mu * r[0] * (1 + 8 * epsilon);
}
template <int D>
bool dual_inside_to_rounding(const VectorN<D>& u, double mu) {
  return u[0] >= mu * u.template tail<D - 1>().norm() * (1 - 8 * epsilon);
}

TYPED_TEST(Friction, ProjectionsLandInTheConesAndStayThere) {
  constexpr int D = TypeParam::value;
  Samples samples(1);
  for (int n = 0; n < sample_count; ++n) {
    const double mu = samples.friction_coefficient();
    const VectorN<D> x = samples.around_cone<D>(mu);
    const VectorN<D> p = friction::project(x, mu), q = friction::project_dual(x, mu);
    EXPECT_TRUE(inside_to_rounding<D>(p, mu)) << "mu " << mu << " x " << x.transpose() << " p " << p.transpose();
    EXPECT_TRUE(dual_inside_to_rounding<D>(q, mu)) << "mu " << mu << " x " << x.transpose() << " q " << q.transpose();

    const VectorN<D> pp = friction::project(p, mu), qq = friction::project_dual(q, mu);
    EXPECT_LE(std::abs(pp[0] - p[0]), 8 * epsilon * p[0]);
    EXPECT_LE((pp - p).template tail<D - 1>().norm(), 8 * epsilon * p.template tail<D - 1>().norm());
    EXPECT_LE(std::abs(qq[0] - q[0]), 8 * epsilon * q[0]);
    EXPECT_LE((qq - q).template tail<D - 1>().norm(), 8 * epsilon * q.template tail<D - 1>().norm());

    // Points inside are not touched at all.
    if (friction::contains(x, mu)) {
      EXPECT_EQ(p, x);
    }
    if (friction::dual_contains(x, mu)) {
      EXPECT_EQ(q, x);
    }
  }
}

TYPED_TEST(Friction, MoreauSplitsEveryPointOrthogonally) {
  constexpr int D = TypeParam::value;
  Samples samples(2);
  for (int n = 0; n < sample_count; ++n) {
    const double mu = samples.friction_coefficient();
    const VectorN<D> x = samples.around_cone<D>(mu);
    const VectorN<D> p = friction::project(x, mu), q = friction::project_dual<D>(-x, mu);
    const double size = x.norm();
    EXPECT_LE((p - q - x).norm(), 8 * epsilon * size) << "mu " << mu << " x " << x.transpose();
    EXPECT_LE(std::abs(p.dot(q)), 8 * epsilon * size * size) << "mu " << mu << " x " << x.transpose();
  }
}

TYPED_TEST(Friction, NoPointOfTheConeIsNearer) {
  constexpr int D = TypeParam::value;
  constexpr int angles = 400;
  Samples samples(3);
  for (int n = 0; n < 300; ++n) {
    const double mu = samples.friction_coefficient();
    const VectorN<D> x = samples.around_cone<D>(mu);
    const double rounding = 16 * epsilon * x.norm();
    const double distance = (friction::project(x, mu) - x).norm();
    const double dual_distance = (friction::project_dual(x, mu) - x).norm();
    if (distance == 0 || dual_distance == 0) continue;
    // Brute force over the boundary: the nearest point of each of many rays, from a grid of angles.
    double best = x.norm(), dual_best = x.norm();
    for (int i = 0; i < (D == 2 ? 2 : angles); ++i) {
      const double angle = D == 2 ? i * std::numbers::pi : i * 2 * std::numbers::pi / angles;
      VectorN<D> ray, dual_ray;
      ray[0] = 1, dual_ray[0] = mu;
      ray[1] = mu * std::cos(angle), dual_ray[1] = std::cos(angle);
      if constexpr (D == 3) ray[2] = mu * std::sin(angle), dual_ray[2] = std::sin(angle);
      best = std::min(best, (std::max(0.0, x.dot(ray) / ray.squaredNorm()) * ray - x).norm());
      dual_best = std::min(dual_best, (std::max(0.0, x.dot(dual_ray) / dual_ray.squaredNorm()) * dual_ray - x).norm());
    }
    EXPECT_LE(distance, best + rounding) << "mu " << mu << " x " << x.transpose();
    EXPECT_LE(dual_distance, dual_best + rounding) << "mu " << mu << " x " << x.transpose();
    // The nearest ray of the grid is at most half a grid cell away from the right one.
    const double cell = D == 2 ? 0 : x.norm() * std::numbers::pi / angles;
    EXPECT_GE(distance, best - cell - rounding) << "mu " << mu << " x " << x.transpose();
    EXPECT_GE(dual_distance, dual_best - cell - rounding) << "mu " << mu << " x " << x.transpose();
  }
}

TEST(Friction, KnownProjections) {
  const auto expect_close = [](const Vector3& x, const Vector3& expected) {
    EXPECT_LE((x - expected).norm(), 4 * epsilon * expected.norm()) << x.transpose() << " for " << expected.transpose();
  };
  expect_close(friction::project(Vector3(0, 2, 0), 1), {1, 1, 0});
  expect_close(friction::project(Vector3(0, 3, 4), 0.5), {2, 0.6, 0.8});
  expect_close(friction::project(Vector3(-3, 1, 0), 1), {0, 0, 0});
  expect_close(friction::project(Vector3(5, 1, 0), 1), {5, 1, 0});
  expect_close(friction::project_dual(Vector3(0, 3, 4), 0.5), {2, 2.4, 3.2});
  expect_close(friction::project_dual(Vector3(-8, 3, 4), 0.5), {0.4, 0.48, 0.64});
  expect_close(friction::project_dual(Vector3(-8, 1, 0), 0.5), {0, 0, 0});
}

TEST(Friction, WithoutFrictionTheConeIsAHalfLine) {
  EXPECT_TRUE(friction::is_positive(0));
  EXPECT_FALSE(friction::is_positive(1e-6));
  EXPECT_EQ(friction::project(Vector3(2, 3, 4), 0), Vector3(2, 0, 0));
  EXPECT_EQ(friction::project(Vector3(2, 0, 0), 0), Vector3(2, 0, 0));
  EXPECT_EQ(friction::project(Vector3(-2, 3, 4), 0), Vector3(0, 0, 0));
  EXPECT_EQ(friction::project(Vector3(-2, 0, 0), 0), Vector3(0, 0, 0));
  EXPECT_EQ(friction::project(Vector3(0, 1, 0), 0), Vector3(0, 0, 0));
  EXPECT_EQ(friction::project_dual(Vector3(2, 3, 4), 0), Vector3(2, 3, 4));
  EXPECT_EQ(friction::project_dual(Vector3(-2, 3, 4), 0), Vector3(0, 3, 4));
  EXPECT_EQ(friction::project_dual(Vector3(-2, 0, 0), 0), Vector3(0, 0, 0));
  EXPECT_FALSE(friction::contains(Vector3(-2, 0, 0), 0));
  EXPECT_FALSE(friction::contains(Vector3(2, 1, 0), 0));
  EXPECT_TRUE(friction::contains(Vector3(2, 0, 0), 0));
  EXPECT_TRUE(friction::dual_contains(Vector3(0, 1, 1), 0));
}

TEST(Friction, ToleranceWidensAndNarrows) {
  const Vector3 r(2, 0, 1);  // on the boundary for μ = 0.5
  EXPECT_TRUE(friction::contains(r, 0.5));
  EXPECT_FALSE(friction::contains(r, 0.5, -0.01));
  EXPECT_FALSE(friction::contains(r, 0.4));
  EXPECT_TRUE(friction::contains(r, 0.4, 0.21));
  EXPECT_TRUE(friction::contains(Vector3(-1e-9, 0, 0), 0.5, 1e-8));
  EXPECT_NEAR(friction::margin(r, 0.4), -0.2, 1e-15);
  const Vector3 u(1, 0, 2);
  EXPECT_TRUE(friction::dual_contains(u, 0.5));
  EXPECT_FALSE(friction::dual_contains(u, 0.5, -0.01));
  EXPECT_FALSE(friction::dual_contains(u, 0.6));
  EXPECT_TRUE(friction::dual_contains(u, 0.6, 0.21));
  EXPECT_NEAR(friction::dual_margin(u, 0.6), -0.2, 1e-15);
}

}  // namespace
}  // namespace signorini
