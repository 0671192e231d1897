#pragma once

#include "signorini/dynamics/step_motion.h"
#include "signorini/math/rotation.h"

namespace signorini {

/// From A's end to B's, along the world's axes, m.
Vector3 span(const Spring& spring, const std::vector<Pose>& poses);

/// The angle of a torsion spring beyond its rest, the equivalent in [-π, π], and its gradients along the bodies' axes.
Twist turn_beyond_rest(const TorsionSpring& spring, const std::vector<Pose>& poses);

/// What a spring does over a step. With the mean length between both ends of the step, and along the mean of the spans,
/// its work is the change of its energy, to the last digit (Gonzalez 1996):
///
///     T = (U(l⁺) - U(l)) / (l⁺ - l) + c (l⁺ - l)/h,   along (d + d⁺)/(l + l⁺)
///
/// with U the energy of its law; for a linear one the first part is k ((l + l⁺)/2 - l₀).
struct Pull {
  Vector3 direction;  ///< at most a unit, from A's end to B's; 0 where the ends meet
  double length;      ///< mean, m
  double tension;     ///< N
  double elastic;     ///< of that without the damper, N
  double stiffness;   ///< twice the slope of `elastic` over l⁺: the law's own where it is linear, N/m
  double damped;      ///< energy taken by the damper in the step, J
};
Pull pull(const Spring& spring, const StepMotion& motion);

/// The same for a torsion spring, about its axis in the middle of the step.
struct Turn {
  Vector3 on_a, on_b;  ///< gradients of the angle along the bodies' axes
  double torque;       ///< that turns B back, N m
  double damped;       ///< J
};
Turn turn(const TorsionSpring& spring, const StepMotion& motion);

}  // namespace signorini
