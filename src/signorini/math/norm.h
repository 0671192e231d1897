#pragma once

#include <algorithm>
#include <cmath>

#include "signorini/math/types.h"

namespace signorini {

/// ‖x‖₂ that neither overflows nor underflows where the squares would.
inline double norm(const Eigen::Ref<const Vector>& x) {
  constexpr double smallest_square = 1e-280, largest_square = 1e300;
  const double square = x.squaredNorm();
  if (square > smallest_square && square < largest_square) return std::sqrt(square);
  const double largest = x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  if (!(largest > 0) || !std::isfinite(largest)) return largest;
  return largest * (x / largest).norm();
}

/// √(xᵀy) of vectors whose product cannot be negative but for rounding, with the same care.
inline double root_of_product(const Vector& x, const Vector& y) {
  const double x_size = norm(x), y_size = norm(y);
  if (!(x_size > 0) || !(y_size > 0)) return 0;
  const double cosine = (x / x_size).dot(y / y_size);
  return std::sqrt(std::max(0.0, cosine)) * std::sqrt(x_size) * std::sqrt(y_size);
}

}  // namespace signorini
