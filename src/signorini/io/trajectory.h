#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "signorini/dynamics/settings.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/io/manifest.h"
#include "signorini/io/output_settings.h"
#include "signorini/io/trajectory_columns.h"
#include "signorini/io/trajectory_parts.h"
#include "signorini/model/model.h"

namespace signorini {

/// Writes the trajectory of a run, an HDF5 file whose layout is in docs/output_files.md.
///
/// A process that dies while HDF5 writes a file leaves a file that nobody can open: its metadata are spread over the
/// file and change in many places (SWMR protects readers, not what a crash leaves). So HDF5 never writes to a file that
/// matters. What is appended is kept in memory until save(), which builds a small complete file of it in memory and
/// puts it, by one rename, into the folder "trajectory.parts" beside the file. merge() adds the parts to a copy of the
/// file and renames the copy. At every moment the file and all parts are complete; what a kill can cost is what came
/// after the last save(), and the part or copy it interrupted, which nobody looks at.
///
/// merge_when_large() merges when the parts hold at least as many steps as the file: a run of n steps then copies its
/// file log₂ n times at most, however often it saves.
class TrajectoryWriter {
 public:
  /// A new file with the bodies and the state at the start as its frame 0. `path` ends in .h5, in the manifest's
  /// folder; an older file there that the manifest lists is replaced, and its parts go.
  static TrajectoryWriter create(const std::filesystem::path& path, std::shared_ptr<Manifest> manifest,
                                 const Model& model, const Settings& settings, const OutputSettings& output,
                                 const State& start);
  /// Goes on after `last_step`: what was saved of later steps goes. Throws InputError when steps up to it are missing
  /// or not as they were written, or when the file has other bodies than the model.
  static TrajectoryWriter reopen(const std::filesystem::path& path, std::shared_ptr<Manifest> manifest,
                                 const Model& model, const OutputSettings& output, std::int64_t last_step);

  /// The steps come in order, each once. Of a step that is not a multiple of OutputSettings::every, only the figures
  /// are kept, not the frame.
  void append(const StepRecord& record);
  /// Puts on disk what was appended since. Throws InputError with path and reason when it cannot; earlier data stay.
  void save();
  /// Adds all parts to the file. Only after the checkpoint of the last saved step: the file must never be ahead of it.
  /// Throws InputError when the file or a part was removed or changed meanwhile.
  void merge();
  /// merge() when it pays. A disk too full for the copy is no reason to stop, since the parts hold everything.
  void merge_when_large();

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path parts_folder() const;

 private:
  TrajectoryWriter(std::filesystem::path path, std::shared_ptr<Manifest> manifest, TrajectoryColumns columns,
                   const OutputSettings& output, std::int64_t merged_step, std::int64_t last_step);

  std::filesystem::path path_;
  std::shared_ptr<Manifest> manifest_;
  std::vector<TrajectoryPart> parts_;  ///< on disk and not in the file yet
  TrajectoryColumns columns_;          ///< what waits for save()
  int every_;
  std::int64_t merged_step_;    ///< the last one in the file
  std::int64_t saved_step_;     ///< the last one on disk
  std::int64_t appended_step_;  ///< the last one here
};

/// The first difference of two trajectory files in a sentence; empty when all datasets but the wall-clock times
/// (seconds_*) are the same bit for bit.
std::string trajectory_difference(const std::filesystem::path& a, const std::filesystem::path& b);
inline bool same_trajectory(const std::filesystem::path& a, const std::filesystem::path& b) {
  return trajectory_difference(a, b).empty();
}

}  // namespace signorini
