#include "signorini/dynamics/start_overlap.h"

#include <algorithm>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/collision/collision.h"
#include "signorini/dynamics/simulation.h"

namespace signorini {

Overlap start_overlap(const Model& model, const Settings& settings) {
  std::vector<Contact> contacts;
  Collision(model, contact_margin(model, settings)).find(initial_state(model).poses, contacts);
  Overlap worst;
  for (const Contact& contact : contacts) {
    const auto [a, b] = std::pair(contact.key.body_a, contact.key.body_b);
    const Overlap overlap{a, b, -contact.gap, std::min(half_width(model.bodies[a]), half_width(model.bodies[b]))};
    if (overlap.depth / overlap.half_width > worst.depth / worst.half_width) worst = overlap;
  }
  return worst;
}

std::string describe(const Overlap& overlap, const Model& model) {
  const auto name = [&](int body) {
    const std::string& given = model.bodies[body].name;
    return given.empty() ? fmt::format("body {}", body) : fmt::format("'{}'", given);
  };
  return fmt::format("{} and {} overlap by {:.3g} m at the start", name(overlap.body_a), name(overlap.body_b),
                     overlap.depth);
}

void require_not_deep(const Overlap& overlap, const Model& model) {
  if (overlap.deep())
    throw InputError(
        fmt::format("{}, more than half the width of the thinner one ({:.3g} m): move them apart, list the "
                    "pair under contact.ignore, or set contact.allow_overlap",
                    describe(overlap, model), overlap.half_width));
}

}  // namespace signorini
