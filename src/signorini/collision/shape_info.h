#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "signorini/collision/aabb.h"
#include "signorini/collision/ball.h"
#include "signorini/collision/mesh.h"
#include "signorini/collision/polyhedron.h"
#include "signorini/model/model.h"

namespace signorini::collision {

/// In the order of Geometry's alternatives: first the solids, then the boundaries.
enum class Kind : std::uint8_t {
  sphere,
  box,
  capsule,
  cylinder,
  hull,
  plane,
  mesh,
  box_inside,
  cylinder_inside,
  cone_inside
};
inline bool is_boundary(Kind kind) { return kind >= Kind::plane; }

/// The little that is asked of every shape all the time: kept apart, so that many fit into the cache.
struct ShapeTag {
  int body;
  int material;
  std::int16_t shape;  ///< place in Body::shapes
  Kind kind;
  bool fixed : 1;    ///< its body is
  bool centred : 1;  ///< sits unturned in the body's frame
};

/// A shape of the model, with all that does not depend on where its body is.
struct ShapeInfo {
  ShapeTag tag;
  Kind kind;
  const Geometry* geometry;
  Pose pose;  ///< in the body's frame

  // What the kind has of these; lengths in m.
  double radius = 0, half_length = 0;
  Vector3 half = Vector3::Zero();
  Ball ball;                                     ///< around a solid, in the shape's frame
  Aabb box;                                      ///< around a solid or a mesh, in the shape's frame
  std::shared_ptr<const Polyhedron> polyhedron;  ///< of a box or a hull; the core of a capsule
  std::shared_ptr<const Mesh> mesh;
};

/// Every shape of every body, in the order of bodies and shapes.
std::vector<ShapeInfo> describe_shapes(const Model& model);

/// A shape where it is.
struct PlacedShape {
  const ShapeInfo* info = nullptr;
  Vector3 position = Vector3::Zero();
  Matrix3 rotation = Matrix3::Identity();

  Vector3 to_world(const Vector3& local) const { return position + rotation * local; }
  Vector3 to_local(const Vector3& world) const { return rotation.transpose() * (world - position); }
  Vector3 turn_to_world(const Vector3& local) const { return rotation * local; }
  Vector3 turn_to_local(const Vector3& world) const { return rotation.transpose() * world; }
  /// The axis z.
  Vector3 axis() const { return rotation.col(2); }
  /// Around the shape's own box; tighter for spheres and capsules.
  Aabb aabb() const;
};

}  // namespace signorini::collision
