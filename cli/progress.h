#pragma once

#include <limits>
#include <string>

#include "live_line.h"
#include "signorini/solver/report.h"

namespace signorini::cli {

/// Shows how a solve is getting on.
class Progress {
 public:
  explicit Progress(bool quiet) : line_(quiet) {}
  void show(const std::string& solver, const HistoryEntry& entry);
  void finish() { line_.finish(); }

 private:
  LiveLine line_;
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace signorini::cli
