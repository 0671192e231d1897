#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "signorini/io/input_files.h"
#include "signorini/io/urdf_element.h"
#include "signorini/model/mass_properties.h"
#include "signorini/model/shape.h"

/// A URDF file taken apart, before links become bodies.
namespace signorini {

struct UrdfLink {
  std::string name;
  UrdfElement element;
  std::optional<MassProperties> inertial;  ///< in the link's frame
  std::vector<Shape> shapes;               ///< in the link's frame; meshes as they are
};

struct UrdfJoint {
  std::string name, type;
  UrdfElement element;
  std::string parent, child;
  Pose origin;  ///< of the child link in the parent's
  Vector3 axis = Vector3::UnitX();
  std::optional<double> lower = {}, upper = {};
};

struct UrdfParts {
  std::string file;
  std::unique_ptr<tinyxml2::XMLDocument> document;  ///< the elements point into it
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;
};

/// On the heap, because the elements keep the address of the file's name.
std::unique_ptr<UrdfParts> take_urdf_apart(const std::filesystem::path& path, InputFiles& files);

}  // namespace signorini
