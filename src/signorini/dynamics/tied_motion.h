#pragma once

#include <functional>

#include "signorini/dynamics/joint_equations.h"
#include "signorini/dynamics/motors.h"
#include "signorini/dynamics/step_motion.h"

namespace signorini {

/// The motion of a step in which rigid bodies are tied by joints and motors alone: what step_rows.h and assemble.h make
/// of it, solved for the velocities v at its end and the impulses r by Newton's method,
///
///     M (v - v_start) = h F(v) + H(q̄) r,   ∇Ψ(q⁺)·v + ∂Ψ/∂t(t⁺) + Ψ(q)/h = 0,
///
/// without a problem being made for each estimate. Where a step is such a one, this is what its repetitions lead to; it
/// serves as their first estimate, which they judge.
class TiedMotion {
 public:
  explicit TiedMotion(const Model& model) : equations_(model) {}

  struct Step {
    const Model& model;
    const State& start;
    const std::vector<int>& places;
    const MotorCourses& courses;
    double h;                                                ///< s
    const std::function<Vector(const StepMotion&)>& forces;  ///< means over the step
  };
  /// Improves v and the impulses, one for each row that the model can have or none; limits have no say. False, and both
  /// of no use, where it does not converge.
  bool find(const Step& step, Vector& v, std::vector<double>& impulses);

 private:
  /// False where there is no factor.
  bool linearise(const Step& step, const StepMotion& motion, const ConstraintRows& middle,
                 const std::vector<double>& impulses);
  /// change_v_ and change_r_ for what the equations miss, push_ and rate_.
  void solve(const Step& step, const ConstraintRows& middle, const ConstraintRows& end);

  JointEquations equations_;
  Vector push_, rate_, change_v_, change_r_, part_;
};

}  // namespace signorini
