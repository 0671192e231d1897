#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/io/limits.h"
#include "signorini/io/scene_node.h"

/// `repeat: 10` runs i from 0 to 9; `repeat: {row: 5, column: 5 - row}` nests loops, the last index fastest, each count
/// seeing the indices before it; `repeat: {i: [1, 9]}` runs from 1 to 9.
namespace signorini {
namespace {

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

struct Range {
  int first = 0, last = -1;
  std::int64_t rounds() const { return std::max<std::int64_t>(0, std::int64_t{last} - first + 1); }
};

SceneNode rounds_node(const SceneNode& repeat, const Loop& loop, std::shared_ptr<const SceneContext> context) {
  return {loop.rounds, repeat.is_map() ? repeat.path() + "." + loop.index : repeat.path(), std::move(context)};
}

Range read_range(const SceneNode& rounds) {
  if (!rounds.is_list()) return {0, rounds.integer(0) - 1};
  const std::vector<SceneNode> ends = rounds.items();
  if (ends.size() != 2) rounds.refuse(fmt::format("has {} entries, expected [first, last]", ends.size()));
  constexpr int lowest = std::numeric_limits<int>::min() + 1;
  return {ends[0].integer(lowest), ends[1].integer(lowest)};
}

[[noreturn]] void refuse_rounds(const SceneNode& node, double rounds) {
  node.refuse(fmt::format("makes {:.10g} rounds, expected at most {} in a scene: lower the counts, or use a lattice",
                          rounds, limits::rounds));
}

/// Counts that do not depend on the indices around them are multiplied before anything is made. Those that do are
/// counted as they come.
void check_rounds(const SceneNode& item, const SceneNode& repeat, const std::vector<Loop>& loops) {
  double rounds = 1;
  const auto outer = std::make_shared<SceneContext>(item.context());
  for (const Loop& loop : loops) try {
      rounds *= static_cast<double>(std::max<std::int64_t>(1, read_range(rounds_node(repeat, loop, outer)).rounds()));
    } catch (const InputError&) {
      // An index of a loop around it, or a mistake: it is told with its place when the loop runs.
    }
  rounds += static_cast<double>(*outer->rounds);
  if (rounds > static_cast<double>(limits::rounds)) refuse_rounds(repeat, rounds);
}

void run(const SceneNode& item, const SceneNode& repeat, const std::vector<Loop>& loops, std::size_t depth,
         const std::function<void(const SceneNode&)>& action) {
  if (depth == loops.size()) return action(item);
  const std::string& index = loops[depth].index;
  const std::shared_ptr<const SceneContext> outer = std::make_shared<SceneContext>(item.context());
  if (outer->scope.contains(index)) repeat.refuse(fmt::format("uses the index '{}', which is taken already", index));
  const SceneNode rounds = rounds_node(repeat, loops[depth], outer);
  const Range range = read_range(rounds);
  *outer->rounds += range.rounds();
  if (*outer->rounds > limits::rounds) refuse_rounds(rounds, static_cast<double>(*outer->rounds));
  for (std::int64_t k = range.first; k <= range.last; ++k) {
    auto inner = std::make_shared<SceneContext>(*outer);
    inner->scope[index] = static_cast<double>(k);
    inner->indices.push_back({index, static_cast<int>(k)});
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
    const std::vector<Loop> loops = loops_of(node);
    check_rounds(item, node, loops);
    run(item, node, loops, 0, action);
  }
}

}  // namespace signorini
