#pragma once

#include <compare>
#include <cstddef>
#include <vector>

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
/// rate of Ψ is on_a·v_a + on_b·v_b + rate.
struct ConstraintRow {
  ConstraintKey key;
  int body_a, body_b;  ///< -1: the world; fixed bodies are listed and have their rows
  Eigen::Matrix<double, 6, 1> on_a, on_b;
  double violation;  ///< Ψ; in `positive`, what is left up to the limit: negative beyond it
  double rate = 0;   ///< ∂Ψ/∂t: not 0 for motors only
  double term = 0;   ///< of a step: u = on_a·v_a + on_b·v_b + term, see step_rows.h
  /// Of a step: Ψ at its start, for limits min(Ψ, 0). `term` closes it within the step, or, for limits that
  /// return_slowly() has seen and that are far beyond, in several.
  double open = 0;
  /// Its number among all rows that the model can have, free ones first: the same in every step.
  std::size_t place = 0;
};

/// In the order of the joints; in a joint in the order of the keys.
struct ConstraintRows {
  std::vector<ConstraintRow> free, positive;
  std::vector<ConstraintRow> beyond = {};  ///< limits that a step leaves out: limits_in_reach.h
  std::size_t count() const { return free.size() + positive.size() + beyond.size(); }
};

/// Where a motor's coordinate should be at a moment, rad or m, and how fast it should change.
struct MotorPlace {
  double value = 0, speed = 0;
};

/// The rows of all joints, motors and limits at `poses`. `motors`: one for each joint, without meaning for those
/// without motor. An angle counts as the equivalent nearest to where the motor should be, so motors turn any number of
/// times. Limits always have a row here, near or far.
ConstraintRows constraint_rows(const Model& model, const std::vector<Pose>& poses,
                               const std::vector<MotorPlace>& motors);

/// The coordinate of a joint that has one: an angle in (-π, π], rad, or a length, m.
double joint_coordinate(const Joint& joint, const std::vector<Pose>& poses);
/// The rate of the coordinate at velocities v, rad/s or m/s; `places`: velocity_places().
double joint_speed(const Joint& joint, const std::vector<Pose>& poses, const std::vector<int>& places, const Vector& v);

}  // namespace signorini
