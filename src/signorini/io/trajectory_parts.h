#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

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
void write_trajectory_part(const TrajectoryPart& part, const TrajectoryColumns& columns);

/// Replaces `file` by one that has the rows of `parts` at its end; until then nothing changes. `buffer` has the columns
/// of the trajectory, and nothing in them is kept.
void merge_trajectory_parts(const std::filesystem::path& file, const std::vector<TrajectoryPart>& parts,
                            TrajectoryColumns buffer);

/// What an interrupted merge of `file` leaves behind.
std::filesystem::path unfinished_merge(const std::filesystem::path& file);

}  // namespace signorini
