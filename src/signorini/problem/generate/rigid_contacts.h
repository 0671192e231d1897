#pragma once

#include <span>

#include "signorini/problem/contact_problem.h"

namespace signorini::generator {

/// A body whose principal axes are the world axes.
struct RigidBody {
  Vector3 position;          ///< centre of mass, m
  Vector3 velocity;          ///< of the centre of mass at the start of the step, m/s
  Vector3 angular_velocity;  ///< at the start of the step, rad/s
  double mass;               ///< kg
  Vector3 inertia;           ///< principal moments, kg m²
};

/// Stands for A in contacts of a body with the floor or a wall, which do not move.
inline constexpr int fixed = -1;

/// A point where body `a` (or `fixed`) meets body `b` > `a`.
struct RigidContact {
  int a;
  int b;
  Vector3 point;   ///< midway across the gap, m
  Vector3 normal;  ///< unit, out of a into b
  double gap;      ///< distance along the normal, negative when penetrating, m
};

/// What the bodies go through in the step.
struct TimeStep {
  double step;            ///< h, s
  double friction;        ///< μ of every contact
  double recovery_speed;  ///< bound on the speed that undoes penetration, m/s
  Law law;
};

/// Standard gravity along -z, m/s².
inline constexpr double gravity = 9.81;

/// The contact problem of the step: M = diag(m, m, m, J₁, J₂, J₃) body by body, f = M v_old + h · weight, and for each
/// contact the columns of H along (n, t1, t2).
ContactProblem assemble(std::span<const RigidBody> bodies, std::span<const RigidContact> contacts,
                        const TimeStep& time_step);

}  // namespace signorini::generator
