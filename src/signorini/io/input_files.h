#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// All bytes of a regular file, a pipe or a terminal, limits::file_bytes at most. Throws InputError that names the file
/// and the reason; `kind` ("a mesh file") is what was expected where a folder or a device is found. A named pipe that
/// nobody writes to is given up after a second.
std::string read_input_file(const std::filesystem::path& path, std::string_view kind);

/// A file that a scene was read from.
struct InputFile {
  std::string name;  ///< absolute, in UTF-8: see utf8_name()
  std::string bytes;
};

/// The files that a scene and what it names are read from, each of them once: reading again gives the same bytes, also
/// of a pipe. They come from the disk, or from a list that stands for it, which is how a run goes on with the files
/// that it was started with whatever became of them.
class InputFiles {
 public:
  InputFiles() = default;
  explicit InputFiles(const std::vector<InputFile>& kept);

  /// Throws as read_input_file() does.
  const std::string& read(const std::filesystem::path& path, std::string_view kind);
  bool has(const std::filesystem::path& path) const;
  /// In the order of reading.
  std::vector<InputFile> files() const;

 private:
  bool from_disk_ = true;
  std::map<std::string, std::string> bytes_;  ///< by name
  std::vector<std::string> order_;
};

/// Absolute and without "." and "..". Throws InputError when the current folder is gone.
std::filesystem::path absolute_path(const std::filesystem::path& path);

/// A file's name may be any bytes; those that are not UTF-8 become %XX, so that JSON can hold the name.
std::string utf8_name(const std::filesystem::path& path);

}  // namespace signorini
