#pragma once

#include "signorini/dynamics/motors.h"
#include "signorini/dynamics/step_motion.h"

namespace signorini {

/// The rows of joints, motors and limits for a step, at an estimate v of the velocities at its end: gradients in the
/// middle of the step, where forces act to second order, and
///
///     free        u = ∇Ψ(q̄)·v⁺ + (∇Ψ(q⁺) - ∇Ψ(q̄))·v + ∂Ψ/∂t(t⁺) + Ψ(q)/h = 0
///     positive    u = ∇Ψ(q̄)·v⁺ + Ψ(q)/h ≥ 0
///
/// Where the joints hold at the start, Ψ(q) = 0, and the estimate is the answer, v = v⁺, free rows make the rate of Ψ
/// at the end 0. What that leaves of Ψ itself is taken out after the step (projection.h). Positive rows are the limits
/// of joints: Ψ is what is left up to them, and the row keeps it from being negative at the end. They stay first order
/// here; jumps.h makes those settle that meet no jump, return_slowly() bounds how fast they close Ψ < 0.
ConstraintRows step_rows(const Model& model, const StepMotion& motion, const std::vector<int>& places,
                         const MotorCourses& courses);

/// Bounds the speed at which joints come back to limits that they are beyond: Ψ(q)/h of the row becomes
/// max(Ψ(q)/h, -c) with c = 1 rad/s for angles and 0.1 m/s for lengths. The term then no longer tells Ψ: `open` does.
void return_slowly(ConstraintRows& rows);

/// The rate of Ψ at velocities v, without ∂Ψ/∂t.
double rate_of(const ConstraintRow& row, const std::vector<int>& places, const Vector& v);

}  // namespace signorini
