#include "live_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output.h"
#include "signorini/base/short_line.h"

namespace signorini::cli {
namespace {

constexpr double seconds_between_redraws = 0.1;
constexpr double seconds_between_log_lines = 5;
constexpr std::size_t usual_columns = 80;
/// Of a line that is not live, bytes.
constexpr std::size_t longest_log_line = 480;
/// Even where a terminal says it is narrower.
constexpr std::size_t fewest_columns = 4;

/// Asked before every line: a window that changes its size is followed without a word from it.
std::size_t terminal_columns() {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return std::max(fewest_columns, known ? std::size_t{size.ws_col} : usual_columns);
}

/// Whether it can rewrite a line.
bool is_live_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && (kind == nullptr || std::string_view(kind) != "dumb");
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }  // in UTF-8

/// How many bytes of the text fit into so many columns.
std::size_t fitting_bytes(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (!begins_character(text[k])) continue;
    used += static_cast<unsigned char>(text[k]) < 0x80U ? 1 : 2;
    if (used > columns) return k;
  }
  return text.size();
}

}  // namespace

std::string duration_text(double seconds) {
  if (!(seconds < static_cast<double>(std::numeric_limits<std::int64_t>::max()))) return "forever";
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  return whole < 60 ? fmt::format("{} s", whole) : fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

std::string fitting_line(const std::vector<std::string>& parts, std::size_t columns) {
  std::string line;
  for (const std::string& part : parts) {
    const std::string longer = line.empty() ? part : line + ", " + part;
    const std::size_t fits = fitting_bytes(longer, columns);
    if (fits < longer.size()) return line.empty() ? longer.substr(0, fits) : line;
    line = longer;
  }
  return line;
}

LiveLine::LiveLine(bool quiet) : quiet_(quiet), terminal_(is_live_terminal()) {}

bool LiveLine::due() {
  if (quiet_ || clock_.seconds() - shown_ < (terminal_ ? seconds_between_redraws : seconds_between_log_lines))
    return false;
  shown_ = clock_.seconds();
  return true;
}

void LiveLine::show(const std::vector<std::string>& parts) {
  if (!terminal_)
    return print_error_text(one_short_line(fmt::format("{}", fmt::join(parts, ", ")), longest_log_line) + "\n");
  std::vector<std::string> clean;  // of what file names may hold
  for (const std::string& part : parts) clean.push_back(one_short_line(part, longest_log_line));
  // The last column stays free: terminals differ in what they do once it is taken.
  print_error_text(fmt::format("\r{}\033[K", fitting_line(clean, terminal_columns() - 1)));
  open_ = true;
}

void LiveLine::finish() {
  if (open_) print_error_text("\r\033[K");
  open_ = false;
}

}  // namespace signorini::cli
