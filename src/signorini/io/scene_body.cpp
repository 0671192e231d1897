#include "signorini/io/scene_body.h"

#include <algorithm>

#include <fmt/format.h>

#include "signorini/io/limits.h"

namespace signorini {
namespace {

/// Three principal moments, or the whole matrix row by row.
Matrix3 read_inertia(const SceneNode& node) {
  const std::vector<SceneNode> rows = node.is_list() ? node.items() : std::vector<SceneNode>{};
  if (rows.size() != 3) node.expected("three moments of inertia or a matrix of three rows");
  Matrix3 inertia = Matrix3::Zero();
  if (rows[0].is_list())
    for (int k = 0; k < 3; ++k) inertia.row(k) = rows[static_cast<std::size_t>(k)].vector();
  else
    inertia.diagonal() = node.vector();
  const std::string defect = inertia_defect(inertia);
  if (!defect.empty()) node.refuse(fmt::format("belongs to no body: {}", defect));
  return inertia;
}

void check_moving_shapes(const BodyTemplate& from, const std::vector<Shape>& shapes) {
  for (const Shape& shape : shapes)
    if (!is_solid(shape.geometry))
      from.object.node().refuse(
          fmt::format("has the shape {}, which only fixed bodies can have", name_of(shape.geometry)));
}

/// Mass, centre and inertia of a moving body in the file's frame.
MassProperties moving_mass(const BodyTemplate& from, const std::vector<Shape>& shapes) {
  from.object.only_one_of({"mass", "density"});
  if (shapes.empty() && (!from.mass || !from.inertia))
    from.object.node().refuse("has no shape, so it needs mass and inertia");
  check_moving_shapes(from, shapes);
  MassProperties properties;
  if (!shapes.empty()) {
    properties = mass_properties(shapes, from.density.value_or(1.0));
    if (from.mass) properties.inertia *= *from.mass / properties.mass;
  }
  if (from.mass) properties.mass = *from.mass;
  if (from.inertia) properties.inertia = *from.inertia;
  if (from.centre) properties.centre = *from.centre;
  return properties;
}

}  // namespace

BodyTemplate read_body_template(const SceneObject& object, const SceneDraft& draft) {
  BodyTemplate from{object};
  object.at_most_one_of({"mass", "density"});
  object.at_most_one_of({"shape", "shapes"});
  from.fixed = object.flag("fixed", false);
  if (const auto mass = object.find("mass")) from.mass = mass->number(Bounds::positive);
  if (const auto density = object.find("density")) from.density = density->number(Bounds::positive);
  if (const auto inertia = object.find("inertia")) {
    if (!from.mass) inertia->refuse("needs mass beside it");
    from.inertia = read_inertia(*inertia);
  }
  if (const auto centre = object.find("centre_of_mass")) {
    if (!from.inertia) centre->refuse("needs inertia beside it");
    from.centre = centre->vector();
  }
  from.velocity = object.vector("velocity", from.velocity);
  from.angular_velocity = object.vector("angular_velocity", from.angular_velocity);
  for (const char* key : {"velocity", "angular_velocity"})
    if (from.fixed && !object.vector(key, Vector3::Zero()).isZero(0)) object.forbid(key, "is of a fixed body");
  if (const auto material = object.find("material")) from.material = read_material(*material, draft);
  return from;
}

std::vector<Shape> read_shapes(const BodyTemplate& from, SceneDraft& draft) {
  std::vector<Shape> shapes;
  if (const auto shape = from.object.find("shape")) shapes.push_back(read_shape(*shape, from.material, draft));
  if (const auto list = from.object.find("shapes"))
    list->for_each([&](const SceneNode& shape) { shapes.push_back(read_shape(shape, from.material, draft)); });
  return shapes;
}

void check_body_count(const SceneNode& node, const SceneDraft& draft, std::size_t more) {
  const std::size_t bodies = draft.scene.model.bodies.size() + more;
  if (bodies > static_cast<std::size_t>(limits::bodies))
    node.refuse(
        fmt::format("brings the scene to {} bodies, expected at most {}: lower the counts", bodies, limits::bodies));
}

void add_body(const SceneNode& node, Body body, SceneDraft& draft) {
  check_body_count(node, draft, 1);
  if (body.name == "world") node.refuse("has the name 'world', which stands for the world");
  if (body.name.empty()) node.refuse("has an empty name");
  const int index = static_cast<int>(draft.scene.model.bodies.size());
  if (!draft.bodies.emplace(body.name, index).second)
    node.refuse(fmt::format("has the name '{}', which another body has", body.name));
  draft.scene.model.bodies.push_back(std::move(body));
}

void place_body(const BodyTemplate& from, const std::string& name, std::vector<Shape> shapes, const Pose& pose,
                SceneDraft& draft) {
  Body body;
  body.name = name;
  body.fixed = from.fixed;
  body.pose = pose;
  body.shapes = std::move(shapes);
  if (!from.fixed) {
    set_mass(body, moving_mass(from, body.shapes));
    body.velocity = from.velocity;
    body.angular_velocity = pose.orientation.conjugate() * from.angular_velocity;
  }
  add_body(from.object.node(), std::move(body), draft);
}

void read_bodies(const SceneNode& node, SceneDraft& draft) {
  node.for_each([&](const SceneNode& item) {
    const SceneObject object(item, "body");
    object.at_most_one_of({"repeat", "lattice", "random", "rings"});
    const BodyTemplate from = read_body_template(object, draft);
    const std::string name = read_name(object, "body", draft.scene.model.bodies.size());
    if (const auto lattice = object.find("lattice"))
      read_lattice(*lattice, from, name, draft);
    else if (const auto random = object.find("random"))
      read_random(*random, from, name, draft);
    else if (const auto rings = object.find("rings"))
      read_rings(*rings, from, name, draft);
    else
      place_body(from, name, read_shapes(from, draft), object.pose(), draft);
  });
}

}  // namespace signorini
