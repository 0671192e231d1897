#include "run_progress.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace signorini::cli {
namespace {

constexpr double seconds_between_redraws = 0.1;
constexpr double seconds_between_log_lines = 5;
constexpr int bar_width = 20;

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  return whole < 60 ? fmt::format("{} s", whole) : fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

}  // namespace

RunProgress::RunProgress(bool quiet, std::int64_t first_step, std::int64_t last_step)
    : quiet_(quiet), terminal_(isatty(fileno(stderr)) != 0), first_(first_step), last_(last_step) {}

void RunProgress::show(const StepRecord& record) {
  worst_ = std::max(worst_, record.certificate.value());
  const double now = clock_.seconds();
  if (quiet_ || now - shown_ < (terminal_ ? seconds_between_redraws : seconds_between_log_lines)) return;
  shown_ = now;
  const double done = static_cast<double>(record.step - first_), total = static_cast<double>(last_ - first_);
  const int filled = static_cast<int>(bar_width * done / total);
  const std::string line = fmt::format(
      "[{:#<{}}{:.<{}}] step {} of {}, {:.1f} steps/s, {} contacts, {} iterations, worst certificate {:.1e}, {} left",
      "", filled, "", bar_width - filled, record.step, last_, done / now, record.contacts.size(), record.iterations,
      worst_, duration_text(now / done * (total - done)));
  if (terminal_) {
    fmt::print(stderr, "\r{}\033[K", line);
    std::fflush(stderr);
    line_open_ = true;
  } else {
    fmt::print(stderr, "{}\n", line);
  }
}

void RunProgress::finish() {
  if (line_open_) fmt::print(stderr, "\r\033[K");
  line_open_ = false;
}

}  // namespace signorini::cli
