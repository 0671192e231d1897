#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "signorini/base/export.h"
#include "signorini/math/pose.h"
#include "signorini/model/motion.h"

namespace SIGNORINI_PUBLIC signorini {

/// The frames a (fixed in body A) and b (fixed in body B) meet in the joint; its axis is their z. What is held: the
/// number of free rows.
enum class JointKind {
  weld,            ///< all: 6
  spherical,       ///< origins: 3
  revolute,        ///< origins, and the axes z stay parallel: 5
  prismatic,       ///< orientations, and b's origin stays on a's axis z: 5
  cylindrical,     ///< axes z stay on one line: 4
  universal,       ///< origins, and a's x stays perpendicular to b's y: 4
  planar,          ///< b's origin stays in a's xy-plane, axes z parallel: 3
  distance,        ///< the origins keep their distance: 1
  point_on_line,   ///< b's origin stays on a's axis z: 2
  point_on_plane,  ///< b's origin stays in a's xy-plane: 1
};
std::string_view to_string(JointKind kind);
/// Throws InputError with the nearest name.
JointKind joint_kind_from_string(const std::string& name);
/// All of them, in the order of the list above.
std::span<const JointKind> joint_kinds();
/// What the kind holds, without motor and limits.
int free_rows(JointKind kind);

/// Revolute, prismatic and distance joints have a coordinate, which motors drive and limits bound: the angle by which b
/// has turned about a's z (rad), how far b's origin is along a's z (m), the distance of the origins (m).
bool has_coordinate(JointKind kind);

/// Drives the joint's coordinate: one more free row.
struct Motor {
  /// Whether `motion` gives the coordinate or its rate. A speed motor leads the coordinate from where the model has it
  /// at time 0 along the integral of the speed, so it does not drift.
  enum class Drives { position, speed } drives = Drives::speed;
  Motion motion = {};
};

struct Joint {
  std::string name = {};
  JointKind kind = JointKind::weld;
  int body_a = -1, body_b = -1;     ///< index into Model::bodies; -1: the world
  Pose frame_a = {}, frame_b = {};  ///< in the bodies' frames
  /// Of a distance joint, m, > 0. A distance joint with a motor or with limits holds what these say instead: with
  /// `upper` alone it is a rope.
  double length = 0;
  /// Limits of the coordinate, rad or m: a positive row each. An angle is known up to full turns and taken nearest to
  /// the middle of the limits, or to 0 when there is only one; so it must stay within half a turn of that.
  std::optional<double> lower = {}, upper = {};
  std::optional<Motor> motor = {};
  /// Whether the two bodies can touch each other.
  bool contact = false;
};

/// With motor.
int free_rows(const Joint& joint);

}  // namespace signorini
