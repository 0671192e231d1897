#pragma once

#include "signorini/dynamics/assemble.h"

namespace signorini {

/// For each body, whether velocities jump in its island: something is hit, a motor starts, a joint takes hold.
///
/// Smooth motion moves bodies by the mean of the velocities at both ends of the step. After an impact that would leave
/// them in each other: a contact of gap Φ that closes with u and is left with u⁺ ≥ -w ends at Φ + h (u + u⁺)/2. Where
/// that may be less than -`slack`, m, the bodies of the island move with the velocities at the end instead: it ends at
/// Φ + h u⁺, which the contact's row keeps from being negative.
std::vector<bool> jumping(const Model& model, const StepMotion& motion, const std::vector<int>& places,
                          const MotorCourses& courses, const ConstraintRows& joints,
                          const std::vector<Contact>& contacts, const Assembly& assembly, double slack);

}  // namespace signorini
