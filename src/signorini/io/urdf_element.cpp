#include "signorini/io/urdf_element.h"

#include <algorithm>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/mesh_text.h"

namespace signorini {

void UrdfElement::refuse(std::string_view complaint) const {
  const std::string owner = owner_.empty() ? "" : owner_ + ": ";
  throw InputError(fmt::format("{}:{}: {}<{}> {}", *file_, xml_->GetLineNum(), owner, tag(), complaint));
}

std::optional<UrdfElement> UrdfElement::child(const char* name) const {
  const auto* xml = xml_->FirstChildElement(name);
  if (xml == nullptr) return {};
  return UrdfElement(xml, *file_, owner_);
}

UrdfElement UrdfElement::required_child(const char* name) const {
  if (auto element = child(name)) return *element;
  refuse(fmt::format("has no <{}>", name));
}

std::vector<UrdfElement> UrdfElement::children(const char* name) const {
  std::vector<UrdfElement> result;
  for (const auto* xml = xml_->FirstChildElement(name); xml != nullptr; xml = xml->NextSiblingElement(name))
    result.emplace_back(xml, *file_, owner_);
  return result;
}

UrdfElement UrdfElement::named(const std::string& kind) const {
  return {xml_, *file_, fmt::format("{} '{}'", kind, required_attribute("name"))};
}

std::optional<std::string> UrdfElement::attribute(const char* name) const {
  const char* text = xml_->Attribute(name);
  if (text == nullptr) return {};
  return std::string(text);
}

std::string UrdfElement::required_attribute(const char* name) const {
  const auto text = attribute(name);
  if (!text || text->empty()) refuse(fmt::format("has no {}", name));
  return *text;
}

std::vector<double> UrdfElement::numbers(const char* name, std::size_t count) const {
  std::string text = required_attribute(name);
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::vector<double> values;
  std::string_view rest = text;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    double value = 0;
    if (!parse_whole(word, value)) refuse(fmt::format("has the {} '{}', expected {} numbers", name, text, count));
    values.push_back(value);
  }
  if (values.size() != count) refuse(fmt::format("has the {} '{}', expected {} numbers", name, text, count));
  return values;
}

double UrdfElement::number(const char* name) const { return numbers(name, 1).front(); }

double UrdfElement::positive(const char* name) const {
  const double value = number(name);
  if (value <= 0) refuse(fmt::format("has the {} {}, expected a number > 0", name, value));
  return value;
}

std::optional<Vector3> UrdfElement::vector(const char* name) const {
  if (xml_->Attribute(name) == nullptr) return {};
  const std::vector<double> v = numbers(name, 3);
  return Vector3(v[0], v[1], v[2]);
}

Pose UrdfElement::origin() const {
  Pose pose;
  const auto element = child("origin");
  if (!element) return pose;
  pose.position = element->vector("xyz").value_or(Vector3::Zero());
  const Vector3 rpy = element->vector("rpy").value_or(Vector3::Zero());
  pose.orientation = Eigen::AngleAxisd(rpy.z(), Vector3::UnitZ()) * Eigen::AngleAxisd(rpy.y(), Vector3::UnitY()) *
                     Eigen::AngleAxisd(rpy.x(), Vector3::UnitX());
  return pose;
}

}  // namespace signorini
