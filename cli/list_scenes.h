#pragma once

#include "command.h"

namespace signorini::cli {

// What scene files can hold, and which there are: one row each.
Json shape_rows();
Json joint_rows();
Json scene_rows();

}  // namespace signorini::cli
