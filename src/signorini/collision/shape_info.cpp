#include "signorini/collision/shape_info.h"

#include <array>
#include <limits>
#include <map>

#include "signorini/base/error.h"

namespace signorini::collision {
namespace {

/// Equal boxes, capsules, hulls and meshes share what is derived from them.
class SharedParts {
 public:
  std::shared_ptr<const Polyhedron> box(const Vector3& half) {
    auto& part = boxes_[{half.x(), half.y(), half.z()}];
    if (!part) part = std::make_shared<Polyhedron>(Polyhedron::box(half));
    return part;
  }
  std::shared_ptr<const Polyhedron> segment(double half_length) {
    auto& part = segments_[half_length];
    if (!part) part = std::make_shared<Polyhedron>(Polyhedron::segment(half_length));
    return part;
  }
  std::shared_ptr<const Polyhedron> hull(const ConvexHull& hull) {
    auto& part = hulls_[&hull];
    if (!part) part = std::make_shared<Polyhedron>(Polyhedron::hull(hull));
    return part;
  }
  std::shared_ptr<const Mesh> mesh(const TriangleMesh& mesh) {
    auto& part = meshes_[&mesh];
    if (!part) part = std::make_shared<Mesh>(mesh);
    return part;
  }

 private:
  std::map<std::array<double, 3>, std::shared_ptr<const Polyhedron>> boxes_;
  std::map<double, std::shared_ptr<const Polyhedron>> segments_;
  std::map<const ConvexHull*, std::shared_ptr<const Polyhedron>> hulls_;
  std::map<const TriangleMesh*, std::shared_ptr<const Mesh>> meshes_;
};

/// Fills in what the kind of geometry has.
struct Describe {
  ShapeInfo& info;
  SharedParts& shared;

  void symmetric(const Vector3& half, double ball_radius) {
    info.box = {-half, half};
    info.ball.radius = ball_radius;
  }
  void operator()(const Sphere& sphere) {
    info.radius = sphere.radius;
    symmetric(Vector3::Constant(sphere.radius), sphere.radius);
  }
  void operator()(const Box& box) {
    info.half = box.half;
    info.polyhedron = shared.box(box.half);
    symmetric(box.half, box.half.norm());
  }
  void operator()(const Capsule& capsule) {
    info.radius = capsule.radius;
    info.half_length = capsule.half_length;
    info.polyhedron = shared.segment(capsule.half_length);
    const double length = capsule.radius + capsule.half_length;
    symmetric({capsule.radius, capsule.radius, length}, length);
  }
  void operator()(const Cylinder& cylinder) {
    info.radius = cylinder.radius;
    info.half_length = cylinder.half_length;
    const Vector3 half(cylinder.radius, cylinder.radius, cylinder.half_length);
    symmetric(half, std::hypot(cylinder.radius, cylinder.half_length));
  }
  void operator()(const std::shared_ptr<const ConvexHull>& hull) {
    info.polyhedron = shared.hull(*hull);
    for (const Vector3& corner : hull->corners) info.box.include(corner);
    info.ball.centre = info.box.centre();
    for (const Vector3& corner : hull->corners)
      info.ball.radius = std::max(info.ball.radius, (corner - info.ball.centre).norm());
  }
  void operator()(const Plane&) {}
  void operator()(const std::shared_ptr<const TriangleMesh>& mesh) {
    info.mesh = shared.mesh(*mesh);
    for (const Vector3& corner : mesh->corners) info.box.include(corner);
  }
  void operator()(const BoxInside& inside) {
    info.half = inside.half;
    info.half_length = inside.half.z();
  }
  void operator()(const CylinderInside& inside) {
    info.radius = inside.radius;
    info.half_length = inside.half_length;
  }
  void operator()(const ConeInside& inside) { info.half_length = inside.half_length; }
};

}  // namespace

std::vector<ShapeInfo> describe_shapes(const Model& model) {
  std::vector<ShapeInfo> result;
  SharedParts shared;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    if (body.shapes.size() > static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max()))
      throw InputError("body '" + body.name + "' has " + std::to_string(body.shapes.size()) +
                       " shapes; collision takes at most 32767 a body");
    for (std::size_t s = 0; s < body.shapes.size(); ++s) {
      const Shape& shape = body.shapes[s];
      ShapeInfo& info = result.emplace_back();
      info.kind = static_cast<Kind>(shape.geometry.index());
      info.tag.body = static_cast<int>(b);
      info.tag.material = shape.material;
      info.tag.shape = static_cast<std::int16_t>(s);
      info.tag.kind = info.kind;
      info.tag.fixed = body.fixed;
      info.tag.centred = shape.pose.position.isZero(0) && shape.pose.orientation.vec().isZero(0);
      info.geometry = &shape.geometry;
      info.pose = shape.pose;
      std::visit(Describe{info, shared}, shape.geometry);
      if (is_boundary(info.kind) && !info.tag.fixed)
        throw InputError("body '" + body.name + "', shape " + std::to_string(s) +
                         ": planes, meshes and containers need a fixed body");
    }
  }
  return result;
}

Aabb PlacedShape::aabb() const {
  if (info->kind == Kind::sphere) {
    return {position - Vector3::Constant(info->radius), position + Vector3::Constant(info->radius)};
  }
  if (info->kind == Kind::capsule) {
    const Vector3 reach = info->half_length * axis().cwiseAbs() + Vector3::Constant(info->radius);
    return {position - reach, position + reach};
  }
  const Vector3 centre = to_world(info->box.centre());
  const Vector3 reach = rotation.cwiseAbs() * (0.5 * (info->box.high - info->box.low));
  return {centre - reach, centre + reach};
}

}  // namespace signorini::collision
