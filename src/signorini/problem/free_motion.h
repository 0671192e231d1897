#pragma once

#include "signorini/problem/contact_problem.h"

namespace signorini {

/// The motion if no impulse acted.
struct FreeMotion {
  Vector v;  ///< M⁻¹ f; empty in local form
  Vector q;  ///< the relative velocities Hᵀ M⁻¹ f + w

  explicit FreeMotion(const ContactProblem& problem);
  /// With M⁻¹ f at hand; global form.
  FreeMotion(const ContactProblem& problem, Vector free_v);
};

/// The diagonal of W = Hᵀ M⁻¹ H, row by row, with M's diagonal only: good enough for scaling. Without compliance.
Vector delassus_diagonal(const ContactProblem& problem);

}  // namespace signorini
