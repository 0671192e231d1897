#include "signorini/io/rehearsal.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>

#include <fmt/format.h>

#include "signorini/base/error.h"

namespace signorini::hdf5 {
namespace {

/// The file begins with a signature of eight bytes and the version of its format; from 2 on headers have checksums.
bool has_checksums(const std::filesystem::path& path) {
  std::array<char, 9> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  return head[8] >= 2;
}

/// Far more than HDF5 takes for any sound file, so that it does not go round in a damaged one for ever.
rlim_t most_seconds(const std::filesystem::path& path) {
  constexpr std::uintmax_t bytes_a_second = 10'000'000;
  std::error_code error;
  return 20 + std::filesystem::file_size(path, error) / bytes_a_second;
}

/// What the child does: no word, no core, no cleaning up; whatever `read` throws, it has survived.
[[noreturn]] void play(const std::function<void()>& read, pid_t parent, rlim_t seconds) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);
  for (const int crash : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT}) ::signal(crash, SIG_DFL);
  for (const int request : {SIGINT, SIGTERM, SIGHUP}) ::signal(request, SIG_IGN);  // for the parent to answer
  const rlimit no_core{0, 0}, time{seconds, seconds + 5};                          // the first of the two tells
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::setrlimit(RLIMIT_CPU, &time);
  if (const int nowhere = ::open("/dev/null", O_WRONLY); nowhere >= 0) {
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
  }
  try {
    read();
  } catch (...) {
  }
  ::_exit(0);
}

}  // namespace

void rehearse(const std::filesystem::path& path, const std::function<void()>& read) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) || has_checksums(path)) return;
  const rlim_t seconds = most_seconds(path);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) return;
  if (child == 0) play(read, parent, seconds);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return;
  // Who is killed, as when memory is short, has shown nothing about the file.
  const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  if (killed || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return;
  throw InputError(fmt::format("{}: the file is damaged: HDF5 does not survive reading it", path.string()));
}

}  // namespace signorini::hdf5
