#pragma once

#include "signorini/math/pose.h"

namespace signorini {

/// The matrix [a]× with [a]× b = a × b.
Matrix3 skew(const Vector3& a);

/// The unit quaternion that turns by |r| about r, rad. To rounding for any length, however small or large.
Quaternion exponential(const Vector3& rotation_vector);

/// The inverse of `exponential`: the shortest r with exponential(r) = ±q, |r| ≤ π. q need not have unit length.
Vector3 rotation_vector(const Quaternion& q);

/// The orientation after turning with a constant angular velocity, given along the body's axes, rad/s, for `step`
/// seconds: q ⊗ exp(ω h) (thesis, eq. 3.1), of unit length whatever the number of steps before. What does
/// not turn keeps its orientation to the bit.
Quaternion advance(const Quaternion& q, const Vector3& body_angular_velocity, double step);

/// The angle by which a rotation turns about an axis, and how it changes.
///
/// Any rotation is a turn by `angle` about the axis after a turn about some direction perpendicular to it. With
/// q = (w, v) and s = v·axis the angle is 2 atan2(s, w), in (-π, π]. It is not defined where w = s = 0, half a turn
/// away from the axis; there the angle is 0 and the gradients are those of an aligned axis.
struct Twist {
  double angle;
  /// Let q = conj(q_a) ⊗ q_b be the orientation of frame b seen from frame a, and ω_a, ω_b the angular velocities of
  /// the two frames, each along its own axes: the angle's rate is on_a·ω_a + on_b·ω_b.
  Vector3 on_a, on_b;
};
/// `axis`: unit. `q`: unit.
Twist twist(const Quaternion& q, const Vector3& axis);

/// The equivalent of `angle` (up to full turns) nearest to `reference`, rad.
double nearest_equivalent(double angle, double reference);

}  // namespace signorini
