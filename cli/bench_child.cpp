#include "bench_child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::cli {
namespace {

/// After a polite word, how long a process may take to end.
constexpr double seconds_to_end = 5;
constexpr int could_not_start = 127;

/// The child's side of the fork: only calls that are safe there.
[[noreturn]] void become(char* const* argv, int out, int err, std::uint64_t memory_limit, pid_t parent) {
  // A group of its own: Ctrl-C on the terminal is for the parent, which passes it on.
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(could_not_start);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (memory_limit > 0) {
    const rlimit limit{memory_limit, memory_limit};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::execv("/proc/self/exe", argv);
  ::_exit(could_not_start);
}

std::string content(std::FILE* file) {
  const off_t size = std::max<off_t>(0, ::lseek(::fileno(file), 0, SEEK_END));
  std::string text(static_cast<std::size_t>(size), '\0');
  const ssize_t read = ::pread(::fileno(file), text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, read)));
  return text;
}

}  // namespace

Child::File Child::scratch_file() {
  File file(std::tmpfile());
  if (!file) throw InputError(fmt::format("temporary file: cannot be opened: {}", std::strerror(errno)));
  ::fcntl(::fileno(file.get()), F_SETFD, FD_CLOEXEC);
  return file;
}

Child::Child(const std::vector<std::string>& words, std::uint64_t memory_limit, double patience)
    : out_(scratch_file()), err_(scratch_file()), patience_(patience) {
  std::vector<std::string> text = words;
  text.insert(text.begin(), "signorini");
  std::vector<char*> argv;
  for (auto& word : text) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) throw InputError(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (pid_ == 0) become(argv.data(), ::fileno(out_.get()), ::fileno(err_.get()), memory_limit, parent);
}

Child::~Child() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Child::interrupt() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGTERM);
  patience_ = std::min(patience_, clock_.seconds() + seconds_to_end);
}

std::optional<ChildEnd> Child::poll() {
  if (!overtime_ && clock_.seconds() > patience_) {
    overtime_ = true;
    ::kill(pid_, SIGKILL);
  }
  int status = 0;
  rusage usage{};
  if (::wait4(pid_, &status, WNOHANG, &usage) != pid_) return std::nullopt;
  pid_ = -1;
  constexpr std::int64_t bytes_per_kilobyte = 1024;
  ChildEnd end;
  if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  end.overtime = overtime_ && end.signal == SIGKILL;
  end.peak_memory_bytes = bytes_per_kilobyte * usage.ru_maxrss;
  end.out = content(out_.get());
  end.err = content(err_.get());
  return end;
}

}  // namespace signorini::cli
