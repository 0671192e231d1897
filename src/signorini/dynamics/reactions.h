#pragma once

#include "signorini/dynamics/step_record.h"
#include "signorini/dynamics/step_rows.h"

namespace signorini {

/// What each joint does to its bodies: means over the step. `r`: the impulses of the joints' rows, free ones first.
std::vector<JointForce> joint_forces(const Model& model, const StepMotion& motion, const ConstraintRows& joints,
                                     const Vector& r);

}  // namespace signorini
