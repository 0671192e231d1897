#include "signorini/dynamics/springs.h"

namespace signorini {

Vector3 span(const Spring& spring, const std::vector<Pose>& poses) {
  return pose_of(poses, spring.body_b).to_world(spring.point_b) -
         pose_of(poses, spring.body_a).to_world(spring.point_a);
}

Twist turn_beyond_rest(const TorsionSpring& spring, const std::vector<Pose>& poses) {
  const Quaternion a = pose_of(poses, spring.body_a).orientation, b = pose_of(poses, spring.body_b).orientation;
  Twist about = twist(a.conjugate() * b, spring.axis);
  about.angle = nearest_equivalent(about.angle - spring.angle, 0);
  return about;
}

Pull pull(const Spring& spring, const StepMotion& motion) {
  const Vector3 d = span(spring, motion.start), d_end = span(spring, motion.end);
  const double l = d.norm(), l_end = d_end.norm(), both = l + l_end, drawn = l_end - l;
  const double damping = spring.damping * drawn / motion.step;
  return {both > 0 ? Vector3((d + d_end) / both) : Vector3::Zero(), 0.5 * both,
          spring.stiffness * (0.5 * both - spring.length) + damping, damping * drawn};
}

Turn turn(const TorsionSpring& spring, const StepMotion& motion) {
  const double angle = turn_beyond_rest(spring, motion.start).angle;
  const double angle_end = nearest_equivalent(turn_beyond_rest(spring, motion.end).angle, angle);
  const auto [_, on_a, on_b] = turn_beyond_rest(spring, motion.middle);
  const double damping = spring.damping * (angle_end - angle) / motion.step;
  return {on_a, on_b, 0.5 * spring.stiffness * (angle + angle_end) + damping, damping * (angle_end - angle)};
}

}  // namespace signorini
