#pragma once

#include <filesystem>
#include <vector>

namespace signorini::cli {

/// Where the scenes are: $SIGNORINI_SCENES when set, else ./scenes, else the folder that was installed or built with
/// this program. Throws InputError when there is none.
std::filesystem::path scene_folder();

/// The scene files in a folder, by name.
std::vector<std::filesystem::path> scene_files(const std::filesystem::path& folder);

}  // namespace signorini::cli
