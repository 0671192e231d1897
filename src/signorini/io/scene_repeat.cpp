#include <limits>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/scene_node.h"

/// `repeat: 10` runs i from 0 to 9; `repeat: {row: 5, column: 5 - row}` nests loops, the last index fastest, each count
/// seeing the indices before it; `repeat: {i: [1, 9]}` runs from 1 to 9.
namespace signorini {
namespace {

/// More than this many rounds in one loop is a slip.
constexpr int most_rounds = 10'000'000;

struct Loop {
  std::string index;
  YAML::Node rounds;
};

std::vector<Loop> loops_of(const SceneNode& repeat) {
  if (!repeat.is_map()) return {{"i", repeat.yaml()}};
  std::vector<Loop> loops;
  for (const auto& pair : repeat.yaml()) {
    const std::string index = pair.first.IsScalar() ? pair.first.Scalar() : "";
    if (!is_identifier(index)) repeat.refuse(fmt::format("has the index '{}', expected a name", index));
    loops.push_back({index, pair.second});
  }
  if (loops.empty()) repeat.refuse("is empty, expected a count or indices with their counts");
  return loops;
}

void run(const SceneNode& item, const SceneNode& repeat, const std::vector<Loop>& loops, std::size_t depth,
         const std::function<void(const SceneNode&)>& action) {
  if (depth == loops.size()) return action(item);
  const auto& [index, yaml] = loops[depth];
  const std::shared_ptr<const SceneContext> outer = std::make_shared<SceneContext>(item.context());
  if (outer->scope.contains(index)) repeat.refuse(fmt::format("uses the index '{}', which is taken already", index));
  const SceneNode rounds(yaml, repeat.is_map() ? repeat.path() + "." + index : repeat.path(), outer);
  int first = 0, last = 0;
  if (rounds.is_list()) {
    const std::vector<SceneNode> ends = rounds.items();
    if (ends.size() != 2) rounds.refuse(fmt::format("has {} entries, expected [first, last]", ends.size()));
    first = ends[0].integer(-most_rounds);
    last = ends[1].integer(-most_rounds);
  } else {
    last = rounds.integer(0) - 1;
  }
  if (last - first >= most_rounds) rounds.refuse(fmt::format("asks for more than {} rounds", most_rounds));
  for (int k = first; k <= last; ++k) {
    auto inner = std::make_shared<SceneContext>(*outer);
    inner->scope[index] = static_cast<double>(k);
    inner->indices.push_back({index, k});
    run(SceneNode(item.yaml(), item.path(), inner), repeat, loops, depth + 1, action);
  }
}

}  // namespace

void SceneNode::for_each(const std::function<void(const SceneNode&)>& action) const {
  for (const SceneNode& item : items()) {
    const YAML::Node yaml = item.yaml();
    const YAML::Node repeat = yaml.IsMap() ? yaml["repeat"] : YAML::Node(YAML::NodeType::Undefined);
    if (!repeat.IsDefined()) {
      action(item);
      continue;
    }
    const SceneNode node = item.entry("repeat", repeat);
    run(item, node, loops_of(node), 0, action);
  }
}

}  // namespace signorini
