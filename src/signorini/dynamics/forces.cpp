#include "signorini/dynamics/forces.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "signorini/dynamics/bushings.h"
#include "signorini/dynamics/mover.h"
#include "signorini/dynamics/springs.h"
#include "signorini/math/rotation.h"

namespace signorini {
namespace {

constexpr double most_pieces = 1000;
constexpr int most_newton_steps = 10;
/// A change of the angular velocity smaller than this share of it is rounding.
constexpr double rounding = 4e-16;

/// The angular velocity after `step` by the implicit midpoint rule; unchanged, which keeps energy and momentum too,
/// should Newton's method fail.
Vector3 midpoint_rule(const Matrix3& J, const Vector3& start, double step) {
  Vector3 end = start;
  for (int i = 0; i < most_newton_steps; ++i) {
    const Vector3 middle = 0.5 * (start + end), momentum = J * middle;
    const Vector3 residual = J * (end - start) + step * middle.cross(momentum);
    const Matrix3 slope = J + 0.5 * step * (skew(middle) * J - skew(momentum));
    const Vector3 change = slope.inverse() * residual;
    end -= change;
    if (change.norm() <= rounding * start.norm()) return end;
  }
  const bool converged = (end - start).allFinite() && end.norm() < 2 * start.norm();
  return converged ? end : start;
}

/// The mean over the step; N m along the body's axes.
Vector3 gyroscopic_torque(const Matrix3& J, const Vector3& start, const Vector3& mean, double step) {
  if (step * start.norm() > largest_turn) return J * (spun(J, start, step) - start) / step;
  const Vector3 momentum = J * mean, torque = -mean.cross(momentum);
  const bool steady = torque.norm() <= rounding * mean.norm() * momentum.norm();
  return steady ? Vector3(Vector3::Zero()) : torque;
}

}  // namespace

Vector3 spun(const Matrix3& inertia, const Vector3& angular_velocity, double step) {
  const Vector3 momentum = inertia * angular_velocity;
  const bool steady = angular_velocity.cross(momentum).norm() <= rounding * angular_velocity.norm() * momentum.norm();
  if (steady) return angular_velocity;
  const double pieces = std::clamp(std::ceil(step * angular_velocity.norm() / largest_turn), 1.0, most_pieces);
  Vector3 end = angular_velocity;
  for (int i = 0; i < pieces; ++i) end = midpoint_rule(inertia, end, step / pieces);
  return end;
}

Vector free_spin(const Model& model, const State& state, double step) {
  const std::vector<int> places = velocity_places(model);
  Vector v = state.v;
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k] >= 0)
      v.segment<3>(places[k] + 3) = spun(model.bodies[k].inertia, state.v.segment<3>(places[k] + 3), step);
  return v;
}

void add_applied_forces(const Model& model, const StepMotion& motion, std::span<const AppliedForce> forces, Vector& f) {
  if (forces.empty()) return;
  const std::vector<int> places = velocity_places(model);
  for (const AppliedForce& applied : forces) {
    const Mover mover(motion, places, applied.body);
    mover.push(applied.force, applied.point, f);
    mover.turn(mover.pose().orientation.conjugate() * applied.torque, f);
  }
}

void add_forces(const Model& model, const StepMotion& motion, Vector& f) {
  const std::vector<int> places = velocity_places(model);
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] < 0) continue;
    const Body& body = model.bodies[k];
    f.segment<3>(places[k]) += body.mass * model.gravity;
    f.segment<3>(places[k] + 3) += gyroscopic_torque(body.inertia, motion.v_start.segment<3>(places[k] + 3),
                                                     motion.mean.segment<3>(places[k] + 3), motion.step);
  }
  add_applied_forces(model, motion, model.forces, f);
  for (const Spring& spring : model.springs) {
    const Pull pulling = pull(spring, motion);
    const Vector3 force = pulling.tension * pulling.direction;
    Mover(motion, places, spring.body_a).push(force, spring.point_a, f);
    Mover(motion, places, spring.body_b).push(-force, spring.point_b, f);
  }
  for (const TorsionSpring& spring : model.torsion_springs) {
    const Turn turning = turn(spring, motion);
    Mover(motion, places, spring.body_a).turn(-turning.torque * turning.on_a, f);
    Mover(motion, places, spring.body_b).turn(-turning.torque * turning.on_b, f);
  }
  for (const Bushing& bushing : model.bushings) {
    const BushingLoad held = bushing_load(bushing, motion, places);
    const auto hold = [&](int body, const auto& gradients) {
      if (body >= 0 && places[body] >= 0) f.segment<6>(places[body]) -= gradients * held.load;
    };
    hold(bushing.body_a, held.on_a);
    hold(bushing.body_b, held.on_b);
  }
}

}  // namespace signorini
