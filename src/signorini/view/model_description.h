#pragma once

#include <nlohmann/json.hpp>

#include "signorini/model/model.h"

namespace signorini::view {

/// Materials, joints and springs, as the page reads them.
nlohmann::ordered_json describe_connections(const Model& model);
/// Bodies and their shapes, where they are at the start.
nlohmann::ordered_json describe_bodies(const Model& model);
nlohmann::ordered_json describe_shapes(const Model& model);

}  // namespace signorini::view
