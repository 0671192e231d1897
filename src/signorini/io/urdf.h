#pragma once

#include <filesystem>
#include <string>

#include "signorini/base/export.h"
#include "signorini/io/input_files.h"
#include "signorini/model/model.h"

namespace SIGNORINI_PUBLIC signorini {

struct UrdfOptions {
  Pose pose = {};           ///< of the root link
  bool fixed = false;       ///< the root link does not move; a root link named "world" never does
  std::string prefix = {};  ///< of the names of all links and joints
};

/// Reads a robot in the Unified Robot Description Format: links with mass, inertia and collision geometry (box, sphere,
/// cylinder, mesh: its hull on links that move), joints with limits. Links without inertial data become part of the
/// link they are fixed to. Joints start at 0; connected links do not touch. Transmissions, visuals, efforts, damping
/// and friction are passed over. Throws InputError that names file, line, element and value.
Model read_urdf(const std::filesystem::path& path, const UrdfOptions& options = {});
/// The same, with what it and the files that it names are read from.
Model read_urdf(const std::filesystem::path& path, const UrdfOptions& options, InputFiles& files);

}  // namespace signorini
