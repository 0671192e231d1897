#pragma once

#include <string>
#include <vector>

#include "signorini/model/model.h"

namespace signorini {

/// What is wrong with a flexible body of the model: field and value, nodes and elements by their numbers.
std::vector<std::string> flexible_faults(const Model& model, const FlexibleBody& body);

}  // namespace signorini
