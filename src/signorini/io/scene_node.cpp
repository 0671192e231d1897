#include "signorini/io/scene_node.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/io/scene_keys.h"

namespace signorini {
namespace {

constexpr double degree = std::numbers::pi / 180.0;
/// A value longer than this is cut in messages.
constexpr std::size_t longest_shown = 60;

std::string describe(Bounds bounds) {
  switch (bounds) {
    case Bounds::any:
      return "a number";
    case Bounds::positive:
      return "a number > 0";
    case Bounds::not_negative:
      return "a number >= 0";
    case Bounds::zero_to_one:
      return "a number in 0..1";
  }
  return "a number";
}

bool within(Bounds bounds, double value) {
  switch (bounds) {
    case Bounds::any:
      return true;
    case Bounds::positive:
      return value > 0;
    case Bounds::not_negative:
      return value >= 0;
    case Bounds::zero_to_one:
      return value >= 0 && value <= 1;
  }
  return true;
}

std::string cut(const std::string& text) {
  return text.size() > longest_shown ? text.substr(0, longest_shown) + "..." : text;
}

}  // namespace

std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return text;
}

SceneNode::SceneNode(YAML::Node yaml, std::string path, std::shared_ptr<const SceneContext> context)
    : yaml_(std::move(yaml)), path_(std::move(path)), context_(std::move(context)) {}

void SceneNode::refuse_at(int line, std::string_view complaint) const {
  std::string loop;
  for (const auto& [name, value] : context_->indices)
    loop += fmt::format("{}{} = {}", loop.empty() ? "" : ", ", name, value);
  const std::string where = loop.empty() ? "" : " (at " + loop + ")";
  throw InputError(one_line(fmt::format("{}:{}: {}{}", context_->file, line, complaint, where)));
}

void SceneNode::refuse(std::string_view complaint) const {
  refuse_at(line(), path_.empty() ? std::string(complaint) : fmt::format("{} {}", path_, complaint));
}

std::string SceneNode::shown() const {
  if (yaml_.IsSequence()) return "a list";
  if (yaml_.IsMap()) return "a map";
  if (!yaml_.IsScalar()) return "empty";
  return fmt::format("'{}'", cut(yaml_.Scalar()));
}

void SceneNode::expected(std::string_view what) const { refuse(fmt::format("is {}, expected {}", shown(), what)); }

void SceneNode::placing_errors(const std::function<void()>& action) const {
  try {
    action();
  } catch (const InputError& error) {
    refuse(fmt::format("is {}: {}", shown(), error.what()));
  }
}

std::string SceneNode::text() const {
  if (!yaml_.IsScalar()) expected("a text");
  std::string expanded;
  placing_errors([&] { expanded = expand_text(yaml_.Scalar(), context_->scope); });
  return expanded;
}

std::string SceneNode::word(const std::vector<std::string>& words) const {
  if (!yaml_.IsScalar()) expected(fmt::format("one of {}", fmt::join(words, ", ")));
  const std::string chosen = text();
  if (std::find(words.begin(), words.end(), chosen) != words.end()) return chosen;
  const std::string nearest = nearest_name(chosen, words);
  refuse(fmt::format("is '{}', expected one of {}{}", chosen, fmt::join(words, ", "),
                     nearest.empty() ? "" : fmt::format(": did you mean '{}'?", nearest)));
}

double SceneNode::number(Bounds bounds) const {
  if (!yaml_.IsScalar() || yaml_.Scalar().empty()) expected(describe(bounds));
  double value = 0;
  try {
    value = evaluate_expression(yaml_.Scalar(), context_->scope);
  } catch (const InputError& error) {
    refuse(fmt::format("is {}, expected {}: {}", shown(), describe(bounds), error.what()));
  }
  if (std::isfinite(value) && within(bounds, value)) return value;
  const std::string plain = fmt::format("{}", value);
  const std::string source = plain == yaml_.Scalar() ? "" : fmt::format(" ({})", shown());
  refuse(fmt::format("is {}{}, expected {}", plain, source, describe(bounds)));
}

int SceneNode::integer(int low) const {
  const std::string what = low == std::numeric_limits<int>::min() ? "an integer" : fmt::format("an integer >= {}", low);
  if (!yaml_.IsScalar() || yaml_.Scalar().empty()) expected(what);
  const double value = number();
  // Counts that come out of divisions are a rounding error away from whole numbers.
  const double rounded = std::round(value);
  if (std::abs(value - rounded) > 1e-9 * std::max(1.0, std::abs(value)) || rounded < low ||
      rounded > std::numeric_limits<int>::max())
    refuse(fmt::format("is {}, expected {}", value, what));
  return static_cast<int>(rounded);
}

bool SceneNode::flag() const {
  if (!yaml_.IsScalar()) expected("true or false");
  SceneValue value;
  placing_errors([&] { value = expand_value(yaml_.Scalar(), context_->scope); });
  if (const bool* truth = std::get_if<bool>(&value)) return *truth;
  const std::string written = to_text(value);
  if (written != "true" && written != "false") refuse(fmt::format("is '{}', expected true or false", written));
  return written == "true";
}

std::vector<SceneNode> SceneNode::items() const {
  if (!yaml_.IsSequence()) expected("a list");
  std::vector<SceneNode> result;
  for (std::size_t k = 0; k < yaml_.size(); ++k)
    result.emplace_back(yaml_[k], fmt::format("{}[{}]", path_, k), context_);
  return result;
}

