#include "signorini/io/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

#include "signorini/base/error.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

/// Linux writes at most about 2 GB a call; smaller pieces keep the loop interruptible.
constexpr std::size_t piece = std::size_t{1} << 28;

/// Of the name that a temporary name is made of: a name may have 255 bytes in all.
constexpr std::size_t longest_stem = 200;

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& reason) {
  throw InputError(fmt::format("{}: cannot be written: {}", path.string(), reason));
}

/// 0, or the errno of the first failure.
int write_all(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), piece));
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

/// 0, or errno. A folder is synced for the sake of the names in it.
int sync(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int failure = ::fsync(descriptor) != 0 ? errno : 0;
  ::close(descriptor);
  return failure;
}

/// The file that gets replaced: a link stays a link, its target is what changes. Throws when it cannot be.
fs::path replaceable(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error && status.type() == fs::file_type::none) refuse(path, error.message());  // a name too long, a loop of links
  if (fs::is_directory(status)) refuse(path, "is a directory");
  if (fs::exists(status) && !fs::is_regular_file(status)) refuse(path, "is not a regular file");
  if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  if (error) refuse(path, error.message());
  return target;
}

fs::path folder_of(const fs::path& path, const fs::path& target) {
  std::error_code error;
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) refuse(path, fmt::format("no directory {}", folder.string()));
  return folder;
}

}  // namespace

void require_writable(const fs::path& path) {
  const fs::path folder = folder_of(path, replaceable(path));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(path, std::strerror(errno));
}

int rename_durably(const fs::path& from, const fs::path& to) {
  if (const int failure = sync(from); failure != 0) return failure;
  if (::rename(from.c_str(), to.c_str()) != 0) return errno;
  // The file is there now, complete; systems that cannot sync a folder keep its names safe their own way.
  sync(to.has_parent_path() ? to.parent_path() : fs::path("."));
  return 0;
}

fs::path temporary_beside(const fs::path& path) {
  static std::atomic<int> counter{0};
  const std::string name = path.filename().string().substr(0, longest_stem);
  return path.parent_path() / fmt::format(".{}.{}.{}.tmp", name, ::getpid(), counter++);
}

std::optional<fs::path> target_of_temporary(const fs::path& temporary) {
  std::string name = temporary.filename().string();
  if (!name.starts_with('.') || !name.ends_with(".tmp")) return std::nullopt;
  name = name.substr(1, name.size() - 1 - std::strlen(".tmp"));
  for (int part = 0; part < 2; ++part) {  // the counter, the process
    const std::size_t dot = name.rfind('.');
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (dot == std::string::npos || dot + 1 == name.size() ||
        !std::all_of(name.begin() + static_cast<std::ptrdiff_t>(dot) + 1, name.end(), is_digit))
      return std::nullopt;
    name.resize(dot);
  }
  return temporary.parent_path() / name;
}

namespace {

/// `rename` takes the temporary file and its target, and returns 0 or errno.
template <class Rename>
void write_and_rename(const fs::path& path, std::span<const std::byte> bytes, const Rename& rename) {
  const fs::path target = replaceable(path);
  folder_of(path, target);  // for its message
  const fs::path temporary = temporary_beside(target);
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) refuse(path, std::strerror(errno));
  int failure = write_all(descriptor, bytes);
  if (::close(descriptor) != 0 && failure == 0) failure = errno;
  if (failure == 0) failure = rename(temporary, target);
  if (failure != 0) {
    ::unlink(temporary.c_str());
    refuse(path, std::strerror(failure));
  }
}

}  // namespace

void write_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  write_and_rename(path, bytes, rename_durably);
}

void write_atomically_unsynced(const fs::path& path, std::span<const std::byte> bytes) {
  write_and_rename(path, bytes, [](const fs::path& from, const fs::path& to) {
    return ::rename(from.c_str(), to.c_str()) != 0 ? errno : 0;
  });
}

void sync_to_disk(const fs::path& path) {
  if (const int failure = sync(path); failure != 0) refuse(path, std::strerror(failure));
}

}  // namespace signorini
