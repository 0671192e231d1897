#pragma once

#include "signorini/math/types.h"

namespace signorini::interior_point {

/// Δv, Δr and ρ = W Δr.
struct NewtonStep {
  Vector v, r, rho;
  NewtonStep& operator+=(const NewtonStep& other) {
    v += other.v;
    r += other.r;
    rho += other.rho;
    return *this;
  }
};

}  // namespace signorini::interior_point
