#include "signorini/dynamics/springs.h"

#include <algorithm>
#include <cmath>

#include "signorini/model/spring_law.h"

namespace signorini {
namespace {

/// 2 ∂T/∂l⁺ of the mean force T between two elongations, by a difference over the way of the step, at least a small
/// share of it: what is found this way only has to lead to the answer.
double step_stiffness(const Spring& spring, double from, double to) {
  if (spring.table.empty() && spring.progressive == 0) return spring.stiffness;
  const double least = 1e-6 * (std::abs(from) + std::abs(to) + 1e-3 * spring.length);
  const double way = std::max(std::abs(to - from), least);
  if (way == 0) return 0;
  const double end = from + (to < from ? -way : way);
  return 2 * (elastic_force(spring, end) - mean_elastic_force(spring, from, end)) / (end - from);
}

}  // namespace

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
  const double from = l - spring.length, to = l_end - spring.length;
  const double elastic = mean_elastic_force(spring, from, to);
  return {both > 0 ? Vector3((d + d_end) / both) : Vector3::Zero(),
          0.5 * both,
          elastic + damping,
          elastic,
          step_stiffness(spring, from, to),
          damping * drawn};
}

Turn turn(const TorsionSpring& spring, const StepMotion& motion) {
  const double angle = turn_beyond_rest(spring, motion.start).angle;
  const double angle_end = nearest_equivalent(turn_beyond_rest(spring, motion.end).angle, angle);
  const auto [_, on_a, on_b] = turn_beyond_rest(spring, motion.middle);
  const double damping = spring.damping * (angle_end - angle) / motion.step;
  return {on_a, on_b, 0.5 * spring.stiffness * (angle + angle_end) + damping, damping * (angle_end - angle)};
}

}  // namespace signorini
