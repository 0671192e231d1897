#include "signorini/io/trajectory_parts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <optional>

#include "signorini/base/error.h"
#include "signorini/io/atomic_file.h"
#include "signorini/io/trajectory_file.h"

namespace signorini {
namespace fs = std::filesystem;
namespace {

/// What a merged file may take beyond the size of its parts: its chunks are cut elsewhere, and the last chunk of every
/// dataset is written anew.
constexpr std::uintmax_t spare_factor = 2;
constexpr std::uintmax_t spare_bytes = std::uintmax_t{4} << 20;
constexpr std::size_t copy_block = std::size_t{1} << 20;

[[noreturn]] void refuse(const fs::path& file, int error) {
  throw InputError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(error)));
}

/// 0, or the errno that says why `bytes` do not fit. File systems that cannot reserve are asked how much is free.
int reserve(int descriptor, std::uintmax_t bytes) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes) return EFBIG;
#ifdef FALLOC_FL_KEEP_SIZE
  if (::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0) return 0;
  if (errno != EOPNOTSUPP && errno != ENOSYS) return errno;
#endif
  struct statvfs system {};
  if (::fstatvfs(descriptor, &system) != 0) return 0;
  return std::uintmax_t{system.f_bavail} * system.f_frsize < bytes ? ENOSPC : 0;
}

/// 0, or the errno that says why `from` could not be copied to the open file.
int copy(const fs::path& from, int to) {
  std::ifstream source(from, std::ios::binary);
  if (!source) return errno != 0 ? errno : EIO;
  std::vector<char> block(copy_block);
  while (source) {
    source.read(block.data(), static_cast<std::streamsize>(block.size()));
    std::span<const char> rest(block.data(), static_cast<std::size_t>(source.gcount()));
    while (!rest.empty()) {
      const ssize_t written = ::write(to, rest.data(), rest.size());
      if (written < 0 && errno != EINTR) return errno;
      if (written > 0) rest = rest.subspan(static_cast<std::size_t>(written));
    }
  }
  return source.bad() ? EIO : 0;
}

/// A copy with room to grow to `bytes`, made before HDF5 gets to write it; what is left over is given back at the end.
class RoomyCopy {
 public:
  RoomyCopy(const fs::path& original, const fs::path& path, std::uintmax_t bytes)
      : descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666)) {
    int failure = descriptor_ < 0 ? errno : reserve(descriptor_, bytes);
    if (failure == 0) failure = copy(original, descriptor_);
    if (failure == 0) return;
    if (descriptor_ >= 0) {
      ::close(descriptor_);
      ::unlink(path.c_str());
    }
    if (failure == ENOSPC || failure == EFBIG || failure == EDQUOT)
      throw NoRoom(fmt::format("{}: cannot be written: {}", original.string(), std::strerror(failure)));
    refuse(original, failure);
  }
  ~RoomyCopy() {
    const off_t size = ::lseek(descriptor_, 0, SEEK_END);
    // Cutting a file at its end frees what was reserved beyond; when that fails, nothing is lost but room.
    if (size >= 0 && ::ftruncate(descriptor_, size) != 0) errno = 0;
    ::close(descriptor_);
  }
  RoomyCopy(const RoomyCopy&) = delete;
  RoomyCopy& operator=(const RoomyCopy&) = delete;

 private:
  int descriptor_;
};

/// Removes the file unless it was kept.
class Unfinished {
 public:
  explicit Unfinished(fs::path path) : path_(std::move(path)) {}
  ~Unfinished() {
    std::error_code error;
    if (!kept_) fs::remove(path_, error);
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  void rename_to(const fs::path& target, Manifest& manifest) {
    manifest.announce(target, checksum_of_file(path_));
    if (const int failure = rename_durably(path_, target); failure != 0) refuse(target, failure);
    kept_ = true;
  }

 private:
  fs::path path_;
  bool kept_ = false;
};

std::optional<std::int64_t> number(std::string_view digits) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), value);
  if (error != std::errc() || end != digits.end()) return std::nullopt;
  return value;
}

/// The starts of contacts and pairs count from the first of their own file: those of a part move behind the last one
/// that is there, which is where the part's first (0) comes to lie.
void append(TrajectoryFile& file, TrajectoryColumn& column) {
  if (column.path == contact_starts_path || column.path == pair_starts_path) {
    auto& starts = std::get<std::vector<std::int64_t>>(column.values);
    if (const auto offset = file.last(column.path)) {
      for (std::int64_t& start : starts) start += *offset;
      starts.erase(starts.begin());
    }
  }
  file.append(column);
}

}  // namespace

TrajectoryPart trajectory_part(const fs::path& folder, std::int64_t first, std::int64_t last) {
  return {first, last, folder / fmt::format("{:09d}-{:09d}.h5", first, last)};
}

std::vector<TrajectoryPart> trajectory_parts(const fs::path& folder) {
  std::vector<TrajectoryPart> parts;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string stem = entry.path().stem().string();
    const std::size_t dash = stem.find('-');
    if (dash == std::string::npos || entry.path().extension() != ".h5") continue;
    const auto first = number(std::string_view(stem).substr(0, dash));
    const auto last = number(std::string_view(stem).substr(dash + 1));
    if (first && last) parts.push_back({*first, *last, entry.path()});
  }
  std::ranges::sort(parts, {}, [](const TrajectoryPart& part) { return std::pair(part.first, part.last); });
  return parts;
}

void write_trajectory_part(const TrajectoryPart& part, const TrajectoryColumns& columns, Manifest& manifest) {
  const hdf5::Quiet quiet;
  // Compressing takes longer than all else, and merging does it anyway.
  TrajectoryFile file = TrajectoryFile::in_memory(part.path, TrajectoryFile::Packing::plain);
  for (const TrajectoryColumn& column : columns.columns()) file.write(column);
  manifest.write(part.path, file.bytes());
}

void merge_trajectory_parts(const fs::path& file, const std::vector<TrajectoryPart>& parts, TrajectoryColumns buffer,
                            Manifest& manifest) {
  const hdf5::Quiet quiet;
  manifest.verify(file);
  std::error_code error;
  std::uintmax_t bytes = 0;
  for (const TrajectoryPart& part : parts) {
    manifest.verify(part.path);
    bytes += fs::file_size(part.path, error);
  }
  bytes = fs::file_size(file, error) + spare_factor * bytes + spare_bytes;

  const fs::path temporary = temporary_beside(file);
  std::optional<RoomyCopy> copy(std::in_place, file, temporary, bytes);
  Unfinished unfinished(temporary);
  {
    TrajectoryFile target = TrajectoryFile::open_for_appending(temporary);
    for (const TrajectoryPart& part : parts) {
      const TrajectoryFile source = TrajectoryFile::open(part.path);
      for (TrajectoryColumn& column : buffer.columns()) {
        source.read(column);
        append(target, column);
        std::visit([](auto& values) { values.clear(); }, column.values);
      }
    }
    target.close();
  }
  copy.reset();
  unfinished.rename_to(file, manifest);
}

}  // namespace signorini
