#include "signorini/dynamics/forces.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "signorini/math/rotation.h"

namespace signorini {
namespace {

/// Largest angle of one application of the midpoint rule, rad: well inside the range where Newton's method converges.
constexpr double largest_turn = 0.5;
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

/// A moving body in the state: its velocities and the forces on it. The world and fixed bodies have neither.
class Mover {
 public:
  Mover(const State& state, const std::vector<int>& places, int body)
      : place_(body < 0 ? -1 : places[body]), pose_(body < 0 ? Pose() : state.poses[body]) {
    if (place_ < 0) return;
    linear_ = state.v.segment<3>(place_);
    angular_ = state.v.segment<3>(place_ + 3);
  }

  const Pose& pose() const { return pose_; }
  const Vector3& linear() const { return linear_; }
  /// Along the body's axes.
  const Vector3& angular() const { return angular_; }
  Vector3 point(const Vector3& local) const { return pose_.to_world(local); }
  Vector3 velocity_of_point(const Vector3& local) const { return linear_ + pose_.orientation * angular_.cross(local); }

  /// `force` along the world's axes, on a point of the body.
  void push(const Vector3& force, const Vector3& local, Vector& f) const {
    if (place_ < 0) return;
    f.segment<3>(place_) += force;
    f.segment<3>(place_ + 3) += local.cross(pose_.orientation.conjugate() * force);
  }
  /// `torque` along the body's axes.
  void turn(const Vector3& torque, Vector& f) const {
    if (place_ >= 0) f.segment<3>(place_ + 3) += torque;
  }

 private:
  int place_;  ///< in v, -1: none
  Pose pose_;
  Vector3 linear_ = Vector3::Zero(), angular_ = Vector3::Zero();
};

/// Calls visit(body, mover) for each moving body.
template <class Visit>
void for_each_moving(const Model& model, const State& state, Visit visit) {
  const std::vector<int> places = velocity_places(model);
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (places[i] >= 0) visit(model.bodies[i], Mover(state, places, static_cast<int>(i)));
}

/// A spring where its ends are now.
struct Stretch {
  Vector3 direction;  ///< unit, from A's end to B's; 0 where the ends meet
  double beyond_rest, rate;
};
Stretch stretch(const Spring& spring, const Mover& a, const Mover& b) {
  const Vector3 apart = b.point(spring.point_b) - a.point(spring.point_a);
  const double length = apart.norm();
  const Vector3 direction = length > 0 ? Vector3(apart / length) : Vector3::Zero();
  const Vector3 velocity = b.velocity_of_point(spring.point_b) - a.velocity_of_point(spring.point_a);
  return {direction, length - spring.length, direction.dot(velocity)};
}

/// The angle of a torsion spring beyond its rest, the equivalent in [-π, π], and its gradients along the bodies' axes.
Twist turn_beyond_rest(const TorsionSpring& spring, const Mover& a, const Mover& b) {
  Twist about = twist(a.pose().orientation.conjugate() * b.pose().orientation, spring.axis);
  about.angle = nearest_equivalent(about.angle - spring.angle, 0);
  return about;
}

void add_spring(const Spring& spring, const Mover& a, const Mover& b, Vector& f) {
  const auto [direction, beyond_rest, rate] = stretch(spring, a, b);
  const Vector3 tension = (spring.stiffness * beyond_rest + spring.damping * rate) * direction;
  a.push(tension, spring.point_a, f);
  b.push(-tension, spring.point_b, f);
}

void add_torsion_spring(const TorsionSpring& spring, const Mover& a, const Mover& b, Vector& f) {
  const auto [angle, on_a, on_b] = turn_beyond_rest(spring, a, b);
  const double rate = on_a.dot(a.angular()) + on_b.dot(b.angular());
  const double torque = -(spring.stiffness * angle + spring.damping * rate);
  a.turn(torque * on_a, f);
  b.turn(torque * on_b, f);
}

}  // namespace

Vector3 gyroscopic_torque(const Matrix3& inertia, const Vector3& angular_velocity, double step) {
  const Vector3 momentum = inertia * angular_velocity, torque = -angular_velocity.cross(momentum);
  const bool steady = torque.norm() <= rounding * angular_velocity.norm() * momentum.norm();
  if (steady || step == 0) return torque;
  const double pieces = std::clamp(std::ceil(step * angular_velocity.norm() / largest_turn), 1.0, most_pieces);
  Vector3 end = angular_velocity;
  for (int i = 0; i < pieces; ++i) end = midpoint_rule(inertia, end, step / pieces);
  return inertia * (end - angular_velocity) / step;
}

void add_applied_forces(const Model& model, const State& state, std::span<const AppliedForce> forces, Vector& f) {
  const std::vector<int> places = velocity_places(model);
  for (const AppliedForce& applied : forces) {
    const Mover mover(state, places, applied.body);
    mover.push(applied.force, applied.point, f);
    mover.turn(mover.pose().orientation.conjugate() * applied.torque, f);
  }
}

void add_forces(const Model& model, const State& state, double step, Vector& f) {
  for_each_moving(model, state, [&](const Body& body, const Mover& mover) {
    mover.push(body.mass * model.gravity, Vector3::Zero(), f);
    mover.turn(gyroscopic_torque(body.inertia, mover.angular(), step), f);
  });
  add_applied_forces(model, state, model.forces, f);
  const std::vector<int> places = velocity_places(model);
  for (const Spring& spring : model.springs)
    add_spring(spring, Mover(state, places, spring.body_a), Mover(state, places, spring.body_b), f);
  for (const TorsionSpring& spring : model.torsion_springs)
    add_torsion_spring(spring, Mover(state, places, spring.body_a), Mover(state, places, spring.body_b), f);
}

double kinetic_energy(const Model& model, const State& state) {
  double sum = 0;
  for_each_moving(model, state, [&](const Body& body, const Mover& mover) {
    sum += 0.5 * body.mass * mover.linear().squaredNorm() + 0.5 * mover.angular().dot(body.inertia * mover.angular());
  });
  return sum;
}

double gravity_energy(const Model& model, const State& state) {
  double sum = 0;
  for_each_moving(model, state, [&](const Body& body, const Mover& mover) {
    sum -= body.mass * model.gravity.dot(mover.pose().position);
  });
  return sum;
}

double elastic_energy(const Model& model, const State& state) {
  const std::vector<int> places = velocity_places(model);
  double sum = 0;
  for (const Spring& spring : model.springs) {
    const Mover a(state, places, spring.body_a), b(state, places, spring.body_b);
    const double length = stretch(spring, a, b).beyond_rest;
    sum += 0.5 * spring.stiffness * length * length;
  }
  for (const TorsionSpring& spring : model.torsion_springs) {
    const Mover a(state, places, spring.body_a), b(state, places, spring.body_b);
    const double angle = turn_beyond_rest(spring, a, b).angle;
    sum += 0.5 * spring.stiffness * angle * angle;
  }
  return sum;
}

Vector3 linear_momentum(const Model& model, const State& state) {
  Vector3 sum = Vector3::Zero();
  for_each_moving(model, state, [&](const Body& body, const Mover& mover) { sum += body.mass * mover.linear(); });
  return sum;
}

Vector3 angular_momentum(const Model& model, const State& state) {
  Vector3 sum = Vector3::Zero();
  for_each_moving(model, state, [&](const Body& body, const Mover& mover) {
    sum += mover.pose().position.cross(body.mass * mover.linear()) +
           mover.pose().orientation * (body.inertia * mover.angular());
  });
  return sum;
}

}  // namespace signorini
