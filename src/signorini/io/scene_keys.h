#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace signorini {

/// The keys that each kind of map in a scene file may have: "scene", "body", "joint", … and each shape by its name. The
/// reader refuses all others, and scenes/schema.json says the same under $defs.
const std::map<std::string, std::vector<std::string>, std::less<>>& scene_keys();
const std::vector<std::string>& scene_keys(std::string_view kind);

/// The shapes that a scene file knows.
const std::vector<std::string>& scene_shape_names();

}  // namespace signorini
