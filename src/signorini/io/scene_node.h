#pragma once

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "signorini/io/scene_expression.h"
#include "signorini/math/pose.h"

namespace signorini {

/// Without line breaks and other control characters, so that messages stay in one line.
std::string one_line(std::string text);

/// Which numbers a field takes.
enum class Bounds { any, positive, not_negative, zero_to_one };

/// The names that expressions see, and the loop indices among them for messages.
struct SceneContext {
  std::string file;
  SceneScope scope;
  struct Index {
    std::string name;
    int value;
  };
  std::vector<Index> indices = {};  ///< of the loops around the place, outermost first
  /// Of all loops of the scene so far.
  std::shared_ptr<std::int64_t> rounds = std::make_shared<std::int64_t>(0);
};

/// A value in a scene file together with where it stands: everything that goes wrong with it is told as
/// "file:line: bodies[3].mass is -1, expected a number > 0".
class SceneNode {
 public:
  SceneNode(YAML::Node yaml, std::string path, std::shared_ptr<const SceneContext> context);

  bool is_list() const { return yaml_.IsSequence(); }
  bool is_map() const { return yaml_.IsMap(); }
  bool is_scalar() const { return yaml_.IsScalar(); }

  /// As written, before parameters are put in; for scalars.
  const std::string& raw() const { return yaml_.Scalar(); }
  /// With parameters put in.
  std::string text() const;
  /// One of the words; the message names the nearest.
  std::string word(const std::vector<std::string>& words) const;
  double number(Bounds bounds = Bounds::any) const;
  int integer(int low) const;
  bool flag() const;
  /// A list of `size` numbers, or of any number of them.
  std::vector<double> numbers(std::optional<std::size_t> size = {}) const;
  Vector3 vector(Bounds bounds = Bounds::any) const;
  /// Not zero, made unit.
  Vector3 direction() const;
  /// [w, x, y, z]; {axis, angle | angle_deg}; {rpy | rpy_deg}.
  Quaternion orientation() const;

  /// The entries of a list.
  std::vector<SceneNode> items() const;
  /// The entries of a list of maps, those with `repeat` as often as it says, each time with the indices in scope.
  void for_each(const std::function<void(const SceneNode&)>& action) const;

  int line() const { return yaml_.Mark().line + 1; }
  const std::string& path() const { return path_; }
  const SceneContext& context() const { return *context_; }
  const YAML::Node& yaml() const { return yaml_; }
  SceneNode entry(const std::string& key, const YAML::Node& value) const;
  /// The value as a message shows it.
  std::string shown() const;

  /// "file:line: path <complaint>".
  [[noreturn]] void refuse(std::string_view complaint) const;
  /// "file:line: path is <value>, expected <what>".
  [[noreturn]] void expected(std::string_view what) const;
  /// Runs `action` and puts place and path before the message of an InputError.
  void placing_errors(const std::function<void()>& action) const;

 private:
  [[noreturn]] void refuse_at(int line, std::string_view complaint) const;
  friend class SceneObject;

  YAML::Node yaml_;
  std::string path_;
  std::shared_ptr<const SceneContext> context_;
};

/// A map with the keys of one kind of scene_keys(); all others are refused.
class SceneObject {
 public:
  SceneObject(const SceneNode& node, std::string_view kind);

  bool has(const std::string& key) const { return entries_.contains(key); }
  std::optional<SceneNode> find(const std::string& key) const;
  /// Refuses when it is missing.
  SceneNode at(const std::string& key) const;
  /// The one of these keys that is there; refuses none and more than one.
  std::string only_one_of(const std::vector<std::string>& keys) const;
  /// Refuses more than one of them.
  void at_most_one_of(const std::vector<std::string>& keys) const;
  /// Refuses `key` with "…: <why>".
  void forbid(const std::string& key, std::string_view why) const;

  double number(const std::string& key, Bounds bounds, double fallback) const;
  int integer(const std::string& key, int low, int fallback) const;
  bool flag(const std::string& key, bool fallback) const;
  Vector3 vector(const std::string& key, const Vector3& fallback) const;
  /// From the keys position and orientation.
  Pose pose() const;
  const SceneNode& node() const { return node_; }

 private:
  SceneNode node_;
  std::vector<std::string> known_;
  std::map<std::string, YAML::Node> entries_;
};

}  // namespace signorini
