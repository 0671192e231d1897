#include "signorini/dynamics/motors.h"

#include "signorini/math/rotation.h"

namespace signorini {

MotorCourses motor_courses(const Model& model, double time, double step) {
  std::vector<Pose> initial_poses;
  for (const Body& body : model.bodies) initial_poses.push_back(body.pose);
  MotorCourses courses;
  for (const Joint& joint : model.joints) {
    MotorPlace &start = courses.start.emplace_back(), &end = courses.end.emplace_back();
    if (!joint.motor) continue;
    const Motion& motion = joint.motor->motion;
    const bool position = joint.motor->drives == Motor::Drives::position;
    const double offset = position ? 0 : joint_coordinate(joint, initial_poses);
    const auto place = [&](double t) { return offset + (position ? value(motion, t) : integral(motion, t)); };
    start.value = place(time), end.value = place(time + step);
    const double middle = place(time + 0.5 * step);
    start.speed = (4 * middle - 3 * start.value - end.value) / step;
    end.speed = (3 * end.value - 4 * middle + start.value) / step;
  }
  return courses;
}

void redirect(const Model& model, const std::vector<Pose>& poses, std::span<const MotorTarget> targets, double step,
              double left, std::vector<double>& shifts, MotorCourses& courses) {
  for (std::size_t k = 0; k < shifts.size(); ++k) {
    courses.start[k].value += shifts[k];
    courses.end[k].value += shifts[k];
  }
  for (const MotorTarget& target : targets) {
    const Joint& joint = model.joints[target.joint];
    MotorPlace &start = courses.start[target.joint], &end = courses.end[target.joint];
    if (joint.motor->drives == Motor::Drives::position) {
      double now = joint_coordinate(joint, poses);
      if (joint.kind == JointKind::revolute) now = nearest_equivalent(now, target.value);
      const double speed = (target.value - now) / left;
      end = {step == left ? target.value : now + step * speed, speed};
      start = {now, end.speed};
    } else {
      const double led_to = start.value + step * target.value;
      shifts[target.joint] += led_to - end.value;
      end = {led_to, target.value};
      start.speed = target.value;
    }
  }
}

}  // namespace signorini
