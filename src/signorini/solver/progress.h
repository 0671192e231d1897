#pragma once

#include <algorithm>
#include <cmath>

namespace signorini {

/// The one rule by which methods stall. A measure makes progress when it falls below `share` of its least so far; the
/// method has stalled when idle() reaches its patience and nothing is left to try.
class Progress {
 public:
  explicit Progress(double share = 1) : share_(share) {}

  /// Whether the measure makes progress.
  bool add(double measure) {
    const bool made = measure < share_ * least_;
    idle_ = made ? 0 : idle_ + 1;
    least_ = std::min(least_, measure);
    return made;
  }
  /// Measures since the last progress.
  int idle() const { return idle_; }
  double least() const { return least_; }
  /// Another way is tried: the measures so far say nothing about it.
  void forgive() { idle_ = 0; }

 private:
  double share_, least_ = INFINITY;
  int idle_ = 0;
};

}  // namespace signorini
