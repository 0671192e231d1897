#pragma once

#include <span>

#include "signorini/dynamics/step_motion.h"

namespace signorini {

/// Adds the generalised forces of a step, N along the world's axes and N m along the body's, to f (the size of v):
/// gravity, applied forces, springs, and the gyroscopic torques. Each is a mean over the step for which force times the
/// way of its point is what the force's energy loses (gyroscopic torques up to `largest_turn`: for which ω̄·torque = 0).
void add_forces(const Model& model, const StepMotion& motion, Vector& f);

/// Adds these alone.
void add_applied_forces(const Model& model, const StepMotion& motion, std::span<const AppliedForce> forces, Vector& f);

/// Where |ω| h exceeds this, rad, a body's gyroscopic torque is that of its free spin: the mean of both ends of the
/// step says nothing about what is between them.
inline constexpr double largest_turn = 0.5;

/// The velocities at the end of a step for bodies that nothing acts on: a first estimate.
Vector free_spin(const Model& model, const State& state, double step);

/// The angular velocity of a body that no torque acts on, after `step` seconds, rad/s.
///
/// The explicit rule would feed energy into every spinning body that is not round, and implicit Euler, the usual
/// remedy, takes as much away (14 % in 40 s for an unstable spin of 10 rad/s and h = 1 ms). The implicit midpoint rule
/// keeps both the kinetic energy and |Jω|, because both are quadratic in ω (Cooper 1987):
///
///     J (ω⁺ - ω) = -h m × J m,   m = (ω + ω⁺) / 2,   solved by Newton's method
///
/// in pieces of at most `largest_turn`.
Vector3 spun(const Matrix3& inertia, const Vector3& angular_velocity, double step);

}  // namespace signorini
