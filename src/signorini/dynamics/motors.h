#pragma once

#include <span>
#include <vector>

#include "signorini/dynamics/constraint_rows.h"
#include "signorini/dynamics/step_inputs.h"

namespace signorini {

/// Where the motors should be at both ends of a step, one place for each joint.
struct MotorCourses {
  std::vector<MotorPlace> start, end;
};

/// What the model's motions give for the step from `time` to `time` + `step`. A speed motor follows the integral of its
/// speed, from the coordinate in the model's initial poses: errors of one step are mended in the next instead of adding
/// up. Speeds are those of the parabola through both ends and the middle of the step, so that a kink of a table at the
/// end of a step belongs to the next.
MotorCourses motor_courses(const Model& model, double time, double step);

/// Puts the targets of one step, from `poses`, in place of the model's motions. `shifts`, one for each joint: by how
/// much earlier targets have led each speed motor away from its motion; enters as of the start of the step, leaves as
/// of its end. `step`: of a piece of the step, which has `left` seconds to its end; positions go there evenly.
void redirect(const Model& model, const std::vector<Pose>& poses, std::span<const MotorTarget> targets, double step,
              double left, std::vector<double>& shifts, MotorCourses& courses);

}  // namespace signorini
