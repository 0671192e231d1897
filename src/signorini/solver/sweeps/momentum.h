#pragma once

#include <cmath>

#include "signorini/math/types.h"

namespace signorini {

/// Nesterov's extrapolation for a fixed-point sweep T on impulses r, with the state x (linear in r) carried along: the
/// next sweep starts at y = r + β (r - r_previous), β = (t-1)/t_next, t_next = (1 + √(1 + 4t²))/2. Two safeguards keep
/// it from running away, as it does on packings and stacks without them: t starts over when the step turns against the
/// residual (O'Donoghue and Candès' gradient test), and an extrapolated sweep whose residual ‖T(y) - y‖ is larger than
/// the last accepted one is thrown away.
class Momentum {
 public:
  /// `weights`: the metric of the residual, one positive number a row; the Delassus diagonal makes rows of light and
  /// heavy bodies comparable.
  Momentum(Vector weights, const Vector& r, const Vector& x)
      : weights_(std::move(weights)), start_(r), r_previous_(r), x_previous_(x) {}

  /// Takes the result of a sweep and replaces it by the point from which the next one starts.
  void extrapolate(Vector& r, Vector& x);
  /// ‖T(y) - y‖² of the last sweep, in the metric of the weights.
  double residual() const { return residual_; }

 private:
  Vector weights_, start_, r_previous_, x_previous_;
  double t_ = 1, residual_ = INFINITY, accepted_residual_ = INFINITY;
};

}  // namespace signorini
