#pragma once

#include <functional>

#include "signorini/base/export.h"
#include "signorini/solver/report.h"

namespace SIGNORINI_PUBLIC signorini {

/// When to stop: Status states each reason as an inequality. Whatever the reason, the best answer found is returned.
struct StopRule {
  /// Certificate to reach, dimensionless, > 0.
  double tolerance = 1e-8;
  /// 0: the solver's own default.
  int max_iterations = 0;
  /// Seconds; 0: none.
  double time_limit = 0;
  /// Called whenever the certificate is computed. Never called from another thread.
  std::function<void(const HistoryEntry&)> observer = {};
  /// Asked once an iteration; true ends the solve with status `interrupted`.
  std::function<bool()> cancelled = {};
  /// A guess is the answer as it stands when its certificate is at most this share of the tolerance, (0, 1].
  double guess_share = 1;
  /// Whether the guess leaves less than there is motion. Else the bodies are about to rest, and a method may take an
  /// answer down to rounding, which serves the problems of all steps to come.
  bool moving = false;
};

}  // namespace signorini
