#pragma once

#include <string>

#include "signorini/base/stopwatch.h"

namespace signorini::cli {

/// "12 s" or "3:07 min".
std::string duration_text(double seconds);

/// A line about work in progress, on standard error: one that rewrites itself on a terminal, a plain one every few
/// seconds otherwise.
class LiveLine {
 public:
  explicit LiveLine(bool quiet);
  /// Whether enough time has passed to show another.
  bool due();
  void show(const std::string& line);
  /// Clears the live line.
  void finish();

 private:
  bool quiet_, terminal_, open_ = false;
  double shown_ = 0;
  Stopwatch clock_;
};

}  // namespace signorini::cli
