#pragma once

#include <vector>

#include "signorini/base/export.h"
#include "signorini/model/model.h"

namespace SIGNORINI_PUBLIC signorini {

/// Where a motor leads in one step, instead of where its motion in the model does.
struct MotorTarget {
  int joint = -1;  ///< index into Model::joints, of one with a motor
  /// By what the motor drives. Position: the coordinate at the end of the step, rad or m; an angle is reached the short
  /// way round. Speed: the rate over the step, rad/s or m/s; later steps go on from where it has led.
  double value = 0;
};

/// A force on a node of a flexible body.
struct NodePush {
  int node = -1;                    ///< index into State::nodes
  Vector3 force = Vector3::Zero();  ///< N
};

/// What a caller adds to one step: a controller's commands, forces from another program.
struct StepInputs {
  /// Besides those of the model, constant over the step. The default point of a force is the centre of mass.
  std::vector<AppliedForce> forces = {};
  std::vector<MotorTarget> motors = {};
  std::vector<NodePush> pushes = {};  ///< constant over the step, as `forces`
};

/// Throws InputError that names field, body or joint and value: one that does not exist, a fixed body, a joint without
/// motor or named twice, a number that is not finite.
void require_sound(const StepInputs& inputs, const Model& model);

}  // namespace signorini
