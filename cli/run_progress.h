#pragma once

#include <cstdint>

#include "live_line.h"
#include "signorini/base/stopwatch.h"
#include "signorini/dynamics/step_record.h"

namespace signorini::cli {

/// Shows how a simulation is getting on, on standard error: a bar that rewrites itself on a terminal, a plain line
/// every few seconds otherwise.
class RunProgress {
 public:
  RunProgress(bool quiet, std::int64_t first_step, std::int64_t last_step);
  void show(const StepRecord& record);
  void finish() { line_.finish(); }

 private:
  LiveLine line_;
  std::int64_t first_, last_;
  double worst_ = 0;
  Stopwatch clock_;
};

}  // namespace signorini::cli
