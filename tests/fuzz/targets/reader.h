#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "signorini/base/error.h"
#include "signorini/base/short_line.h"

/// What every target here holds its reader to: the bytes are read, or refused by an InputError with one line of bounded
/// length. Anything else ends the target, which is libFuzzer's sign that it has found something.
namespace signorini::fuzz {

inline void require(bool good, const char* what, std::string_view message) {
  if (good) return;
  std::fprintf(stderr, "FAULT: %s: %.*s\n", what, static_cast<int>(message.size()), message.data());
  std::abort();
}

template <class Read>
void read_or_refuse(const Read& read) {
  try {
    read();
  } catch (const InputError& error) {
    const std::string_view message = error.what();
    require(!message.empty(), "an empty message", message);
    require(message.size() <= longest_message, "a message without bound", message.substr(0, 400));
    require(message.find('\n') == std::string_view::npos, "a message of more than one line", message);
  }
}

/// A folder for the readers that want a file; what is put beside the input stays there.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("signorini_fuzz." + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

inline const Folder& folder() {
  static const Folder the_folder;
  return the_folder;
}

inline std::string_view text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace signorini::fuzz
