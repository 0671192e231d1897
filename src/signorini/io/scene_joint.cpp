#include <algorithm>

#include <fmt/format.h>

#include "signorini/io/scene_axis.h"
#include "signorini/io/scene_draft.h"

namespace signorini {
namespace {

std::vector<std::string> joint_names() {
  std::vector<std::string> names;
  for (const JointKind kind : joint_kinds()) names.emplace_back(to_string(kind));
  return names;
}

bool needs_axis(JointKind kind) {
  return kind != JointKind::weld && kind != JointKind::spherical && kind != JointKind::distance;
}

/// A frame in the body's file frame, moved to the body's own.
Pose local_frame(const SceneNode& node, int body, const SceneDraft& draft) {
  Pose frame = SceneObject(node, "frame").pose();
  if (body >= 0) frame.position += draft.scene.model.bodies[static_cast<std::size_t>(body)].origin;
  return frame;
}

/// The usual case: one place in the world at the start, shared by both bodies.
void read_common_frame(const SceneObject& object, Joint& joint, const SceneDraft& draft) {
  Pose frame;
  const auto at = object.find("at");
  if (at)
    frame.position = at->vector();
  else if (joint.kind == JointKind::weld)
    frame.position = pose_of(std::max(joint.body_a, joint.body_b), draft).position;
  else
    object.at("at");
  object.at_most_one_of({"axis", "orientation"});
  if (const auto axis = object.find("axis")) {
    frame.orientation = axis_frame(axis->direction());
  } else if (const auto orientation = object.find("orientation")) {
    frame.orientation = orientation->orientation();
  } else if (needs_axis(joint.kind)) {
    object.node().refuse(fmt::format("needs axis, being a {} joint", to_string(joint.kind)));
  }
  joint.frame_a = pose_of(joint.body_a, draft).inverse() * frame;
  joint.frame_b = pose_of(joint.body_b, draft).inverse() * frame;
}

/// A distance joint has two places: from on the first body, to on the second.
void read_ends(const SceneObject& object, Joint& joint, const SceneDraft& draft) {
  for (const char* key : {"at", "axis", "orientation"})
    object.forbid(key, "is not for distance joints: they go from, to");
  joint.frame_a.position = pose_of(joint.body_a, draft).to_local(object.at("from").vector());
  joint.frame_b.position = pose_of(joint.body_b, draft).to_local(object.at("to").vector());
}

void read_frames(const SceneObject& object, Joint& joint, const SceneDraft& draft) {
  const bool explicit_frames = object.has("frame_a") || object.has("frame_b");
  if (explicit_frames) {
    for (const char* key : {"at", "axis", "orientation", "from", "to"})
      object.forbid(key, "is given together with frame_a and frame_b");
    joint.frame_a = local_frame(object.at("frame_a"), joint.body_a, draft);
    joint.frame_b = local_frame(object.at("frame_b"), joint.body_b, draft);
  } else if (joint.kind == JointKind::distance) {
    read_ends(object, joint, draft);
  } else {
    for (const char* key : {"from", "to"}) object.forbid(key, "is for distance joints only");
    read_common_frame(object, joint, draft);
  }
}

double distance_at_start(const Joint& joint, const SceneDraft& draft) {
  const Vector3 a = pose_of(joint.body_a, draft).to_world(joint.frame_a.position);
  const Vector3 b = pose_of(joint.body_b, draft).to_world(joint.frame_b.position);
  return (a - b).norm();
}

void read_length(const SceneObject& object, Joint& joint, const SceneDraft& draft) {
  if (joint.kind != JointKind::distance) return object.forbid("length", "is for distance joints only");
  joint.length = object.number("length", Bounds::positive, distance_at_start(joint, draft));
  if (joint.length == 0) object.node().refuse("holds two points that coincide, expected a distance > 0");
}

void read_limits(const SceneObject& object, Joint& joint) {
  if (!has_coordinate(joint.kind))
    for (const char* key : {"lower", "upper"})
      object.forbid(key, fmt::format("is a limit, which a {} joint has not", to_string(joint.kind)));
  if (const auto lower = object.find("lower")) joint.lower = lower->number();
  if (const auto upper = object.find("upper")) joint.upper = upper->number();
  if (joint.lower && joint.upper && *joint.lower > *joint.upper)
    object.at("lower").refuse(fmt::format("is {}, expected at most the {} of upper", *joint.lower, *joint.upper));
}

TableMotion read_table(const SceneNode& node) {
  TableMotion table;
  for (const SceneNode& row : node.items()) {
    const std::vector<double> pair = row.numbers(2);
    if (!table.times.empty() && pair[0] <= table.times.back())
      row.refuse(fmt::format("has the time {}, expected more than the {} before it", pair[0], table.times.back()));
    table.times.push_back(pair[0]);
    table.values.push_back(pair[1]);
  }
  if (table.times.empty()) node.refuse("is empty, expected rows [time, value]");
  return table;
}

Motor read_motor(const SceneObject& object) {
  const std::string what = object.only_one_of({"speed", "position"});
  return {what == "speed" ? Motor::Drives::speed : Motor::Drives::position, read_motion(object.at(what))};
}

void give_motor(const SceneNode& node, const SceneObject& object, Joint& joint) {
  if (!has_coordinate(joint.kind))
    node.refuse(fmt::format("drives a {} joint, which has no coordinate", to_string(joint.kind)));
  if (joint.motor) node.refuse(fmt::format("drives the joint '{}', which has a motor already", joint.name));
  joint.motor = read_motor(object);
}

}  // namespace

Motion read_motion(const SceneNode& node) {
  if (!node.is_map()) return ConstantMotion{node.number()};
  const SceneObject object(node, "motion");
  const std::string kind = object.only_one_of({"ramp", "sine", "table"});
  if (kind == "table") return read_table(object.at(kind));
  const SceneObject motion(object.at(kind), kind);
  if (kind == "ramp") return RampMotion{motion.number("start", Bounds::any, 0), motion.at("slope").number()};
  return SineMotion{motion.number("offset", Bounds::any, 0), motion.at("amplitude").number(),
                    motion.at("frequency").number(Bounds::not_negative), motion.number("phase", Bounds::any, 0)};
}

void read_joints(const SceneNode& node, SceneDraft& draft) {
  node.for_each([&](const SceneNode& item) {
    const SceneObject object(item, "joint");
    Model& model = draft.scene.model;
    Joint joint;
    joint.name = read_name(object, "joint", model.joints.size());
    joint.kind = joint_kind_from_string(object.at("type").word(joint_names()));
    std::tie(joint.body_a, joint.body_b) = read_body_pair(object, draft);
    read_frames(object, joint, draft);
    read_length(object, joint, draft);
    read_limits(object, joint);
    if (const auto motor = object.find("motor")) give_motor(*motor, SceneObject(*motor, "motor"), joint);
    joint.contact = object.flag("contact", joint.contact);
    if (!draft.joints.emplace(joint.name, static_cast<int>(model.joints.size())).second)
      item.refuse(fmt::format("has the name '{}', which another joint has", joint.name));
    model.joints.push_back(std::move(joint));
  });
}

void read_motors(const SceneNode& node, SceneDraft& draft) {
  node.for_each([&](const SceneNode& item) {
    const SceneObject object(item, "motor_of_joint");
    const SceneNode reference = object.at("joint");
    const std::string name = reference.text();
    const auto found = draft.joints.find(name);
    if (found == draft.joints.end()) refuse_unknown(reference, "joint", name, draft.joints);
    give_motor(item, object, draft.scene.model.joints[static_cast<std::size_t>(found->second)]);
  });
}

}  // namespace signorini
