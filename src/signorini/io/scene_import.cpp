#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/scene_draft.h"
#include "signorini/io/urdf.h"

namespace signorini {
namespace {

void import_robot(const SceneNode& node, const SceneNode& file, const UrdfOptions& options, SceneDraft& draft) {
  Model robot;
  const std::string path = (draft.folder / file.text()).string();
  file.placing_errors([&] { robot = read_urdf(path, options, *draft.files); });
  Model& model = draft.scene.model;
  const int first = static_cast<int>(model.bodies.size());
  const auto moved = [&](int body) { return body < 0 ? -1 : body + first; };
  for (Body& body : robot.bodies) add_body(node, std::move(body), draft);
  for (Joint& joint : robot.joints) {
    joint.body_a = moved(joint.body_a);
    joint.body_b = moved(joint.body_b);
    if (!draft.joints.emplace(joint.name, static_cast<int>(model.joints.size())).second)
      node.refuse(fmt::format("brings the joint '{}', whose name another one has: give a prefix", joint.name));
    model.joints.push_back(std::move(joint));
  }
}

void import_one(const SceneNode& node, SceneDraft& draft) {
  if (node.is_scalar()) return import_robot(node, node, {}, draft);
  const SceneObject object(node, "import");
  UrdfOptions options;
  options.pose = object.pose();
  options.fixed = object.flag("fixed", false);
  if (const auto prefix = object.find("prefix")) options.prefix = prefix->text();
  import_robot(node, object.at("file"), options, draft);
}

}  // namespace

void read_import(const SceneNode& node, SceneDraft& draft) {
  if (!node.is_list()) return import_one(node, draft);
  for (const SceneNode& item : node.items()) import_one(item, draft);
}

}  // namespace signorini
