#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "signorini/math/pose.h"
#include "signorini/model/motion.h"

namespace signorini {

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
int free_rows(JointKind kind);

/// Drives the coordinate of a revolute (angle about z, rad), prismatic or distance joint (m): one more free row.
struct Motor {
  /// Whether `motion` gives the coordinate or its rate.
  enum class Drives { position, speed } drives = Drives::speed;
  Motion motion;
};

struct Joint {
  std::string name;
  JointKind kind = JointKind::weld;
  int body_a = -1, body_b = -1;  ///< index into Model::bodies; -1: the world
  Pose frame_a, frame_b;         ///< in the bodies' frames
  double length = 0;             ///< of a distance joint, m, > 0
  /// Limits of the coordinate of a revolute, prismatic or distance joint, rad or m: a positive row each.
  std::optional<double> lower, upper;
  std::optional<Motor> motor;
};

}  // namespace signorini
