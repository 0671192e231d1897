#include "signorini/view/model_description.h"

#include <fmt/format.h>

#include "signorini/io/trajectory_bodies.h"

namespace signorini::view {
namespace {

using Json = nlohmann::ordered_json;

Json numbers(const Vector3& v) { return {v.x(), v.y(), v.z()}; }
Json numbers(const Quaternion& q) { return {q.w(), q.x(), q.y(), q.z()}; }
Json numbers(const Pose& pose) {
  return {{"position", numbers(pose.position)}, {"orientation", numbers(pose.orientation)}};
}

}  // namespace

Json describe_connections(const Model& model) {
  Json all;
  all["materials"] = all["joints"] = all["springs"] = Json::array();
  for (const Material& each : model.materials)
    all["materials"].push_back({{"name", each.name}, {"friction", each.friction}, {"restitution", each.restitution}});
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    all["joints"].push_back({{"name", joint.name.empty() ? fmt::format("joints[{}]", k) : joint.name},
                             {"kind", to_string(joint.kind)},
                             {"body_a", joint.body_a},
                             {"body_b", joint.body_b},
                             {"frame_a", numbers(joint.frame_a)},
                             {"frame_b", numbers(joint.frame_b)},
                             {"motor", joint.motor.has_value()}});
  }
  const auto add_spring = [&](const auto& spring, const Vector3& a, const Vector3& b) {
    all["springs"].push_back({{"name", spring.name},
                              {"body_a", spring.body_a},
                              {"body_b", spring.body_b},
                              {"point_a", numbers(a)},
                              {"point_b", numbers(b)}});
  };
  for (const Spring& each : model.springs) add_spring(each, each.point_a, each.point_b);
  for (const Bushing& each : model.bushings) add_spring(each, each.frame_a.position, each.frame_b.position);
  return all;
}

Json describe_bodies(const Model& model) {
  Json all = Json::array();
  for (const Body& body : model.bodies)
    all.push_back({{"name", body.name},
                   {"fixed", body.fixed},
                   {"mass", body.mass},
                   {"position", numbers(body.pose.position)},
                   {"orientation", numbers(body.pose.orientation.normalized())}});
  return all;
}

Json describe_shapes(const Model& model) {
  Json all = Json::array();
  for (std::size_t body = 0; body < model.bodies.size(); ++body)
    for (const Shape& shape : model.bodies[body].shapes) {
      const Dimensions dimension = dimensions(shape.geometry);
      all.push_back({{"body", body},
                     {"kind", name_of(shape.geometry)},
                     {"material", model.materials.at(static_cast<std::size_t>(shape.material)).name},
                     {"position", numbers(shape.pose.position)},
                     {"orientation", numbers(shape.pose.orientation)},
                     {"size", dimension.size},
                     {"open", dimension.open}});
    }
  return all;
}

}  // namespace signorini::view
