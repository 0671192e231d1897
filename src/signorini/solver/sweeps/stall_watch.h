#pragma once

#include <algorithm>
#include <cmath>

namespace signorini {

/// Notices when a residual has stopped falling: its smallest value over a window of iterations is at least `progress`
/// times that over the window before. Whoever asks changes its step then, and goes on: this never ends a solve.
class StallWatch {
 public:
  explicit StallWatch(int window = 2000) : window_(window) {}
  /// True once at the end of each window without progress.
  bool stalled(double residual) {
    smallest_ = std::min(smallest_, residual);
    if (++count_ % window_ != 0) return false;
    const bool result = smallest_ >= progress * previous_;
    previous_ = smallest_;
    smallest_ = INFINITY;
    return result;
  }

 private:
  static constexpr double progress = 0.98;
  double smallest_ = INFINITY, previous_ = INFINITY;
  int window_, count_ = 0;
};

}  // namespace signorini
