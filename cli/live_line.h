#pragma once

#include <string>
#include <vector>

#include "signorini/base/stopwatch.h"

namespace signorini::cli {

/// "12 s" or "3:07 min".
std::string duration_text(double seconds);

/// As many of the parts, from the first on and separated by commas, as fit into so many columns; a first part that is
/// too long alone is cut. Letters beyond ASCII count as two columns, the most that they take.
std::string fitting_line(const std::vector<std::string>& parts, std::size_t columns);

/// A line about work in progress, on standard error: one that rewrites itself on a terminal and is never wider than
/// that, a plain one every few seconds otherwise.
class LiveLine {
 public:
  explicit LiveLine(bool quiet);
  /// Whether enough time has passed to show another.
  bool due();
  /// The parts of the line, the most important first.
  void show(const std::vector<std::string>& parts);
  /// Clears the live line.
  void finish();

 private:
  bool quiet_, terminal_, open_ = false;
  double shown_ = 0;
  Stopwatch clock_;
};

}  // namespace signorini::cli
