#pragma once

#include <algorithm>
#include <cmath>

#include "signorini/base/stopwatch.h"

namespace signorini::bench {

/// The shortest of several runs, seconds: on a shared machine the minimum is the least disturbed one.
template <typename F>
double fastest(int runs, F&& run) {
  double best = INFINITY;
  for (int k = 0; k < runs; ++k) {
    const Stopwatch clock;
    run();
    best = std::min(best, clock.seconds());
  }
  return best;
}

}  // namespace signorini::bench
