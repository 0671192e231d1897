#pragma once

#include <string>

#include "signorini/base/stopwatch.h"
#include "signorini/solver/report.h"

namespace signorini::cli {

/// Shows how a solve is getting on, on standard error: one line that rewrites itself on a terminal, a plain line every
/// few seconds otherwise.
class Progress {
 public:
  explicit Progress(bool quiet);
  void show(const std::string& solver, const HistoryEntry& entry);
  /// Clears the live line.
  void finish();

 private:
  bool quiet_, terminal_, line_open_ = false;
  double best_, last_ = 0;
  Stopwatch clock_;
};

}  // namespace signorini::cli
