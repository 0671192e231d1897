#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "signorini/io/manifest.h"

namespace signorini {

/// Throws InputError with path and reason.
void make_folder(const std::filesystem::path& folder);

/// Held for as long as a process works in a folder; the system lets go of it however the process ends.
class FolderLock {
 public:
  /// Throws InputError when another process holds it.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept;
  ~FolderLock();

 private:
  int descriptor_;
};

/// The step in "bodies_000123.vtp".
std::optional<std::int64_t> step_in_name(const std::filesystem::path& file);

/// Throws InputError when a file that no run wrote stands where a run would write. `csv`: of OutputSettings.
void require_free(const std::filesystem::path& folder, const std::vector<std::string>& csv);

/// Removes what a run wrote, and nothing else. Throws InputError when one of its files was changed since; nothing is
/// removed then. Without its settings.json, which goes first, what is left is no run.
void remove_run(const std::filesystem::path& folder);

}  // namespace signorini
