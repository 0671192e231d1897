#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "signorini/io/trajectory_file.h"

namespace signorini::view {

/// The trajectory of a run as one: trajectory.h5 and the parts that are not in it yet. A run that goes on replaces
/// these files; what was opened stays as it was. HDF5 is used by one thread at a time: so must this.
class RunFiles {
 public:
  /// Throws InputError where the folder has no trajectory, or one that is cut or not ours.
  explicit RunFiles(const std::filesystem::path& folder);

  std::size_t frames() const { return frames_; }
  std::size_t steps() const { return steps_; }
  bool has(const std::string& path) const { return files_.front().file.has(path); }
  /// The first file, which has what does not change.
  const TrajectoryFile& first() const { return files_.front().file; }

  /// Rows of frames (paths in /frames) or steps (in /steps).
  std::vector<double> frame_rows(const std::string& path, std::vector<std::size_t> shape, std::size_t first,
                                 std::size_t count) const;
  std::vector<double> step_rows(const std::string& path) const;
  /// Rows of loads (/joints and so on): one for each frame but the start.
  std::vector<double> load_rows(const std::string& path, std::vector<std::size_t> shape, std::size_t first,
                                std::size_t count) const;
  /// Where the contacts of a frame are.
  struct Rows {
    std::size_t file = 0, begin = 0, count = 0;
  };
  Rows contacts_of(std::size_t frame) const;
  std::vector<double> contact_rows(const std::string& path, std::vector<std::size_t> shape, const Rows& rows) const;

 private:
  struct Part {
    TrajectoryFile file;
    std::size_t first_frame = 0, frames = 0, steps = 0;
    std::vector<std::int64_t> contact_starts;
  };
  void add(TrajectoryFile file);

  std::vector<Part> files_;
  std::size_t frames_ = 0, steps_ = 0;
};

}  // namespace signorini::view
