#pragma once

#include <cmath>

#include "signorini/dynamics/step_motion.h"

namespace signorini {

/// A body in the middle of a step: forces that act on its points over the whole step. The world and fixed bodies take
/// none.
///
/// A point at d (in the body's frame) goes from start to end by h (ẋ + s R (ω × d)), in which R is the orientation in
/// the middle and s = sin(x)/x with x half the angle of the turn. With levers shortened by s the work of a force is
/// force times way, exactly.
class Mover {
 public:
  Mover(const StepMotion& motion, const std::vector<int>& places, int body)
      : place_(body < 0 ? -1 : places[body]), pose_(pose_of(motion.middle, body)) {
    if (place_ < 0) return;
    const double x = 0.5 * motion.step * motion.mean.segment<3>(place_ + 3).norm();
    shortening_ = x < 1e-4 ? 1 - x * x / 6 : std::sin(x) / x;
  }

  /// In v; -1: none.
  int place() const { return place_; }
  const Pose& pose() const { return pose_; }
  /// From the centre of mass to a point, as it acts; in the body's frame.
  Vector3 lever(const Vector3& local) const { return shortening_ * local; }

  /// `force` along the world's axes, on a point of the body.
  void push(const Vector3& force, const Vector3& local, Vector& f) const {
    if (place_ < 0) return;
    f.segment<3>(place_) += force;
    f.segment<3>(place_ + 3) += lever(local).cross(pose_.orientation.conjugate() * force);
  }
  /// `torque` along the body's axes.
  void turn(const Vector3& torque, Vector& f) const {
    if (place_ >= 0) f.segment<3>(place_ + 3) += torque;
  }

 private:
  int place_;
  Pose pose_;
  double shortening_ = 1;
};

}  // namespace signorini
