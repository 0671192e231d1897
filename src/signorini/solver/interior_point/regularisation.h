#pragma once

#include <algorithm>

namespace signorini::interior_point {

/// The proximal term δ added to W². It starts at the smallest that stands up to rounding, grows when refinement cannot
/// undo it, shrinks when that is easy. A fixed 1e-10 breaks stacks of odd masses, 0 stops at 1e-9. Where masses differ
/// by more than double precision holds, W² itself starts below that, and δ further below.
class Regularisation {
 public:
  /// `smallest_scaling`: the smallest eigenvalue of W² at the start.
  explicit Regularisation(double smallest_scaling = 1) : smallest_(std::min(1e-16, 1e-4 * smallest_scaling)) {}
  double value() const { return delta_; }
  void reset() { delta_ = smallest_; }
  void after_solve(double residual) {
    delta_ = residual > poor_residual ? std::min(100 * delta_, largest) : std::max(0.1 * delta_, smallest_);
  }
  /// After a factorisation that broke down; false when there is no more to try.
  bool raise() {
    delta_ = std::max(100 * delta_, 1e-14);
    return delta_ <= 1e-6;
  }

 private:
  static constexpr double largest = 1e-10, poor_residual = 1e-7;
  double smallest_, delta_ = smallest_;
};

}  // namespace signorini::interior_point
