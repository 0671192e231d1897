// The projection on the friction pyramid, against brute force over all sets of rays.
#include "signorini/cone/pyramid.h"

#include <cmath>
#include <ostream>

#include <gtest/gtest.h>

#include "cone/samples.h"
#include "problem/support.h"

namespace signorini {
namespace {

using test::Matrix;
using test::Samples;

constexpr int sample_count = 1500;
constexpr double rounding = 1e-13;

/// How far x is outside of the pyramid, over the faces' unit normals.
double outside(const Vector3& x, double mu, int sides) {
  double worst = -x[0];
  const double slope = mu * std::cos(M_PI / sides);
  for (int s = 0; s < sides; ++s) {
    const double angle = M_PI * (2 * s + 1) / sides;
    const double height = x[1] * std::cos(angle) + x[2] * std::sin(angle);
    worst = std::max(worst, (height - slope * x[0]) / std::hypot(1, slope));
  }
  return worst;
}

/// Points in every region, at every ray, edge and angle of the branch cut, of size one.
Vector3 point_around(double mu, int sides, Samples& samples) {
  Vector3 x = samples.around_cone<3>(mu);
  if (x.norm() > 0) x /= x.norm();
  const double size = std::hypot(x[1], x[2]);
  switch (samples.integer(5)) {
    case 0: {  // straight over a ray or the middle of a face
      const double angle = M_PI * samples.integer(2 * sides) / sides;
      x.tail<2>() << size * std::cos(angle), size * std::sin(angle);
      break;
    }
    case 1:  // the branch cut of the angle: ±π, ±0
      x.tail<2>() << samples.sign() * size, samples.sign() * 0.0;
      break;
    case 2:  // next to it
      x.tail<2>() << samples.sign() * size, samples.sign() * samples.power_of_ten(-300, -8) * size;
      break;
    default:
      break;
  }
  return x;
}

class PyramidCone : public testing::TestWithParam<int> {
 protected:
  int sides = GetParam();
};
INSTANTIATE_TEST_SUITE_P(Sides, PyramidCone, testing::Values(3, 4, 5, 8),
                         [](const auto& sides) { return std::to_string(sides.param); });

TEST_P(PyramidCone, ProjectionIsTheNearestPointByBruteForce) {
  Samples samples(1);
  for (const double mu : {0.05, 0.3, 1.0, 3.0}) {
    const Matrix rays = test::pyramid_rays(3, mu, sides);
    for (int n = 0; n < sample_count / 5; ++n) {
      const Vector3 x = point_around(mu, sides, samples);
      const Vector3 p = pyramid::project<3>(x, mu, sides);
      const Vector3 expected = test::project_on_rays(x, rays);
      EXPECT_LE((p - expected).norm(), 1e-12) << "mu " << mu << " x " << x.transpose() << "\n  projection "
                                              << p.transpose() << "\n  expected   " << expected.transpose();
    }
  }
}

TEST_P(PyramidCone, ProjectionLandsInThePyramidAndStaysThere) {
  Samples samples(2);
  for (int n = 0; n < sample_count; ++n) {
    const double mu = samples.friction_coefficient();
    if (mu == 0) continue;
    const Vector3 x = point_around(mu, sides, samples);
    const Vector3 p = pyramid::project<3>(x, mu, sides);
    EXPECT_LE(outside(p, mu, sides), rounding) << "mu " << mu << " x " << x.transpose() << " p " << p.transpose();
    EXPECT_LE((pyramid::project<3>(p, mu, sides) - p).norm(), rounding) << "mu " << mu << " x " << x.transpose();
    if (outside(x, mu, sides) < -rounding) {
      EXPECT_EQ(p, x);
    }
  }
}

TEST_P(PyramidCone, MoreauSplitsEveryPointOrthogonally) {
  Samples samples(3);
  for (int n = 0; n < sample_count; ++n) {
    const double mu = samples.friction_coefficient();
    const Vector3 x = point_around(mu, sides, samples);
    const Vector3 p = pyramid::project<3>(x, mu, sides), rest = x - p;
    EXPECT_NEAR(rest.dot(p), 0, rounding) << "mu " << mu << " x " << x.transpose();
    if (mu == 0) {
      EXPECT_LE(rest[0], rounding);
      continue;
    }
    for (int s = 0; s < sides; ++s) {  // in the polar cone
      const Vector3 ray = pyramid::ray(mu, sides, s).normalized();
      EXPECT_LE(rest.dot(ray), rounding) << "mu " << mu << " x " << x.transpose() << " ray " << s;
    }
  }
}

TEST_P(PyramidCone, RaysStayAndThePolarConeVanishes) {
  for (const double mu : {1e-6, 0.3, 1.0, 20.0})
    for (int s = 0; s < sides; ++s) {
      const Vector3 ray = pyramid::ray(mu, sides, s);
      EXPECT_NEAR(ray.tail<2>().norm(), mu, rounding * mu);
      EXPECT_LE((pyramid::project<3>(ray, mu, sides) - ray).norm(), rounding * ray.norm());
      const Vector3 polar(-2 * mu * mu, ray[1], ray[2]);
      EXPECT_EQ(pyramid::project<3>(polar, mu, sides).norm(), 0);
    }
}

TEST_P(PyramidCone, SectorHoldsTheAngle) {
  Samples samples(4);
  for (int n = 0; n < sample_count; ++n) {
    const Vector3 x = point_around(0.5, sides, samples);
    const pyramid::Sector sector = pyramid::sector_of(x, 0.5, sides);
    ASSERT_GE(sector.s, 0);
    ASSERT_LT(sector.s, sides);
    EXPECT_LE((sector.left - pyramid::ray(0.5, sides, sector.s)).norm(), rounding);
    EXPECT_LE((sector.right - pyramid::ray(0.5, sides, (sector.s + 1) % sides)).norm(), rounding);
    // x_T is a nonnegative combination of the two directions.
    Eigen::Matrix2d T;
    T << sector.left.tail<2>(), sector.right.tail<2>();
    EXPECT_GE((T.inverse() * x.tail<2>()).minCoeff(), -rounding) << x.transpose();
  }
}

TEST_P(PyramidCone, WithoutFrictionIsTheNormalAxis) {
  EXPECT_EQ(pyramid::project<3>({2, 3, 4}, 0, sides), Vector3(2, 0, 0));
  EXPECT_EQ(pyramid::project<3>({-2, 3, 4}, 0, sides), Vector3(0, 0, 0));
}

TEST_P(PyramidCone, FlatPyramidsLoseNoDigits) {
  // With t = x_T/μ the pyramid over μ has the coordinates of the one over 1 in the limit of small μ: the normal part
  // is not moved, the tangential part goes to the nearest point of the polygon of size μ x_N.
  Samples samples(5);
  for (const double mu : {1e-3, 1e-6, 1e-9, 1e-12, 1e-200})
    for (int n = 0; n < 50; ++n) {
      const double along = samples.uniform(-0.9, 0.9) * std::sin(M_PI / sides), beyond = samples.uniform(1.1, 5);
      const double angle = M_PI * (2 * samples.integer(sides) + 1) / sides;
      const Eigen::Vector2d normal(std::cos(angle), std::sin(angle)), tangent(-normal[1], normal[0]);
      Vector3 x(1, 0, 0);
      x.tail<2>() = mu * (along * tangent + beyond * normal);
      const Vector3 p = pyramid::project<3>(x, mu, sides);
      const Eigen::Vector2d expected = along * tangent + std::cos(M_PI / sides) * normal;
      EXPECT_NEAR(p[0], 1, 10 * mu * mu + rounding);
      EXPECT_LE((p.tail<2>() / mu - expected).norm(), 10 * mu * mu + 1e-12) << "mu " << mu;
    }
}

TEST_P(PyramidCone, UnderflowLeavesNothingOutside) {
  EXPECT_EQ(pyramid::project<3>({-1e-200, 0, 0}, 1e-200, sides), Vector3(0, 0, 0));
  EXPECT_EQ(pyramid::project<3>({0, 0, 0}, 0.5, sides), Vector3(0, 0, 0));
}

TEST_P(PyramidCone, NoNumberStaysNoNumber) {
  for (int i = 0; i < 3; ++i)
    for (const double normal : {-1.0, 1.0}) {
      Vector3 x(normal, 0.3, -0.2);
      x[i] = NAN;
      EXPECT_TRUE(pyramid::project<3>(x, 0.5, sides).hasNaN());
    }
}

TEST(PyramidConeOfManySides, TendsToTheCircularCone) {
  Samples samples(6);
  for (int n = 0; n < 300; ++n) {
    const double mu = samples.uniform(0.1, 2);
    const Vector3 x = point_around(mu, 8, samples);
    const Vector3 circular = friction::project<3>(x, mu);
    double last = INFINITY;
    for (const int sides : {8, 64, 512, 4096, 1 << 20}) {
      const double distance = (pyramid::project<3>(x, mu, sides) - circular).norm();
      EXPECT_LE(distance, 30.0 / sides) << "sides " << sides << " mu " << mu << " x " << x.transpose();
      last = distance;
    }
    EXPECT_LE(last, 3e-5);
    // Lengths converge faster: the polygon is within μ (1 - cos(π/p)) of the circle.
    EXPECT_NEAR(pyramid::project<3>(x, mu, 1 << 20).norm(), circular.norm(), 1e-10);
  }
}

TEST(PyramidConeInThePlane, IsTheFrictionCone) {
  Samples samples(7);
  for (int n = 0; n < sample_count; ++n) {
    const double mu = samples.friction_coefficient();
    const VectorN<2> x = samples.around_cone<2>(mu);
    EXPECT_EQ(pyramid::project<2>(x, mu, 8), friction::project<2>(x, mu));
  }
}

}  // namespace
}  // namespace signorini
