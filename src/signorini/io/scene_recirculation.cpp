#include <fmt/format.h>

#include "signorini/io/scene_body.h"

namespace signorini {

void read_recirculation(const SceneNode& node, SceneDraft& draft) {
  const SceneObject object(node, "recirculate");
  Recirculation recirculation;
  const SceneNode bodies = object.at("bodies");
  const std::string prefix = bodies.text() + "_";
  // Those of a fill: ball_0, ball_1, …
  for (std::size_t k = 0; k < draft.scene.model.bodies.size(); ++k) {
    const Body& body = draft.scene.model.bodies[k];
    const bool numbered = body.name.starts_with(prefix) && body.name.size() > prefix.size() &&
                          body.name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
    if (numbered && !body.fixed) recirculation.bodies.push_back(static_cast<int>(k));
  }
  if (recirculation.bodies.empty())
    bodies.refuse(fmt::format("names no bodies that move: expected the name of a fill, {}0, {}1, …", prefix, prefix));
  recirculation.rate = object.at("rate").number(Bounds::not_negative);
  const SceneNode region_node = object.at("region");
  const FillRegion region = read_region(region_node);
  if (region.open_top) region_node.refuse("has no top, which is needed to enter there: give the z of to");
  recirculation.from = region.from;
  recirculation.to = region.to;
  recirculation.round = region.round;
  recirculation.below = object.number("below", Bounds::any, recirculation.below);
  recirculation.seed = static_cast<std::uint64_t>(object.integer("seed", 0, 1));
  if (recirculation.rate > 0) draft.scene.recirculation = recirculation;
}

}  // namespace signorini
