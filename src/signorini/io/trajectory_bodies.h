#pragma once

#include "signorini/io/trajectory_file.h"
#include "signorini/model/model.h"

namespace signorini {

/// Writes /bodies: names and shapes, all that it takes to draw the frames without the scene.
void write_trajectory_bodies(TrajectoryFile& file, const Model& model);

}  // namespace signorini
