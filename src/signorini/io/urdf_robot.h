#pragma once

#include <filesystem>
#include <vector>

#include "signorini/io/input_files.h"
#include "signorini/io/urdf.h"

namespace signorini {

/// A robot's model, and where the frames of the links sit in the bodies' own frames.
struct UrdfRobot {
  Model model;
  std::vector<Vector3> link_frames;
};

UrdfRobot read_urdf_robot(const std::filesystem::path& path, const UrdfOptions& options, InputFiles& files);

}  // namespace signorini
