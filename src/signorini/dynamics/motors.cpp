#include "signorini/dynamics/motors.h"

#include "signorini/dynamics/constraint_rows.h"

namespace signorini {

std::vector<MotorCourse> motor_courses(const Model& model, double time, double step) {
  std::vector<Pose> initial_poses;
  for (const Body& body : model.bodies) initial_poses.push_back(body.pose);
  std::vector<MotorCourse> courses;
  for (const Joint& joint : model.joints) {
    MotorCourse& course = courses.emplace_back();
    if (!joint.motor) continue;
    const Motion& motion = joint.motor->motion;
    if (joint.motor->drives == Motor::Drives::position) {
      course = {value(motion, time), value(motion, time + step)};
    } else {
      const double start = joint_coordinate(joint, initial_poses);
      course = {start + integral(motion, time), start + integral(motion, time + step)};
    }
  }
  return courses;
}

void redirect(const Model& model, std::span<const MotorTarget> targets, double step, std::vector<double>& shifts,
              std::vector<MotorCourse>& courses) {
  for (std::size_t k = 0; k < courses.size(); ++k) {
    courses[k].start += shifts[k];
    courses[k].end += shifts[k];
  }
  for (const MotorTarget& target : targets) {
    MotorCourse& course = courses[target.joint];
    if (model.joints[target.joint].motor->drives == Motor::Drives::position) {
      course = {target.value, target.value};
    } else {
      const double end = course.start + step * target.value;
      shifts[target.joint] += end - course.end;
      course.end = end;
    }
  }
}

}  // namespace signorini
