#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "signorini/io/scene_draft.h"

namespace signorini {
namespace {

/// The point of the body that is at the world's point under `key` at the start; without one, where the file puts the
/// body's frame.
Vector3 read_end(const SceneObject& object, const std::string& key, int body, const SceneDraft& draft) {
  if (const auto node = object.find(key)) return pose_of(body, draft).to_local(node->vector());
  if (body < 0) object.at(key);
  return draft.scene.model.bodies[static_cast<std::size_t>(body)].origin;
}

std::vector<ForcePoint> read_force_table(const SceneNode& node) {
  std::vector<ForcePoint> table;
  for (const SceneNode& row : node.items()) {
    const std::vector<double> pair = row.numbers(2);
    if (!table.empty() && !(pair[0] > table.back().elongation))
      row.refuse(
          fmt::format("has the elongation {}, expected more than the {} before it", pair[0], table.back().elongation));
    table.push_back({pair[0], pair[1]});
  }
  if (table.size() < 2)
    node.refuse(fmt::format("has {} rows, expected at least two [elongation, force]", table.size()));
  return table;
}

/// By how much b is turned about the axis (in a's frame) against a.
double angle_at_start(const TorsionSpring& spring, const SceneDraft& draft) {
  const Quaternion turn =
      pose_of(spring.body_a, draft).orientation.conjugate() * pose_of(spring.body_b, draft).orientation;
  double angle = 2 * std::atan2(turn.vec().dot(spring.axis), turn.w());
  if (angle > std::numbers::pi) angle -= 2 * std::numbers::pi;
  if (angle < -std::numbers::pi) angle += 2 * std::numbers::pi;
  return angle;
}

}  // namespace

void read_forces(const SceneNode& node, SceneDraft& draft) {
  node.for_each([&](const SceneNode& item) {
    const SceneObject object(item, "force");
    AppliedForce force;
    force.body = read_body_reference(object.at("body"), draft, false);
    if (!object.has("force") && !object.has("torque")) item.refuse("needs force or torque");
    force.force = object.vector("force", force.force);
    force.torque = object.vector("torque", force.torque);
    if (const auto at = object.find("at")) force.point = pose_of(force.body, draft).to_local(at->vector());
    draft.scene.model.forces.push_back(force);
  });
}

void read_springs(const SceneNode& node, SceneDraft& draft) {
  node.for_each([&](const SceneNode& item) {
    const SceneObject object(item, "spring");
    std::vector<Spring>& springs = draft.scene.model.springs;
    Spring spring;
    spring.name = read_name(object, "spring", springs.size());
    std::tie(spring.body_a, spring.body_b) = read_body_pair(object, draft);
    spring.point_a = read_end(object, "from", spring.body_a, draft);
    spring.point_b = read_end(object, "to", spring.body_b, draft);
    spring.stiffness = object.number("stiffness", Bounds::not_negative, 0);
    spring.progressive = object.number("progressive", Bounds::not_negative, 0);
    spring.damping = object.number("damping", Bounds::not_negative, 0);
    if (const auto table = object.find("table")) {
      for (const char* key : {"stiffness", "progressive"})
        object.forbid(key, "cannot be given beside table, which takes its place");
      spring.table = read_force_table(*table);
    }
    const Vector3 from = pose_of(spring.body_a, draft).to_world(spring.point_a);
    const Vector3 to = pose_of(spring.body_b, draft).to_world(spring.point_b);
    spring.length = object.number("length", Bounds::not_negative, (to - from).norm());
    springs.push_back(std::move(spring));
  });
}

void read_bushings(const SceneNode& node, SceneDraft& draft) {
  node.for_each([&](const SceneNode& item) {
    const SceneObject object(item, "bushing");
    std::vector<Bushing>& bushings = draft.scene.model.bushings;
    Bushing bushing;
    bushing.name = read_name(object, "bushing", bushings.size());
    std::tie(bushing.body_a, bushing.body_b) = read_body_pair(object, draft);
    Pose frame;
    frame.position = object.at("at").vector();
    if (const auto orientation = object.find("orientation")) frame.orientation = orientation->orientation();
    bushing.frame_a = pose_of(bushing.body_a, draft).inverse() * frame;
    bushing.frame_b = pose_of(bushing.body_b, draft).inverse() * frame;
    const auto six = [&](const char* key, Vector3& along, Vector3& about) {
      const auto list = object.find(key);
      if (!list) return;
      const std::vector<double> numbers = list->numbers(6);
      for (const SceneNode& entry : list->items()) entry.number(Bounds::not_negative);
      along = Vector3(&numbers[0]);
      about = Vector3(&numbers[3]);
    };
    six("stiffness", bushing.stiffness, bushing.turn_stiffness);
    six("damping", bushing.damping, bushing.turn_damping);
    bushings.push_back(std::move(bushing));
  });
}

void read_torsion_springs(const SceneNode& node, SceneDraft& draft) {
  node.for_each([&](const SceneNode& item) {
    const SceneObject object(item, "torsion_spring");
    std::vector<TorsionSpring>& springs = draft.scene.model.torsion_springs;
    TorsionSpring spring;
    spring.name = read_name(object, "torsion_spring", springs.size());
    std::tie(spring.body_a, spring.body_b) = read_body_pair(object, draft);
    spring.axis = pose_of(spring.body_a, draft).orientation.conjugate() * object.at("axis").direction();
    spring.stiffness = object.number("stiffness", Bounds::not_negative, 0);
    spring.damping = object.number("damping", Bounds::not_negative, 0);
    object.at_most_one_of({"angle", "angle_deg"});
    const double degrees = object.number("angle_deg", Bounds::any, 0);
    spring.angle =
        angle_at_start(spring, draft) + object.number("angle", Bounds::any, degrees * std::numbers::pi / 180.0);
    springs.push_back(std::move(spring));
  });
}

}  // namespace signorini
