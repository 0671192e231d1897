#pragma once

#include <filesystem>
#include <functional>

namespace signorini::hdf5 {

/// HDF5 1.10 crashes on some damaged files of its old format, whose headers have no checksums. Such a file is read by a
/// child process first: throws InputError when that does not survive. Files with checksums are not rehearsed, nor is
/// anything where the system has no room for another process.
void rehearse(const std::filesystem::path& path, const std::function<void()>& read);

/// What `read` returns, after a rehearsal.
template <typename Read>
auto read_rehearsed(const std::filesystem::path& path, const Read& read) {
  rehearse(path, [&read] { read(); });
  return read();
}

}  // namespace signorini::hdf5
