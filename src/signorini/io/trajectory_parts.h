#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "signorini/base/error.h"
#include "signorini/io/manifest.h"
#include "signorini/io/trajectory_columns.h"

namespace signorini {

/// A complete file that holds the steps `first` to `last` of a trajectory.
struct TrajectoryPart {
  std::int64_t first, last;
  std::filesystem::path path;
};

/// "000000101-000000200.h5" in `folder`.
TrajectoryPart trajectory_part(const std::filesystem::path& folder, std::int64_t first, std::int64_t last);
/// In the order of their steps; none when the folder is missing. Other files in it are passed over.
std::vector<TrajectoryPart> trajectory_parts(const std::filesystem::path& folder);

/// Complete or not at all.
void write_trajectory_part(const TrajectoryPart& part, const TrajectoryColumns& columns, Manifest& manifest);

/// The disk has no place for a second copy of a file.
struct NoRoom : InputError {
  using InputError::InputError;
};

/// Replaces `file` by one that has the rows of `parts` at its end; until then nothing changes. `buffer` has the columns
/// of the trajectory, and nothing in them is kept. Throws NoRoom, or InputError when the file or a part is not there as
/// the manifest says.
void merge_trajectory_parts(const std::filesystem::path& file, const std::vector<TrajectoryPart>& parts,
                            TrajectoryColumns buffer, Manifest& manifest);

}  // namespace signorini
