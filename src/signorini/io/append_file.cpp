#include "signorini/io/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "signorini/base/error.h"

namespace signorini {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, int error) {
  throw InputError(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(error)));
}

}  // namespace

AppendFile::AppendFile(std::filesystem::path path, std::uint64_t bytes)
    : path_(std::move(path)), descriptor_(::open(path_.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)) {
  if (descriptor_ < 0) refuse(path_, errno);
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) == 0) return;
  const int error = errno;
  ::close(descriptor_);
  refuse(path_, error);
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void AppendFile::write(std::string_view lines) {
  const off_t start = ::lseek(descriptor_, 0, SEEK_END);
  std::size_t done = 0;
  while (done < lines.size()) {
    const ssize_t written = ::write(descriptor_, lines.data() + done, lines.size() - done);
    if (written < 0 && errno != EINTR) {
      const int error = errno;
      if (done > 0 && ::ftruncate(descriptor_, start) != 0) refuse(path_, error);
      refuse(path_, error);
    }
    if (written > 0) done += static_cast<std::size_t>(written);
  }
}

void AppendFile::sync() {
  if (::fsync(descriptor_) != 0) refuse(path_, errno);
  require_there();
}

void AppendFile::require_there() const {
  struct stat ours {
  }, named{};
  if (::fstat(descriptor_, &ours) != 0) refuse(path_, errno);
  const bool there = ::stat(path_.c_str(), &named) == 0;
  if (!there || ours.st_dev != named.st_dev || ours.st_ino != named.st_ino)
    throw InputError(
        fmt::format("{}: was {} while the run was writing it", path_.string(), there ? "replaced" : "removed"));
}

}  // namespace signorini
