#pragma once

#include "signorini/dynamics/bent_gaps.h"

namespace signorini {

/// What counts as smooth motion of contacts and limits.
struct JumpLimits {
  double recovery_speed;  ///< of Settings
  double slack;           ///< how much deeper they may get in a step, m or rad
  double nearby;          ///< what closes by more than this in a step hits, m or rad
};

/// For each body, whether velocities jump in its island: something is hit, a motor starts, a joint takes hold.
///
/// Smooth motion moves bodies by the mean of the velocities at both ends of the step. After an impact that would leave
/// them in each other: a contact of gap Φ that closes with u and is left with u⁺ ends at Φ + h (u + u⁺)/2. Where
/// that may be deeper than at the start by more than the slack, the bodies of the island move with the velocities at
/// the end instead: it ends at Φ + h u⁺, which the contact's row keeps from being negative. So do those whose gap
/// bends, and those that touch or hold a flexible body, whose nodes always do. `assembly`: as assemble() and the bends
/// leave it.
std::vector<bool> jumping(const Model& model, const StepMotion& motion, const std::vector<int>& places,
                          const MotorCourses& courses, const ConstraintRows& joints,
                          const std::vector<Contact>& contacts, const Assembly& assembly, const BentGaps& bends,
                          const JumpLimits& limits);

/// Makes the contacts and limits of bodies that do not jump settle: w = Φ/h + u/2 instead of Φ/h, with which gap and
/// velocity both vanish after two steps of smooth motion. (With Φ/h they swing, and every other step is taken for a
/// jump.)
void bring_to_rest(const StepMotion& motion, const std::vector<int>& places, const ConstraintRows& joints,
                   const std::vector<Contact>& contacts, const JumpLimits& limits, const std::vector<bool>& jumps,
                   Assembly& assembly);

}  // namespace signorini
