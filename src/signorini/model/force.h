#pragma once

#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/math/pose.h"
#include "signorini/math/types.h"

namespace SIGNORINI_PUBLIC signorini {

/// A force that does not change, on a point of a body; torque beside it.
struct AppliedForce {
  int body = -1;
  Vector3 force = Vector3::Zero();   ///< along the world's axes, N
  Vector3 torque = Vector3::Zero();  ///< along the world's axes, N m
  Vector3 point = Vector3::Zero();   ///< where the force acts, in the body's frame, m
};

/// A point of a tabulated spring law.
struct ForcePoint {
  double elongation = 0;  ///< beyond the length at rest, m
  double force = 0;       ///< N; positive pulls the ends together
};

/// Spring and damper between two points, along the line that joins them. Its tension at the elongation e is
/// k e + k₂ |e| e, or what its table says, and c ė.
struct Spring {
  std::string name = {};
  int body_a = -1, body_b = -1;                                  ///< -1: the world
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();  ///< in the bodies' frames, m
  double stiffness = 0;                                          ///< N/m, ≥ 0
  double damping = 0;                                            ///< N s/m, ≥ 0
  double length = 0;                                             ///< at rest, m, ≥ 0
  double progressive = 0;                                        ///< k₂, N/m², ≥ 0
  /// Straight lines between points with increasing elongations, the end values beyond them; takes the place of both
  /// stiffnesses, which must then be 0. Empty: none.
  std::vector<ForcePoint> table = {};
};

/// Torsional spring and damper about an axis fixed in A: acts against the angle by which B has turned about it since
/// the two frames agreed.
struct TorsionSpring {
  std::string name = {};
  int body_a = -1, body_b = -1;
  Vector3 axis = Vector3::UnitZ();  ///< in A's frame, unit
  double stiffness = 0;             ///< N m/rad, ≥ 0
  double damping = 0;               ///< N m s/rad, ≥ 0
  double angle = 0;                 ///< at rest, rad
};

/// Springs and dampers for all six motions of a frame in B against a frame in A. Along A's axes its force is
/// stiffness · u + damping · u̇ of the place u of B's frame in A's. With 2 vec(q) of the quaternion q from A's frame to
/// B's as the angles, the same holds for torques: about one axis the elastic one is stiffness · sin(angle), that of the
/// angle itself as long as it is small; it stores the most at half a turn.
struct Bushing {
  std::string name = {};
  int body_a = -1, body_b = -1;                                    ///< -1: the world
  Pose frame_a = {}, frame_b = {};                                 ///< in the bodies' frames; at rest they agree
  Vector3 stiffness = Vector3::Zero(), damping = Vector3::Zero();  ///< N/m and N s/m, ≥ 0
  Vector3 turn_stiffness = Vector3::Zero(), turn_damping = Vector3::Zero();  ///< N m/rad and N m s/rad, ≥ 0
};

}  // namespace signorini
