#include "signorini/io/trajectory_bodies.h"

#include <array>
#include <type_traits>

namespace signorini {
namespace {

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

template <class Number>
struct Growing : TrajectoryColumn {
  explicit Growing(std::string where, std::vector<std::size_t> shape = {})
      : TrajectoryColumn{std::move(where), std::move(shape), std::vector<Number>{}} {}
  template <class... Numbers>
  void add(const Numbers&... numbers) {
    (std::get<std::vector<Number>>(values).push_back(numbers), ...);
  }
  void add(const Vector3& v) { add(v.x(), v.y(), v.z()); }
};

struct Meshes {
  Growing<double> corners{"/bodies/shapes/corners", {3}};
  Growing<int> triangles{"/bodies/shapes/triangles", {3}};

  void add(const Geometry& geometry) {
    const DrawnMesh mesh = drawn_mesh(geometry);
    for (const Vector3& corner : mesh.corners) corners.add(corner);
    for (const std::array<int, 3>& t : mesh.triangles) triangles.add(t[0], t[1], t[2]);
  }
};

}  // namespace

Dimensions dimensions(const Geometry& geometry) {
  return std::visit(Overload{
                        [](const Sphere& s) {
                          return Dimensions{{s.radius, 0, 0}};
                        },
                        [](const Box& s) {
                          return Dimensions{{s.half.x(), s.half.y(), s.half.z()}};
                        },
                        [](const Capsule& s) {
                          return Dimensions{{s.radius, s.half_length, 0}};
                        },
                        [](const Cylinder& s) {
                          return Dimensions{{s.radius, s.half_length, 0}};
                        },
                        [](const std::shared_ptr<const ConvexHull>&) { return Dimensions{}; },
                        [](const Plane&) { return Dimensions{}; },
                        [](const std::shared_ptr<const TriangleMesh>&) { return Dimensions{}; },
                        [](const BoxInside& s) {
                          return Dimensions{{s.half.x(), s.half.y(), s.half.z()}, s.open};
                        },
                        [](const CylinderInside& s) {
                          return Dimensions{{s.radius, s.half_length, 0}, s.open};
                        },
                        [](const ConeInside& s) {
                          return Dimensions{{s.bottom, s.top, s.half_length}, !s.floor};
                        },
                    },
                    geometry);
}

DrawnMesh drawn_mesh(const Geometry& geometry) {
  if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&geometry))
    return {(*mesh)->corners, (*mesh)->triangles};
  DrawnMesh out;
  if (const auto* hull = std::get_if<std::shared_ptr<const ConvexHull>>(&geometry)) {
    out.corners = (*hull)->corners;
    for (const std::vector<int>& face : (*hull)->faces)
      for (std::size_t k = 2; k < face.size(); ++k) out.triangles.push_back({face[0], face[k - 1], face[k]});
  }
  return out;
}

void write_trajectory_bodies(TrajectoryFile& file, const Model& model) {
  std::vector<std::string> names;
  Growing<int> fixed("/bodies/fixed");
  Growing<double> mass("/bodies/mass");
  Growing<double> origin("/bodies/origin", {3});
  std::vector<std::string> kinds;
  Growing<int> body("/bodies/shapes/body");
  Growing<double> position("/bodies/shapes/position", {3});
  Growing<double> orientation("/bodies/shapes/orientation", {4});
  Growing<double> size("/bodies/shapes/size", {3});
  Growing<int> open("/bodies/shapes/open");
  std::vector<std::string> materials;
  Growing<int> corner_start("/bodies/shapes/corner_start");
  Growing<int> triangle_start("/bodies/shapes/triangle_start");
  Meshes meshes;
  corner_start.add(0);
  triangle_start.add(0);
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Body& each = model.bodies[b];
    names.push_back(each.name);
    fixed.add(each.fixed ? 1 : 0);
    mass.add(each.mass);
    origin.add(each.origin);
    for (const Shape& shape : each.shapes) {
      body.add(static_cast<int>(b));
      kinds.emplace_back(name_of(shape.geometry));
      position.add(shape.pose.position);
      const Quaternion& q = shape.pose.orientation;
      orientation.add(q.w(), q.x(), q.y(), q.z());
      const Dimensions all = dimensions(shape.geometry);
      size.add(all.size[0], all.size[1], all.size[2]);
      open.add(all.open ? 1 : 0);
      materials.push_back(model.materials.at(static_cast<std::size_t>(shape.material)).name);
      meshes.add(shape.geometry);
      corner_start.add(static_cast<int>(meshes.corners.rows()));
      triangle_start.add(static_cast<int>(meshes.triangles.rows()));
    }
  }
  file.write_texts("/bodies/name", names);
  file.write(fixed);
  file.write(mass);
  file.write(origin);
  file.write_texts("/bodies/shapes/kind", kinds);
  file.write_texts("/bodies/shapes/material", materials);
  for (const TrajectoryColumn& column :
       {TrajectoryColumn(body), TrajectoryColumn(position), TrajectoryColumn(orientation), TrajectoryColumn(size),
        TrajectoryColumn(open), TrajectoryColumn(corner_start), TrajectoryColumn(triangle_start),
        TrajectoryColumn(meshes.corners), TrajectoryColumn(meshes.triangles)})
    file.write(column);
}

}  // namespace signorini
