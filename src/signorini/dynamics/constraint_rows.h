#pragma once

#include <compare>
#include <vector>

#include "signorini/dynamics/motors.h"
#include "signorini/model/model.h"

namespace signorini {

/// What stays the same about a row from step to step.
struct ConstraintKey {
  int joint;  ///< index into Model::joints
  int row;    ///< what the joint's kind holds: from 0; then `motor`, `lower` and `upper`
  static constexpr int motor = 6, lower = 7, upper = 8;
  auto operator<=>(const ConstraintKey&) const = default;
};

/// One constraint Ψ(q, t) = 0, or Ψ ≥ 0, of a joint, and its linearisation. Ψ is a length, m, or an angle, rad.
///
/// With v_a and v_b the six velocities of the bodies (linear along the world's axes, angular along the body's), the
/// rate of Ψ is on_a·v_a + on_b·v_b + rate, and the step asks of the velocities at its end (thesis, eq. 3.21)
///
///     u = on_a·v_a + on_b·v_b + violation / h + rate        = 0, or ≥ 0 in `positive`.
struct ConstraintRow {
  ConstraintKey key;
  int body_a, body_b;  ///< -1: the world; fixed bodies are listed and have their rows
  Eigen::Matrix<double, 6, 1> on_a, on_b;
  double violation;  ///< Ψ at the start of the step; in `positive`, what is left up to the limit
  double rate = 0;   ///< ∂Ψ/∂t, the mean over the step: not 0 for motors only
};

/// In the order of the joints; in a joint in the order of the keys.
struct ConstraintRows {
  std::vector<ConstraintRow> free, positive;
};

/// The rows of all joints, motors and limits for a step of length `step` from `poses`. Overwrites `rows`.
///
/// - A motor's row leads to the end of its course, for position and for speed. An angle counts as the equivalent
/// nearest
///   to where the motor should be at the start of the step, so motors turn any number of times.
/// - Limits always have a row, near or far.
///
/// The rows are linear, so joints that hold an axis need steps in which their bodies turn about it by less than 2.3 rad
/// (x = tan(x) / 2 at half that angle): beyond, each correction of the axis makes its error larger.
void find_constraint_rows(const Model& model, const std::vector<Pose>& poses, const std::vector<MotorCourse>& courses,
                          double step, ConstraintRows& rows);

/// The coordinate of a joint that has one: an angle in (-π, π], rad, or a length, m.
double joint_coordinate(const Joint& joint, const std::vector<Pose>& poses);

}  // namespace signorini
