#pragma once

#include <map>
#include <string>

#include "command.h"

namespace signorini::cli {

/// Whether the file's name says that it is a scene.
bool is_scene_file(const std::string& path);

/// What is in a scene: bodies, shapes, joints, settings, and how it starts. Throws InputError that names the file.
Json scene_facts(const std::string& path, const std::map<std::string, std::string>& parameters);
void print_scene_facts(const Json& facts);

}  // namespace signorini::cli
