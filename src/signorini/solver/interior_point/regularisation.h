#pragma once

#include <algorithm>

namespace signorini::interior_point {

/// The proximal term δ added to W². It starts at the smallest that stands up to rounding, grows when refinement cannot
/// undo it, shrinks when that is easy. A fixed 1e-10 breaks stacks of odd masses, 0 stops at 1e-9.
class Regularisation {
 public:
  double value() const { return delta_; }
  void reset() { delta_ = smallest; }
  void after_solve(double residual) {
    delta_ = residual > poor_residual ? std::min(100 * delta_, largest) : std::max(0.1 * delta_, smallest);
  }
  /// After a factorisation that broke down; false when there is no more to try.
  bool raise() {
    delta_ = std::max(100 * delta_, 1e-14);
    return delta_ <= 1e-6;
  }

 private:
  static constexpr double smallest = 1e-16, largest = 1e-10, poor_residual = 1e-7;
  double delta_ = smallest;
};

}  // namespace signorini::interior_point
