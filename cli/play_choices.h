#pragma once

#include <map>
#include <string>

#include "signorini/run/player.h"
#include "signorini/run/run.h"

namespace signorini::cli {

/// What somebody who plays can choose, as JSON: laws, solvers with the laws that they know, materials, the scene's
/// parameters with the values that they have.
std::string play_choices(const Run& run, const std::map<std::string, std::string>& parameters, const Player& player);

}  // namespace signorini::cli
