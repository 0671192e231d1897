#pragma once

#include <cstring>

#include "signorini/math/pose.h"

namespace signorini {

/// Zeros of different sign are different: what is printed of them is, too.
template <class Numbers>
bool same_bits(const Numbers& a, const Numbers& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0);
}

inline bool same_bits(const Pose& a, const Pose& b) {
  return same_bits(a.position, b.position) && same_bits(a.orientation.coeffs(), b.orientation.coeffs());
}

}  // namespace signorini
