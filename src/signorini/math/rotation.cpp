#include "signorini/math/rotation.h"

#include <cmath>
#include <numbers>

namespace signorini {
namespace {

/// Below this half angle the series of sin(x)/x up to x² is exact to rounding: the next term is x⁴/120 < 1e-18.
constexpr double small_half_angle = 1e-4;
/// Below this value of w² + s² the twist angle is noise.
constexpr double no_twist = 1e-24;

}  // namespace

Matrix3 skew(const Vector3& a) {
  Matrix3 A;
  A << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return A;
}

Quaternion exponential(const Vector3& rotation_vector) {
  const Vector3 half = 0.5 * rotation_vector;
  const double x = half.norm();
  const double sine_ratio = x < small_half_angle ? 1 - x * x / 6 : std::sin(x) / x;
  Quaternion q;
  q.w() = std::cos(x);
  q.vec() = sine_ratio * half;
  return q;
}

Vector3 rotation_vector(const Quaternion& q) {
  const double sign = std::copysign(1.0, q.w());  // q and -q are the same rotation: take the one of at most half a turn
  const double sine = q.vec().stableNorm();
  if (sine == 0) return Vector3::Zero();
  return sign * 2 * std::atan2(sine, std::abs(q.w())) / sine * q.vec();
}

Quaternion advance(const Quaternion& q, const Vector3& body_angular_velocity, double step) {
  if (body_angular_velocity.isZero(0)) return q;
  return (q * exponential(step * body_angular_velocity)).normalized();
}

Twist twist(const Quaternion& q, const Vector3& axis) {
  const double w = q.w(), s = q.vec().dot(axis);
  const double length2 = w * w + s * s;
  if (!(length2 > no_twist)) return {0, -axis, axis};
  double angle = 2 * std::atan2(s, w);  // in [-2π, 2π]
  if (angle > std::numbers::pi) angle -= 2 * std::numbers::pi;
  if (angle <= -std::numbers::pi) angle += 2 * std::numbers::pi;
  // From q̇ = ½ (q ⊗ ω_b - ω_a ⊗ q) and d angle = 2 (w ds - s dw) / (w² + s²).
  const Vector3 across = axis.cross(q.vec());
  const Vector3 along = w * w * axis + s * q.vec();
  return {angle, (w * across - along) / length2, (w * across + along) / length2};
}

double nearest_equivalent(double angle, double reference) {
  constexpr double turn = 2 * std::numbers::pi;
  return angle - turn * std::round((angle - reference) / turn);
}

}  // namespace signorini
