#pragma once

#include <span>
#include <vector>

#include "signorini/dynamics/step_inputs.h"
#include "signorini/model/model.h"

namespace signorini {

/// Where a motor's coordinate should be at the start and at the end of a step, rad or m.
struct MotorCourse {
  double start = 0, end = 0;
};

/// The courses that the model's motions give for the step from `time` to `time` + `step`, one for each joint; without
/// meaning for joints without motor. A speed motor follows the integral of its speed, from the coordinate in the
/// model's initial poses: errors of one step are mended in the next instead of adding up.
std::vector<MotorCourse> motor_courses(const Model& model, double time, double step);

/// Puts the targets of one step in place of the model's motions. `shifts`, one for each joint: by how much earlier
/// targets have led each speed motor away from its motion; enters as of the start of the step, leaves as of its end.
void redirect(const Model& model, std::span<const MotorTarget> targets, double step, std::vector<double>& shifts,
              std::vector<MotorCourse>& courses);

}  // namespace signorini
