#include "output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "signorini/base/short_line.h"

namespace signorini::cli {
namespace {

/// Why the first write to standard output failed; 0: none did.
int first_failure = 0;

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

void complain(std::string_view message) { print_error_text(fmt::format("signorini: {}\n", one_short_line(message))); }

void warn(std::string_view message) { complain(fmt::format("warning: {}", message)); }

int lost_output() {
  errno = 0;
  if (std::fflush(stdout) != 0 && first_failure == 0) first_failure = errno != 0 ? errno : EIO;
  return first_failure;
}

}  // namespace signorini::cli
