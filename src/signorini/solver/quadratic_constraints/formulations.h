#pragma once

#include "signorini/solver/quadratic_constraints/cone_problem.h"
#include "signorini/solver/scaled/scaled_problem.h"

namespace signorini::quadratic_constraints {

using interior_point::ScaledProblem;

/// A contact problem as a ConeProblem. Impulses and velocities are in the scaled unknowns over `unit`, a speed; body
/// velocities besides over the roots of their masses. Of x, `r` is where the impulses begin.
struct Formulation {
  ConeProblem problem;
  double unit = 1;
  int r = 0;

  Vector impulses(const Vector& x, const ScaledProblem& p) const { return unit * x.segment(r, p.rows()); }
};

/// (1.7): the convex problem with the sliding speeds s held fixed. x = r, in global form x = (v, r).
Formulation fixed_sliding(const ScaledProblem& p, double unit);
/// Puts sliding speeds of the scaled unknowns, one a cone, into (1.7).
void hold(const ScaledProblem& p, const Vector& s, Formulation& formulation);

/// (1.9): min r·u + Σ r₀ s over r in K, u₀ ≥ 0, s ≥ |u_T|, with the velocities u and the multipliers p of u = W r + q
/// as unknowns of their own: x = (r, u, s, p), in global form x = (r, u, s, p, v, M⁻¹ H p).
Formulation smooth_reformulation(const ScaledProblem& p, double unit);

}  // namespace signorini::quadratic_constraints
