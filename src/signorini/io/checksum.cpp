#include "signorini/io/checksum.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "signorini/base/error.h"

namespace signorini {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 16;

}  // namespace

Checksum checksum_of(std::span<const std::byte> bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum;
}

Checksum checksum_of_file(const std::filesystem::path& path, std::uint64_t most_bytes) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  int failure = descriptor < 0 ? errno : 0;
  Checksum sum;
  std::vector<std::byte> block(block_bytes);
  while (failure == 0) {
    const std::uint64_t wanted = std::min<std::uint64_t>(block.size(), most_bytes - sum.bytes());
    const ssize_t count = ::read(descriptor, block.data(), wanted);
    if (count == 0) break;
    if (count > 0) sum.add(std::span(block).first(static_cast<std::size_t>(count)));
    if (count < 0 && errno != EINTR) failure = errno;
  }
  if (descriptor >= 0) ::close(descriptor);
  if (failure != 0) throw InputError(fmt::format("{}: cannot be read: {}", path.string(), std::strerror(failure)));
  return sum;
}

}  // namespace signorini
