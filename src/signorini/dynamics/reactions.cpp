#include "signorini/dynamics/reactions.h"

namespace signorini {

std::vector<JointForce> joint_forces(const Model& model, const StepMotion& motion, const ConstraintRows& joints,
                                     const Vector& r) {
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
  return forces;
}

}  // namespace signorini
