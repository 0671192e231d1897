#include "live_line.h"

#include <cstdint>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace signorini::cli {
namespace {

constexpr double seconds_between_redraws = 0.1;
constexpr double seconds_between_log_lines = 5;

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  return whole < 60 ? fmt::format("{} s", whole) : fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

LiveLine::LiveLine(bool quiet) : quiet_(quiet), terminal_(isatty(fileno(stderr)) != 0) {}

bool LiveLine::due() {
  if (quiet_ || clock_.seconds() - shown_ < (terminal_ ? seconds_between_redraws : seconds_between_log_lines))
    return false;
  shown_ = clock_.seconds();
  return true;
}

void LiveLine::show(const std::string& line) {
  if (terminal_) {
    fmt::print(stderr, "\r{}\033[K", line);
    std::fflush(stderr);
    open_ = true;
  } else {
    fmt::print(stderr, "{}\n", line);
  }
}

void LiveLine::finish() {
  if (open_) fmt::print(stderr, "\r\033[K");
  open_ = false;
}

}  // namespace signorini::cli
