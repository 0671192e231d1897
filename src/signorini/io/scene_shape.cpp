#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/base/error.h"
#include "signorini/io/mesh.h"
#include "signorini/io/scene_draft.h"
#include "signorini/io/scene_keys.h"

namespace signorini {
namespace {

double length_of(const SceneObject& shape, const std::string& key) { return shape.at(key).number(Bounds::positive); }

Vector3 half_size(const SceneObject& shape) { return 0.5 * shape.at("size").vector(Bounds::positive); }

std::shared_ptr<const TriangleMesh> load_mesh(const SceneObject& shape, SceneDraft& draft) {
  const double scale = shape.number("scale", Bounds::positive, 1.0);
  const SceneNode node = shape.at("file");
  const std::string file = (draft.folder / node.text()).string();
  std::shared_ptr<const TriangleMesh>& known = draft.meshes[{file, scale}];
  if (!known) {
    TriangleMesh mesh;
    node.placing_errors([&] { mesh = read_mesh(file, *draft.files); });
    for (Vector3& corner : mesh.corners) corner *= scale;
    known = std::make_shared<const TriangleMesh>(std::move(mesh));
  }
  return known;
}

std::shared_ptr<const ConvexHull> make_hull(const SceneNode& node, const std::vector<Vector3>& points) {
  try {
    return std::make_shared<const ConvexHull>(convex_hull(points));
  } catch (const InputError& error) {
    node.refuse(fmt::format("make no hull: {}", error.what()));
  }
}

Geometry hull(const SceneObject& shape, SceneDraft& draft) {
  if (shape.only_one_of({"points", "file"}) == "file") {
    const SceneNode node = shape.at("file");
    const auto mesh = load_mesh(shape, draft);
    auto& known = draft.hulls[{(draft.folder / node.text()).string(), shape.number("scale", Bounds::positive, 1.0)}];
    if (!known) known = make_hull(node, mesh->corners);
    return known;
  }
  const double scale = shape.number("scale", Bounds::positive, 1.0);
  const SceneNode node = shape.at("points");
  std::vector<Vector3> points;
  for (const SceneNode& point : node.items()) points.push_back(scale * point.vector());
  return make_hull(node, points);
}

Geometry cone_inside(const SceneObject& shape) {
  const double bottom = shape.at("bottom").number(Bounds::not_negative);
  const double top = shape.at("top").number(Bounds::not_negative);
  if (bottom == 0 && top == 0) shape.at("top").refuse("is 0 like bottom: one of the two must be > 0");
  return ConeInside{bottom, top, 0.5 * length_of(shape, "length"), shape.flag("floor", true)};
}

Geometry geometry_of(const std::string& type, const SceneObject& shape, SceneDraft& draft) {
  if (type == "sphere") return Sphere{length_of(shape, "radius")};
  if (type == "box") return Box{half_size(shape)};
  if (type == "capsule") return Capsule{length_of(shape, "radius"), 0.5 * length_of(shape, "length")};
  if (type == "cylinder") return Cylinder{length_of(shape, "radius"), 0.5 * length_of(shape, "length")};
  if (type == "convex_hull") return hull(shape, draft);
  if (type == "plane") return Plane{};
  if (type == "triangle_mesh") return load_mesh(shape, draft);
  if (type == "box_inside") return BoxInside{half_size(shape), shape.flag("open", true)};
  if (type == "cylinder_inside")
    return CylinderInside{length_of(shape, "radius"), 0.5 * length_of(shape, "length"), shape.flag("open", true)};
  return cone_inside(shape);
}

}  // namespace

Shape read_shape(const SceneNode& node, int default_material, SceneDraft& draft) {
  // The type decides which keys there are, so it is looked at first.
  if (!node.is_map()) node.expected("a map with the type of the shape and its measures");
  const YAML::Node yaml = node.yaml();
  const YAML::Node written = yaml["type"];
  if (!written.IsDefined())
    node.refuse(fmt::format("has no type, expected one of {}", fmt::join(scene_shape_names(), ", ")));
  const std::string type = node.entry("type", written).word(scene_shape_names());
  const SceneObject object(node, type);
  Shape shape;
  shape.geometry = geometry_of(type, object, draft);
  shape.pose = object.pose();
  const auto material = object.find("material");
  shape.material = material ? read_material(*material, draft) : default_material;
  return shape;
}

}  // namespace signorini
