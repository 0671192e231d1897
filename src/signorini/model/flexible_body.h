#pragma once

#include <optional>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/fem/elastic_material.h"
#include "signorini/fem/tet_mesh.h"
#include "signorini/math/types.h"
#include "signorini/model/motion.h"

namespace SIGNORINI_PUBLIC signorini {

/// Nodes of a flexible body that do not move freely. Without `travel` they stay where they are on `body`.
struct NodeHold {
  std::vector<int> nodes;
  int body = -1;  ///< to which they are welded; -1: the world
  /// On the world alone: they have gone by travel(t) - travel(0), m, along `direction`, a unit vector.
  std::optional<Motion> travel = {};
  Vector3 direction = Vector3::UnitZ();
};

/// A load on nodes or faces of a flexible body. With `factor` it is multiplied by this function of time.
struct NodeForce {
  std::vector<int> nodes;
  Vector3 force = Vector3::Zero();  ///< on all of them together, shared equally, N
  std::optional<Motion> factor = {};
};
struct FaceLoad {
  std::vector<TetMesh::Face> faces;
  Vector3 traction = Vector3::Zero();  ///< along the world's axes, on the area at rest, Pa
  double pressure = 0;                 ///< against the surface as it moves, Pa
  std::optional<Motion> factor = {};
};

/// How the elastic forces of a flexible body enter a step. Both are implicit: nodes move with their velocities at the
/// end of it.
enum class FlexibleStep {
  linear,  ///< linear in the motion of the step: one solve, keeps the angular momentum
  newton,  ///< solved again until the forces are those of the shape at the end
};

/// A body of finite elements.
struct FlexibleBody {
  std::string name = {};
  TetMesh mesh = {};  ///< without stress, and where the body is at the start, along the world's axes, m
  ElasticMaterial elastic = {};
  MassKind mass = MassKind::consistent;
  FlexibleStep step = FlexibleStep::linear;
  int material = 0;             ///< of its surface, place in Model::materials
  bool touches = true;          ///< whether it has contacts
  bool touches_itself = false;  ///< whether parts of it that are apart at rest have contacts with each other
  std::vector<NodeHold> holds = {};
  std::vector<NodeForce> node_forces = {};
  std::vector<FaceLoad> face_loads = {};
  Vector3 velocity = Vector3::Zero();  ///< at the start, of its centre of mass, m/s
  Vector3 angular_velocity =
      Vector3::Zero();  ///< at the start, about its centre of mass, along the world's axes, rad/s
};

}  // namespace signorini
