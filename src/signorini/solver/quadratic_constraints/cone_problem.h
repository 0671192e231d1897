#pragma once

#include <vector>

#include "signorini/math/types.h"

namespace signorini::quadratic_constraints {

/// g(x) ≥ 0 with g = x_h² - |x_t|², x_t being `width` entries from `tail` on; with width 0, g = x_h. A second-order
/// cone is one of each with the same head.
struct Constraint {
  int head, tail = 0, width = 0;

  double value(const Vector& x) const {
    return width == 0 ? x[head] : x[head] * x[head] - x.segment(tail, width).squaredNorm();
  }
  /// y += factor ∇g(x).
  void add_gradient(const Vector& x, double factor, Vector& y) const {
    if (width == 0) {
      y[head] += factor;
    } else {
      y[head] += 2 * factor * x[head];
      y.segment(tail, width) -= 2 * factor * x.segment(tail, width);
    }
  }
};

/// Find x and λ with
///
///     K x + k - Σ λ_j ∇g_j(x) = 0,   0 ≤ λ_j ⟂ g_j(x) ≥ 0:
///
/// the KKT conditions (2.1) and (2.11) of the friction thesis. K need not be symmetric. The constraints with curvature
/// come first.
struct ConeProblem {
  SparseMatrix K;
  Vector k;
  std::vector<Constraint> constraints;
  int curved = 0;
  /// The first so many of x are what a regularisation acts on.
  int regularised = 0;
  int size() const { return static_cast<int>(k.size()); }
  int count() const { return static_cast<int>(constraints.size()); }
};

}  // namespace signorini::quadratic_constraints
