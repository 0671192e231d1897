#include "signorini/dynamics/reactions.h"

#include "signorini/dynamics/bushings.h"
#include "signorini/dynamics/springs.h"
#include "signorini/dynamics/surface_rows.h"

namespace signorini {

std::vector<JointForce> joint_forces(const Model& model, const StepMotion& motion, const ConstraintRows& joints,
                                     const Vector& r, const State& end) {
  std::vector<JointForce> forces(model.joints.size());
  Eigen::Index k = 0;
  for (const auto* kind : {&joints.free, &joints.positive})
    for (const ConstraintRow& row : *kind) {
      const Joint& joint = model.joints[row.key.joint];
      const Pose a = pose_of(motion.middle, row.body_a), b = pose_of(motion.middle, row.body_b);
      const double mean = r[k++] / motion.step;
      const auto torque_about = [&](const Pose& body, const Vector3& origin, const auto& wrench) -> Vector3 {
        return mean * (body.orientation * (wrench.template tail<3>() -
                                           origin.cross(body.orientation.conjugate() * wrench.template head<3>())));
      };
      JointForce& sum = forces[row.key.joint];
      sum.force += mean * row.on_b.head<3>();
      sum.torque += torque_about(b, joint.frame_b.position, row.on_b);
      sum.torque_on_a += torque_about(a, joint.frame_a.position, row.on_a);
      if (row.key.row == ConstraintKey::motor) sum.motor = mean;
    }
  const std::vector<int> places = velocity_places(model);
  for (std::size_t j = 0; j < forces.size(); ++j) {
    const Joint& joint = model.joints[j];
    const Quaternion to_frame =
        (pose_of(motion.middle, joint.body_b).orientation * joint.frame_b.orientation).conjugate();
    forces[j].local_force = to_frame * forces[j].force;
    forces[j].local_torque = to_frame * forces[j].torque;
    if (!has_coordinate(joint.kind)) continue;
    forces[j].coordinate = joint_coordinate(joint, end.poses);
    forces[j].speed = joint_speed(joint, end.poses, places, end.v);
  }
  return forces;
}

std::vector<SpringForce> spring_forces(const Model& model, const StepMotion& motion, const State& end) {
  std::vector<SpringForce> forces;
  for (const Spring& spring : model.springs)
    forces.push_back({span(spring, end.poses).norm() - spring.length, pull(spring, motion).tension});
  return forces;
}

std::vector<TorsionForce> torsion_forces(const Model& model, const StepMotion& motion, const State& end) {
  std::vector<TorsionForce> forces;
  for (const TorsionSpring& spring : model.torsion_springs)
    forces.push_back({turn_beyond_rest(spring, end.poses).angle, turn(spring, motion).torque});
  return forces;
}

std::vector<BushingForce> bushing_forces(const Model& model, const StepMotion& motion, const State& end) {
  if (model.bushings.empty()) return {};
  const std::vector<int> places = velocity_places(model);
  std::vector<BushingForce> forces;
  for (const Bushing& bushing : model.bushings) {
    const Vector6 x = bushing_coordinates(bushing, end.poses), load = bushing_load(bushing, motion, places).load;
    forces.push_back({x.head<3>(), x.tail<3>(), load.head<3>(), load.tail<3>()});
  }
  return forces;
}

std::vector<PairForce> pair_forces(std::span<const Contact> contacts, std::span<const Vector3> impulses,
                                   const std::vector<Pose>& start, double step) {
  std::vector<PairForce> pairs;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactKey& key = contacts[k].key;
    if (pairs.empty() || pairs.back().body_a != key.body_a || pairs.back().body_b != key.body_b)
      pairs.push_back({.body_a = key.body_a, .body_b = key.body_b});
    PairForce& pair = pairs.back();
    const Vector3 mean = impulses[k] / step;
    ++pair.contacts;
    pair.force += mean;
    if (!is_flexible(contacts[k])) pair.torque += (contacts[k].point - start[key.body_b].position).cross(mean);
  }
  return pairs;
}

}  // namespace signorini