std::vector<double> SceneNode::numbers(std::optional<std::size_t> size) const {
  const std::string what = size ? fmt::format("a list of {} numbers", *size) : "a list of numbers";
  if (!yaml_.IsSequence()) expected(what);
  if (size && yaml_.size() != *size) refuse(fmt::format("has {} entries, expected {}", yaml_.size(), what));
  std::vector<double> values;
  for (const SceneNode& item : items()) values.push_back(item.number());
  return values;
}

Vector3 SceneNode::vector(Bounds bounds) const {
  const std::string_view what = "[x, y, z]";
  if (!yaml_.IsSequence()) expected(what);
  if (yaml_.size() != 3) refuse(fmt::format("has {} entries, expected {}", yaml_.size(), what));
  Vector3 value;
  for (std::size_t k = 0; k < 3; ++k)
    value[static_cast<Eigen::Index>(k)] = SceneNode(yaml_[k], fmt::format("{}[{}]", path_, k), context_).number(bounds);
  return value;
}

Vector3 SceneNode::direction() const {
  const Vector3 value = vector();
  if (value.norm() == 0) refuse("is [0, 0, 0], expected a direction");
  return value.normalized();
}

Quaternion SceneNode::orientation() const {
  if (yaml_.IsSequence()) {
    const std::vector<double> q = numbers(4);
    const Quaternion value(q[0], q[1], q[2], q[3]);
    if (value.norm() == 0) refuse("is [0, 0, 0, 0], expected a quaternion [w, x, y, z]");
    return value.normalized();
  }
  if (!yaml_.IsMap()) expected("a quaternion [w, x, y, z], {axis, angle} or {rpy}");
  const SceneObject object(*this, "orientation");
  if (object.only_one_of({"axis", "rpy", "rpy_deg"}) == "axis") {
    const std::string angle = object.only_one_of({"angle", "angle_deg"});
    const double radians = object.at(angle).number() * (angle == "angle" ? 1.0 : degree);
    return Quaternion(Eigen::AngleAxisd(radians, object.at("axis").direction()));
  }
  for (const char* key : {"angle", "angle_deg"}) object.forbid(key, "goes with axis only");
  const bool in_degrees = object.has("rpy_deg");
  const Vector3 rpy = object.at(in_degrees ? "rpy_deg" : "rpy").vector() * (in_degrees ? degree : 1.0);
  return Eigen::AngleAxisd(rpy.z(), Vector3::UnitZ()) * Eigen::AngleAxisd(rpy.y(), Vector3::UnitY()) *
         Eigen::AngleAxisd(rpy.x(), Vector3::UnitX());
}

SceneNode SceneNode::entry(const std::string& key, const YAML::Node& value) const {
  return {value, path_.empty() ? key : path_ + "." + key, context_};
}

SceneObject::SceneObject(const SceneNode& node, std::string_view kind) : node_(node), known_(scene_keys(kind)) {
  if (!node.is_map()) node.expected(fmt::format("a map with keys of {}", fmt::join(known_, ", ")));
  for (const auto& pair : node.yaml()) {
    const int line = pair.first.Mark().line + 1;
    const std::string place = node.path().empty() ? "" : node.path() + ": ";
    if (!pair.first.IsScalar()) node.refuse_at(line, place + "a key is not a word");
    const std::string& key = pair.first.Scalar();
    if (std::find(known_.begin(), known_.end(), key) == known_.end())
      node.refuse_at(line, place + unknown_name_message("key", cut(key), known_));
    if (!entries_.emplace(key, pair.second).second)
      node.refuse_at(line, fmt::format("{}key '{}' is given twice", place, key));
  }
}

std::optional<SceneNode> SceneObject::find(const std::string& key) const {
  assert(std::find(known_.begin(), known_.end(), key) != known_.end());
  const auto found = entries_.find(key);
  if (found == entries_.end()) return {};
  return node_.entry(key, found->second);
}

SceneNode SceneObject::at(const std::string& key) const {
  if (auto node = find(key)) return *node;
  node_.refuse(fmt::format("has no {}", key));
}

std::string SceneObject::only_one_of(const std::vector<std::string>& keys) const {
  at_most_one_of(keys);
  for (const auto& key : keys)
    if (has(key)) return key;
  node_.refuse(fmt::format("needs {}", fmt::join(keys, " or ")));
}

void SceneObject::at_most_one_of(const std::vector<std::string>& keys) const {
  std::vector<std::string> given;
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(given), [&](const auto& key) { return has(key); });
  if (given.size() > 1)
    at(given.back()).refuse(fmt::format("is given together with {}: only one of them can be", given.front()));
}

void SceneObject::forbid(const std::string& key, std::string_view why) const {
  if (const auto node = find(key)) node->refuse(why);
}

double SceneObject::number(const std::string& key, Bounds bounds, double fallback) const {
  const auto node = find(key);
  return node ? node->number(bounds) : fallback;
}

int SceneObject::integer(const std::string& key, int low, int fallback) const {
  const auto node = find(key);
  return node ? node->integer(low) : fallback;
}

bool SceneObject::flag(const std::string& key, bool fallback) const {
  const auto node = find(key);
  return node ? node->flag() : fallback;
}

Vector3 SceneObject::vector(const std::string& key, const Vector3& fallback) const {
  const auto node = find(key);
  return node ? node->vector() : fallback;
}

Pose SceneObject::pose() const {
  Pose pose;
  pose.position = vector("position", Vector3::Zero());
  if (const auto node = find("orientation")) pose.orientation = node->orientation();
  return pose;
}

}  // namespace signorini
