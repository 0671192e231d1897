#include "progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace signorini::cli {
namespace {

constexpr double seconds_between_redraws = 0.1;
constexpr double seconds_between_log_lines = 5;

}  // namespace

Progress::Progress(bool quiet) : quiet_(quiet), terminal_(isatty(fileno(stderr)) != 0), best_(INFINITY) {}

void Progress::show(const std::string& solver, const HistoryEntry& entry) {
  best_ = std::min(best_, entry.certificate.value());
  if (quiet_ || clock_.seconds() - last_ < (terminal_ ? seconds_between_redraws : seconds_between_log_lines)) return;
  last_ = clock_.seconds();
  const std::string line = fmt::format("{}: iteration {}, certificate {:.2e} (best {:.2e}), {:.1f} s", solver,
                                       entry.iteration, entry.certificate.value(), best_, entry.seconds);
  if (terminal_) {
    fmt::print(stderr, "\r{}\033[K", line);
    std::fflush(stderr);
    line_open_ = true;
  } else {
    fmt::print(stderr, "{}\n", line);
  }
}

void Progress::finish() {
  if (line_open_) fmt::print(stderr, "\r\033[K");
  line_open_ = false;
}

}  // namespace signorini::cli
