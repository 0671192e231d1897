#pragma once

#include "signorini/problem/delassus.h"
#include "signorini/solver/monitor.h"

namespace signorini {

/// What the sweeping methods move: impulses r and the state x that goes with them (see Delassus).
struct SweepState {
  const Delassus& delassus;
  Vector r, x;

  SweepState(const Delassus& operator_, Vector guess) : delassus(operator_), r(std::move(guess)) {}

  /// Has r judged. x is computed afresh, so that rounding does not build up in it.
  void judge(Monitor& monitor) {
    delassus.state(r, x);
    monitor.check({delassus.velocities(x), r, {}});
  }
};

}  // namespace signorini
