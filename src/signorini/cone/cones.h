#pragma once

#include "signorini/base/export.h"
#include "signorini/math/types.h"

namespace SIGNORINI_PUBLIC signorini {

/// The product of cones K that the impulses r live in, row block by row block and always in this order: free rows
/// (joints), positive rows (frictionless contact, joint limits), friction cones. Storing counts instead of a list of
/// kinds keeps every kind contiguous, which is what both the sweeps and the KKT methods want.
struct Cones {
  /// Bilateral rows: u = 0, r unrestricted.
  int free = 0;
  /// Unilateral frictionless rows: 0 ≤ u ⟂ r ≥ 0.
  int positive = 0;
  /// Rows of each friction cone: 3, or 2 in plane problems.
  int dimension = 3;
  /// Friction coefficient of each friction cone, dimensionless, ≥ 0: |r_T| ≤ μ r_N.
  Vector mu;

  int friction() const { return static_cast<int>(mu.size()); }
  /// Unilateral contacts of either kind.
  int contacts() const { return positive + friction(); }
  int rows() const { return free + positive + dimension * friction(); }
  int first_positive() const { return free; }
  int first_friction() const { return free + positive; }
  /// The first row (the normal one) of friction cone i.
  int friction_row(int i) const { return free + positive + dimension * i; }
};

}  // namespace signorini
