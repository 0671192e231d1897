#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "signorini/dynamics/settings.h"
#include "signorini/io/input_files.h"
#include "signorini/io/manifest.h"
#include "signorini/io/output_settings.h"

namespace signorini {

/// What a run was started with, kept in its folder as scene.yaml, settings.json and inputs/.
struct RunInputs {
  std::filesystem::path scene_path;  ///< where the scene came from, absolute
  /// All that was read: the scene first, then the robots and meshes that it names.
  std::vector<InputFile> files;
  std::map<std::string, std::string> parameters;  ///< of the scene, as set on the command line
  Settings settings;                              ///< as they hold, with what the command line changed
  OutputSettings output;
  std::string played = {};  ///< a Recording in JSON, where the run was played; else empty
};

/// The file that keeps `played`.
inline constexpr const char* played_name = "played.json";

/// Copies of the files that were read: scene.yaml, and inputs/1_robot.urdf and so on; and what was played.
void write_run_files(const std::filesystem::path& folder, const RunInputs& inputs, Manifest& manifest);
/// settings.json, which also says what the copies stand for. With it, the folder holds a run.
void write_run_settings(const std::filesystem::path& folder, const RunInputs& inputs, Manifest& manifest);
/// Throws InputError when `folder` holds no run, or when what it holds is not as it was written.
RunInputs read_run_inputs(const std::filesystem::path& folder);

/// 16 hexadecimal digits that change when a file that was read or a parameter changes, or a setting that changes the
/// trajectory: all but the duration.
std::string run_digest(const RunInputs& inputs);

}  // namespace signorini
