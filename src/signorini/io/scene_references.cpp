#include <fmt/format.h>

#include "signorini/base/names.h"
#include "signorini/io/scene_draft.h"

namespace signorini {
namespace {

/// Longer lists of known names would hide the message.
constexpr std::size_t most_listed = 12;

}  // namespace

void refuse_unknown(const SceneNode& node, const std::string& kind, const std::string& name,
                    const std::map<std::string, int>& known) {
  std::vector<std::string> names;
  for (const auto& [key, index] : known) names.push_back(key);
  if (names.size() <= most_listed && !names.empty())
    node.refuse(fmt::format("is {}", unknown_name_message(kind, name, names)));
  const std::string nearest = nearest_name(name, names);
  const std::string hint = nearest.empty() ? "" : fmt::format(": did you mean '{}'?", nearest);
  node.refuse(fmt::format("is unknown {} '{}'{} ({} are known)", kind, name, hint, names.size()));
}

int read_body_reference(const SceneNode& node, const SceneDraft& draft, bool world_allowed) {
  const std::string name = node.text();
  if (name == "world") {
    if (!world_allowed) node.refuse("is the world, expected a body");
    return -1;
  }
  const auto found = draft.bodies.find(name);
  if (found == draft.bodies.end()) refuse_unknown(node, "body", name, draft.bodies);
  return found->second;
}

std::pair<int, int> read_body_pair(const SceneObject& object, const SceneDraft& draft) {
  const SceneNode node = object.at("bodies");
  const std::vector<SceneNode> two = node.is_list() ? node.items() : std::vector<SceneNode>{};
  if (two.size() != 2) node.expected("two bodies, [a, b]");
  const int a = read_body_reference(two[0], draft), b = read_body_reference(two[1], draft);
  if (a == b) node.refuse("names one body twice");
  const auto moves = [&](int body) {
    return body >= 0 && !draft.scene.model.bodies[static_cast<std::size_t>(body)].fixed;
  };
  if (!moves(a) && !moves(b)) node.refuse("names two bodies of which neither can move");
  return {a, b};
}

Pose pose_of(int body, const SceneDraft& draft) {
  return body < 0 ? Pose{} : draft.scene.model.bodies[static_cast<std::size_t>(body)].pose;
}

std::string read_name(const SceneObject& object, const std::string& kind, std::size_t index) {
  const auto node = object.find("name");
  if (!node) return fmt::format("{}_{}", kind, index);
  std::string name = node->text();
  if (name.empty()) node->expected("a name");
  // In a loop a plain name gets the indices: link_0, link_1, …
  if (node->raw().find('$') == std::string::npos)
    for (const auto& [letter, value] : node->context().indices) name += fmt::format("_{}", value);
  return name;
}

}  // namespace signorini
