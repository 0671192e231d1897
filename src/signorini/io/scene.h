#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/dynamics/recirculation.h"
#include "signorini/dynamics/settings.h"
#include "signorini/io/input_files.h"
#include "signorini/io/output_settings.h"
#include "signorini/model/model.h"

namespace SIGNORINI_PUBLIC signorini {

/// What a scene file describes: docs/scene_files.md.
struct Scene {
  std::string name;  ///< the file's own, or its file name without the ending
  Model model;
  Settings settings;
  std::optional<Recirculation> recirculation = {};
  OutputSettings output;
};

/// Reads a scene file, with some of its parameters set to other values. Throws InputError that names file, line, key
/// and value, and the nearest key where one is unknown.
Scene read_scene(const std::filesystem::path& path, const std::map<std::string, std::string>& parameters = {});
/// The same, with what it and the files that it names are read from.
Scene read_scene(const std::filesystem::path& path, const std::map<std::string, std::string>& parameters,
                 InputFiles& files);

/// What a list of scenes shows.
struct SceneSummary {
  struct Parameter {
    std::string name, value;
  };
  std::string name, about;
  std::vector<Parameter> parameters;  ///< in the file's order, values as written
};
SceneSummary read_scene_summary(const std::filesystem::path& path);
SceneSummary read_scene_summary(const std::filesystem::path& path, InputFiles& files);

}  // namespace signorini
