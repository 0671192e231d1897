#pragma once

#include <vector>

#include "signorini/io/trajectory_file.h"
#include "signorini/model/model.h"

namespace signorini {

/// The surface as it is drawn, three nodes a triangle, the first node of the body being `first`.
std::vector<int> surface_triangles(const FlexibleBody& body, int first);

/// Writes /flexible: names, elements and surfaces of the flexible bodies. Nothing where there are none.
void write_trajectory_flexible(TrajectoryFile& file, const Model& model);

}  // namespace signorini
