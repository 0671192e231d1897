// Exponential and logarithm of rotations at every size of angle, the update over many steps, and the twist angle.
#include "signorini/math/rotation.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "linalg/random.h"

namespace signorini {
namespace {

using test::Random;

constexpr double pi = std::numbers::pi;

Vector3 random_unit(Random& random) { return Vector3(random.vector(3)).normalized(); }
Quaternion random_orientation(Random& random) { return exponential(random.uniform(0, pi) * random_unit(random)); }

TEST(Skew, IsTheCrossProduct) {
  Random random(1);
  const Vector3 a = random.vector(3), b = random.vector(3);
  EXPECT_LT((skew(a) * b - a.cross(b)).norm(), 1e-16);
  EXPECT_EQ(skew(a).transpose(), -skew(a));
}

TEST(Exponential, AgreesWithAngleAndAxis) {
  Random random(2);
  for (double angle = 1e-20; angle < 1e3; angle *= 1.7) {
    const Vector3 axis = random_unit(random);
    const Quaternion q = exponential(angle * axis);
    EXPECT_NEAR(q.norm(), 1, 1e-15) << angle;
    EXPECT_LT((q.vec() - std::sin(angle / 2) * axis).norm(), 1e-15 * std::max(std::min(angle, 1.0), 0.2 * angle))
        << angle;
    EXPECT_NEAR(q.w(), std::cos(angle / 2), 1e-15 * std::max(1.0, angle)) << angle;
  }
}

TEST(Exponential, OfNothingIsTheIdentityAndOfTheSmallestNumbersNotNothing) {
  EXPECT_EQ(exponential(Vector3::Zero()).coeffs(), Quaternion::Identity().coeffs());
  EXPECT_EQ(exponential(Vector3(1e-300, 0, 0)).x(), 5e-301);
}

TEST(RotationVector, InvertsTheExponential) {
  Random random(3);
  for (double angle = 1e-200; angle <= pi; angle *= angle < 1e-18 ? 1e9 : 1.3) {
    const Vector3 r = angle * random_unit(random);
    EXPECT_LE((rotation_vector(exponential(r)) - r).stableNorm(), 4e-16 * angle) << angle;
  }
}

TEST(RotationVector, TakesTheShorterWay) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const Vector3 axis = random_unit(random);
    const double angle = random.uniform(pi, 2 * pi);
    EXPECT_LT((rotation_vector(exponential(angle * axis)) - (angle - 2 * pi) * axis).norm(), 1e-14);
    const Quaternion q = random_orientation(random);
    EXPECT_EQ(rotation_vector(q), rotation_vector(Quaternion(-q.coeffs())));
  }
  EXPECT_EQ(rotation_vector(Quaternion::Identity()), Vector3::Zero());
  EXPECT_NEAR(rotation_vector(Quaternion(0, 0, 1, 0)).y(), pi, 1e-15);
}

TEST(Advance, TurnsAboutTheBodysAxes) {
  // The body's x points along the world's y; turning about it takes the body's y, the world's -x, to the world's z.
  const Quaternion q = exponential(Vector3(0, 0, pi / 2));
  const Quaternion turned = advance(q, Vector3(10, 0, 0), 0.05 * pi);
  EXPECT_LT((turned * Vector3::UnitX() - Vector3::UnitY()).norm(), 1e-15);
  EXPECT_LT((turned * Vector3::UnitY() - Vector3::UnitZ()).norm(), 1e-15);
}

TEST(Advance, ConstantVelocityForAMillionSteps) {
  const Vector3 velocity(0.3, -2, 11);
  const double step = 1e-3;
  Quaternion q = exponential(Vector3(0.1, 0.2, 0.3));
  const Quaternion start = q;
  const int steps = 1000000;
  for (int i = 0; i < steps; ++i) {
    q = advance(q, velocity, step);
    ASSERT_NEAR(q.norm(), 1, 1e-14) << i;
  }
  const Quaternion expected = start * exponential(steps * step * velocity);
  EXPECT_LT(rotation_vector(expected.conjugate() * q).norm(), 1e-9);
}

TEST(Advance, RandomVelocityForAMillionSteps) {
  Random random(5);
  Quaternion q = Quaternion::Identity();
  for (int i = 0; i < 1000000; ++i) {
    const Vector3 velocity(random.uniform(-100, 100), random.uniform(-100, 100), random.uniform(-100, 100));
    q = advance(q, velocity, 0.01);
    ASSERT_NEAR(q.norm(), 1, 1e-14) << i;
  }
}

TEST(Twist, OfATurnAboutTheAxisIsItsAngle) {
  Random random(6);
  for (const double angle : {-3.0, -pi / 2, -1e-9, 0.0, 1e-12, 1.0, 3.14}) {
    const Vector3 axis = random_unit(random);
    const Quaternion q = exponential(angle * axis);
    EXPECT_NEAR(twist(q, axis).angle, angle, 1e-15) << angle;
    EXPECT_NEAR(twist(Quaternion(-q.coeffs()), axis).angle, angle, 1e-15) << angle;
  }
}

TEST(Twist, IgnoresATurnAboutAPerpendicularDirection) {
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    const Vector3 axis = random_unit(random);
    const Vector3 across = axis.unitOrthogonal();
    const double angle = random.uniform(-pi, pi), swing = random.uniform(-3, 3);
    EXPECT_NEAR(twist(exponential(swing * across) * exponential(angle * axis), axis).angle, angle, 1e-13);
    EXPECT_NEAR(twist(exponential(angle * axis) * exponential(swing * across), axis).angle, angle, 1e-13);
  }
}

TEST(Twist, GradientsAgreeWithDifferences) {
  Random random(8);
  const double step = 1e-5;
  for (int i = 0; i < 200; ++i) {
    const Vector3 axis = random_unit(random);
    const Quaternion q_a = random_orientation(random), q_b = random_orientation(random);
    const Vector3 on_a = random.vector(3), on_b = random.vector(3);  // angular velocities
    const auto angle_at = [&](double time) {
      return twist(advance(q_a, on_a, time).conjugate() * advance(q_b, on_b, time), axis).angle;
    };
    const Twist now = twist(q_a.conjugate() * q_b, axis);
    const double rate =
        (nearest_equivalent(angle_at(step), now.angle) - nearest_equivalent(angle_at(-step), now.angle)) / (2 * step);
    EXPECT_NEAR(now.on_a.dot(on_a) + now.on_b.dot(on_b), rate,
                1e-7 * (1 + now.on_a.norm() * now.on_a.norm() * now.on_a.norm()));
  }
}

TEST(Twist, HalfATurnAwayFromTheAxisStaysFinite) {
  const Twist lost = twist(Quaternion(0, 1, 0, 0), Vector3::UnitZ());
  EXPECT_EQ(lost.angle, 0);
  EXPECT_EQ(lost.on_b, Vector3::UnitZ());
}

TEST(NearestEquivalent, IsWithinHalfATurnOfTheReference) {
  Random random(9);
  for (int i = 0; i < 1000; ++i) {
    const double angle = random.uniform(-pi, pi), reference = random.uniform(-100, 100);
    const double nearest = nearest_equivalent(angle, reference);
    EXPECT_LE(std::abs(nearest - reference), pi + 1e-13);
    EXPECT_NEAR(std::remainder(nearest - angle, 2 * pi), 0, 1e-12);
  }
}

}  // namespace
}  // namespace signorini
