#include "signorini/dynamics/bushings.h"

#include <cmath>

#include "signorini/dynamics/mover.h"
#include "signorini/math/rotation.h"

namespace signorini {
namespace {

Vector6 six(const Vector3& along, const Vector3& about) {
  Vector6 all;
  all << along, about;
  return all;
}

Quaternion relative_turn(const Bushing& bushing, const std::vector<Pose>& poses) {
  const Quaternion a = pose_of(poses, bushing.body_a).orientation * bushing.frame_a.orientation;
  return a.conjugate() * (pose_of(poses, bushing.body_b).orientation * bushing.frame_b.orientation);
}

/// With the sign of the quaternion that is nearer to `reference`.
Vector6 coordinates_near(const Bushing& bushing, const std::vector<Pose>& poses, const Quaternion& reference) {
  const Pose a = pose_of(poses, bushing.body_a) * bushing.frame_a;
  const Quaternion q = relative_turn(bushing, poses);
  const double sign = q.dot(reference) < 0 ? -1 : 1;
  return six(a.to_local(pose_of(poses, bushing.body_b).to_world(bushing.frame_b.position)), 2 * sign * q.vec());
}

/// Mean angular velocity along the body's axes; 0 of what does not move.
Vector3 mean_spin(const StepMotion& motion, const Mover& mover) {
  return mover.place() < 0 ? Vector3(Vector3::Zero()) : Vector3(motion.mean.segment<3>(mover.place() + 3));
}

/// The part of the place: rows of Δu/h.
void add_place(const Bushing& bushing, const StepMotion& motion, const Mover& a, const Mover& b, BushingLoad& load) {
  const Matrix3 F = bushing.frame_a.rotation();
  const Vector3 half_turn = 0.5 * motion.step * mean_spin(motion, a);
  const double angle = half_turn.norm();
  const Vector3 n = angle > 0 ? Vector3(half_turn / angle) : Vector3::Zero();
  const Matrix3 C = std::cos(angle) * Matrix3::Identity() + (1 - std::cos(angle)) * n * n.transpose();
  const Matrix3 G = a.pose().rotation() * C * F;  // columns: A's axes as the points feel them
  const auto span = [&](const std::vector<Pose>& poses) -> Vector3 {
    return pose_of(poses, bushing.body_b).to_world(bushing.frame_b.position) -
           pose_of(poses, bushing.body_a).to_world(bushing.frame_a.position);
  };
  const Vector3 mean_span = a.pose().orientation.conjugate() * (0.5 * (span(motion.start) + span(motion.end)));
  load.on_b.topLeftCorner<3, 3>() = G;
  load.on_b.bottomLeftCorner<3, 3>() = skew(b.lever(bushing.frame_b.position)) * b.pose().rotation().transpose() * G;
  load.on_a.topLeftCorner<3, 3>() = -G;
  load.on_a.bottomLeftCorner<3, 3>() =
      -skew(a.lever(bushing.frame_a.position)) * a.pose().rotation().transpose() * G - skew(a.lever(mean_span)) * F;
}

/// The part of the turn: rows of 2 Δvec(q)/h.
void add_turn(const Bushing& bushing, const StepMotion& motion, const Mover& a, const Mover& b, const Quaternion& q,
              BushingLoad& load) {
  const auto quarter = [&](const Mover& mover) { return 0.25 * motion.step * mean_spin(motion, mover).norm(); };
  const auto sine_ratio = [](double x) { return x < 1e-4 ? 1 - x * x / 6 : std::sin(x) / x; };
  const double x_a = quarter(a), x_b = quarter(b);
  const Matrix3 w = q.w() * Matrix3::Identity(), v = skew(q.vec());
  load.on_b.bottomRightCorner<3, 3>() = std::cos(x_a) * sine_ratio(x_b) * bushing.frame_b.rotation() * (w - v);
  load.on_a.bottomRightCorner<3, 3>() = -std::cos(x_b) * sine_ratio(x_a) * bushing.frame_a.rotation() * (w + v);
}

}  // namespace

Vector6 bushing_coordinates(const Bushing& bushing, const std::vector<Pose>& poses) {
  return coordinates_near(bushing, poses, Quaternion::Identity());
}

double bushing_energy(const Bushing& bushing, const std::vector<Pose>& poses) {
  const Vector6 x = bushing_coordinates(bushing, poses);
  return 0.5 * x.dot(six(bushing.stiffness, bushing.turn_stiffness).cwiseProduct(x));
}

BushingLoad bushing_load(const Bushing& bushing, const StepMotion& motion, const std::vector<int>& places) {
  const Mover a(motion, places, bushing.body_a), b(motion, places, bushing.body_b);
  BushingLoad load;
  load.on_a.setZero();
  load.on_b.setZero();
  add_place(bushing, motion, a, b, load);
  const Quaternion q = relative_turn(bushing, motion.middle);
  add_turn(bushing, motion, a, b, q, load);
  const Vector6 start = coordinates_near(bushing, motion.start, q), end = coordinates_near(bushing, motion.end, q);
  const Vector6 damping = six(bushing.damping, bushing.turn_damping).cwiseProduct(end - start) / motion.step;
  load.load = six(bushing.stiffness, bushing.turn_stiffness).cwiseProduct(0.5 * (start + end)) + damping;
  load.damped = damping.dot(end - start);
  return load;
}

}  // namespace signorini
