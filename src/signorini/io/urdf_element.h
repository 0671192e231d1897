#pragma once

#include <tinyxml2.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signorini/math/pose.h"

namespace signorini {

/// An element of a URDF file and where it stands, for messages like "robot.urdf:12: link 'arm': <mass> has the value
/// '-1', expected a number > 0".
class UrdfElement {
 public:
  UrdfElement(const tinyxml2::XMLElement* xml, const std::string& file, std::string owner)
      : xml_(xml), file_(&file), owner_(std::move(owner)) {}

  std::optional<UrdfElement> child(const char* name) const;
  /// Refuses when there is none.
  UrdfElement required_child(const char* name) const;
  std::vector<UrdfElement> children(const char* name) const;
  /// The same element, to be called "<kind> '<name>'" in messages.
  UrdfElement named(const std::string& kind) const;

  std::optional<std::string> attribute(const char* name) const;
  std::string required_attribute(const char* name) const;
  double number(const char* name) const;
  double positive(const char* name) const;
  std::optional<Vector3> vector(const char* name) const;
  /// Of the child <origin>; the identity when there is none.
  Pose origin() const;

  std::string_view tag() const { return xml_->Name(); }
  [[noreturn]] void refuse(std::string_view complaint) const;

 private:
  std::vector<double> numbers(const char* name, std::size_t count) const;

  const tinyxml2::XMLElement* xml_;
  const std::string* file_;
  std::string owner_;
};

}  // namespace signorini
