#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "signorini/dynamics/settings.h"

namespace signorini {

/// What a run was started with, kept in its folder as scene.yaml and settings.json.
struct RunInputs {
  std::string scene_text;
  /// Where the scene came from: files that it names are looked up beside it.
  std::filesystem::path scene_path;
  std::map<std::string, std::string> parameters;  ///< of the scene, as set on the command line
  Settings settings;                              ///< as they hold, with what the command line changed
  OutputSettings output;
};

/// Both files, each complete or not at all, settings.json last: with it, the folder holds a run.
void write_run_inputs(const std::filesystem::path& folder, const RunInputs& inputs);
/// Throws InputError when `folder` holds no run.
RunInputs read_run_inputs(const std::filesystem::path& folder);

/// The scene file to read for going on: the one the run was started with while it still has the same text, else the
/// copy in `folder` (which does not find files that the scene names relative to itself).
std::filesystem::path scene_to_read(const std::filesystem::path& folder, const RunInputs& inputs);

/// 16 hexadecimal digits that change when the scene's text or parameters change, or a setting that changes the
/// trajectory: all but the duration.
std::string run_digest(const RunInputs& inputs);

}  // namespace signorini
