#include "output.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>

namespace signorini::cli {
namespace {

/// Of a message: a few lines of a terminal.
constexpr std::size_t longest_message = 480;

/// Why the first write to standard output failed; 0: none did.
int first_failure = 0;

bool inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }  // of UTF-8

}  // namespace

void guard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Opened the wrong way round: reading or writing fails as it does on a closed stream. The lowest number is free.
    [[maybe_unused]] const int nothing = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
}

void print_text(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && first_failure == 0)
    first_failure = errno != 0 ? errno : EIO;
}

void print_error_text(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void complain(std::string_view message) {
  print_error_text(fmt::format("signorini: {}\n", one_short_line(message, longest_message)));
}

void warn(std::string_view message) { complain(fmt::format("warning: {}", message)); }

int lost_output() {
  errno = 0;
  if (std::fflush(stdout) != 0 && first_failure == 0) first_failure = errno != 0 ? errno : EIO;
  return first_failure;
}

std::string one_short_line(std::string_view text, std::size_t bytes) {
  constexpr std::string_view gap = " ... ";
  std::string line(text);
  if (line.size() > bytes) {
    // Messages begin with the file and end with the complaint; what is long is between them.
    std::size_t head = (bytes - gap.size()) / 2, tail = line.size() - (bytes - gap.size() - head);
    while (head > 0 && inside_character(line[head])) --head;
    while (tail < line.size() && inside_character(line[tail])) ++tail;
    line = line.substr(0, head).append(gap).append(line, tail);
  }
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  return line;
}

}  // namespace signorini::cli
