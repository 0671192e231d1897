#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "signorini/io/append_file.h"
#include "signorini/io/manifest.h"

namespace signorini {

/// A CSV file with a line of names and lines that begin with the number of a step, one or more for each from 1. Lines
/// are kept until there are many of them, or flush(). A kill can cost what is kept and cut the last line of the file;
/// going on cuts the file behind the checkpoint's step anyway.
class StepLog {
 public:
  /// A new file; `start`: the line of names, and lines of step 0.
  static StepLog create(const std::filesystem::path& path, const std::string& start, Manifest& manifest);
  /// Cuts the file after the lines of `last_step`. Throws InputError when it ends before, or when what is before is not
  /// as it was written.
  /// `visit`: gets each line that stays, without the names: its step, and what follows the comma.
  static StepLog reopen(
      const std::filesystem::path& path, std::int64_t last_step, const Manifest& manifest,
      const std::function<void(std::int64_t step, std::string_view rest)>& visit = [](std::int64_t, std::string_view) {
      });

  /// Whole lines.
  void append(std::string_view lines);
  /// Puts what is kept into the file. A full disk throws InputError and leaves the lines before, and so does a file
  /// that was removed or replaced.
  void flush();
  /// flush(), and waits until the lines so far are on disk and in the manifest.
  void sync(Manifest& manifest);

 private:
  StepLog(std::filesystem::path path, AppendFile file, Checksum sum);

  std::filesystem::path path_;
  AppendFile file_;
  Checksum sum_;      ///< of the lines in the file
  std::string kept_;  ///< not there yet
};

/// A text as one field of a line: in quotes where it has commas or quotes, without line breaks.
std::string csv_field(std::string text);

}  // namespace signorini
