#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace signorini {

/// Size and FNV-1a hash of bytes, added piece by piece. Each byte changes the hash in a way that can be undone, so a
/// change of one byte always shows, and other accidents all but always.
class Checksum {
 public:
  void add(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes) hash_ = (hash_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3ULL;
    bytes_ += bytes.size();
  }
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }

  std::uint64_t hash() const { return hash_; }
  std::uint64_t bytes() const { return bytes_; }
  bool operator==(const Checksum&) const = default;

  Checksum() = default;
  Checksum(std::uint64_t hash, std::uint64_t bytes) : hash_(hash), bytes_(bytes) {}

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
  std::uint64_t bytes_ = 0;
};

Checksum checksum_of(std::span<const std::byte> bytes);
/// Of its first `most_bytes`. Throws InputError with path and reason when the file cannot be read.
Checksum checksum_of_file(const std::filesystem::path& path, std::uint64_t most_bytes = UINT64_MAX);

}  // namespace signorini
