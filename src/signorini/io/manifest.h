#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "signorini/io/append_file.h"
#include "signorini/io/checksum.h"

namespace signorini {

/// manifest.txt: which files in a folder are a run's own, and what it wrote into them. It tells them from the user's,
/// and tells whether they still are as written.
///
/// A line with size and checksum is written, and on disk, before a file of that content gets its name. So a kill never
/// leaves a file of ours that is not listed, only lines of files that did not come about: what counts as written is any
/// content that was listed for the name. Lines are only ever added, at the cost of their own length. Each line begins
/// with a checksum of itself and of the one before, so that damage of the manifest shows as well; a kill can cut the
/// last line.
///
/// Files go by their full path; all of them are in the folder or below it.
class Manifest {
 public:
  static constexpr const char* file_name = "manifest.txt";
  static bool exists(const std::filesystem::path& folder);
  /// A new one that lists nothing, in place of an older one.
  static Manifest create(const std::filesystem::path& folder);
  /// Throws InputError when there is none, or when it is damaged.
  static Manifest open(const std::filesystem::path& folder);

  /// Whether the run wrote a file of this name.
  bool lists(const std::filesystem::path& path) const;
  /// All that are listed and there, in the order of their names.
  std::vector<std::filesystem::path> files() const;
  /// Whether this content was listed for the file.
  bool has(const std::filesystem::path& path, const Checksum& content) const;

  /// To call before a file of this content gets its name. Refuses a name that is taken by a file that is not listed.
  void announce(const std::filesystem::path& path, const Checksum& content);
  /// announce(), and write_atomically().
  void write(const std::filesystem::path& path, std::span<const std::byte> bytes);
  void write(const std::filesystem::path& path, const std::string& text);

  /// From here to settle(), lines and files are written in the same order, but nothing waits for the disk, which takes
  /// longer than all else: for files that nobody needs before all of them are there. Kills do no harm; a power cut may
  /// leave files that are not listed.
  void defer() { deferred_ = true; }
  /// Waits until all of them are on disk.
  void settle();

  /// Throws InputError unless the file is listed and there.
  void require_there(const std::filesystem::path& path) const;
  /// A file that grows line by line may be longer than what was listed last.
  enum class Growth { none, at_the_end };
  /// Throws InputError unless the file is there and as it was written.
  void verify(const std::filesystem::path& path, Growth growth = Growth::none) const;
  /// Removes a file that is listed. One that is no longer as it was written is the user's: throws InputError.
  void remove(const std::filesystem::path& path, Growth growth = Growth::none) const;
  /// What killed writes of listed files left in `folder`.
  void remove_temporaries(const std::filesystem::path& folder) const;

 private:
  explicit Manifest(std::filesystem::path folder);
  std::string name_of(const std::filesystem::path& path) const;
  void read();
  void read_line(std::string_view line, int number);
  bool as_written(const std::filesystem::path& path, Growth growth = Growth::none) const;

  std::filesystem::path folder_, path_;
  std::map<std::string, std::vector<Checksum>> listed_;
  std::uint64_t last_check_ = 0;  ///< of the line before
  std::uint64_t good_bytes_ = 0;  ///< up to the end of the last whole line
  std::optional<AppendFile> file_;
  bool deferred_ = false;
  std::vector<std::filesystem::path> unsettled_;
};

}  // namespace signorini
