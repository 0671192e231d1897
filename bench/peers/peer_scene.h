#pragma once

#include <string>
#include <vector>

#include "signorini/model/shape.h"

namespace signorini::bench::peers {

enum class Form { sphere, box, capsule };

/// A rigid body of uniform density. Its frame sits in its centre of mass.
struct PeerBody {
  Form form = Form::box;
  /// Half edges of a box, m. A sphere has its radius in x. A capsule has its radius in x, and half the length of its
  /// segment, which is along z, in z.
  Vector3 half = Vector3::Zero();
  double mass = 0;  ///< kg; without meaning when fixed
  Pose pose = {};
  bool fixed = false;
  Vector3 velocity = Vector3::Zero();          ///< along the world's axes, m/s
  Vector3 angular_velocity = Vector3::Zero();  ///< along the world's axes, rad/s
  Vector3 force = Vector3::Zero();             ///< on the centre of mass, all the time, N
};

/// Its shape, as the library has it.
Geometry geometry(const PeerBody& body);
/// About the body's axes, kg m². The same for all engines: some have approximations of their own.
Vector3 inertia(const PeerBody& body);

/// Solid on the side that the normal leaves.
struct PeerPlane {
  Vector3 point = Vector3::Zero(), normal = Vector3::UnitZ();
};

enum class PeerJointKind {
  hinge,
  slider,
  pin,  ///< holds a point of A on a line along the axis through B; engines without it hold the point on the point
};

struct PeerJoint {
  PeerJointKind kind = PeerJointKind::hinge;
  int a = -1, b = -1;               ///< -1: the world; a < b
  Vector3 at = Vector3::Zero();     ///< at the start, in the world, m
  Vector3 axis = Vector3::UnitY();  ///< unit
};

/// What all engines get alike.
struct PeerScene {
  std::string name;
  double step = 0.01;     ///< s
  double friction = 0.3;  ///< of all contacts
  bool contacts = true;   ///< whether bodies can touch
  std::vector<PeerBody> bodies = {};
  std::vector<PeerPlane> planes = {};
  std::vector<PeerJoint> joints = {};
};

inline constexpr double gravity = 9.81;  ///< along -z, m/s²

/// A turn that takes z to the normal.
inline Quaternion turn_to(const Vector3& normal) { return Quaternion::FromTwoVectors(Vector3::UnitZ(), normal); }

}  // namespace signorini::bench::peers
