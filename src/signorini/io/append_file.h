#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace signorini {

/// A file that grows by whole lines. What cannot be written throws InputError with path and reason
/// and leaves the lines before.
class AppendFile {
 public:
  /// Goes on after the first `bytes` of a file that is there; the rest is cut. Links are not followed.
  AppendFile(std::filesystem::path path, std::uint64_t bytes);
  AppendFile(AppendFile&& other) noexcept;
  ~AppendFile();

  void write(std::string_view lines);
  /// Throws when the file was removed or replaced meanwhile.
  void require_there() const;
  /// Waits until the lines so far are on disk, and makes sure that they are there under the file's name.
  void sync();

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace signorini
