#pragma once

#include "signorini/io/trajectory_file.h"
#include "signorini/model/model.h"

namespace signorini {

/// Writes /flexible: names, elements and surfaces of the flexible bodies. Nothing where there are none.
void write_trajectory_flexible(TrajectoryFile& file, const Model& model);

}  // namespace signorini
