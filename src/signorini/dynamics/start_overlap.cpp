#include "signorini/dynamics/start_overlap.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/collision/collision.h"
#include "signorini/collision/surface_contacts.h"
#include "signorini/dynamics/islands.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/model/flexible_width.h"

namespace signorini {
namespace {

/// Of the thinner body's half width: shallower overlap is the rounding of files, and links that touch.
constexpr double touching_share = 1e-6;

std::vector<Contact> contacts_at(const State& state, const Model& model, const Settings& settings) {
  std::vector<Contact> contacts;
  Collision(model, contact_margin(model, settings)).find(state.poses, contacts);
  return contacts;
}

std::pair<int, int> pair_of(const Contact& contact) { return {contact.key.body_a, contact.key.body_b}; }

/// Of flexible bodies, with rigid ones and with each other.
std::vector<Contact> surface_contacts_at(const State& state, const Model& model, const Settings& settings) {
  std::vector<Contact> contacts;
  if (model.flexible_bodies.empty()) return contacts;
  SurfacePoints points;
  SurfaceCollision(model).find(state.poses, state.nodes, contact_margin(model, settings), contacts, points);
  std::erase_if(contacts, [](const Contact& contact) { return contact.key.body_a == contact.key.body_b; });
  return contacts;
}

/// The flexible body of this number, behind those of the rigid ones; null for rigid bodies.
const FlexibleBody* flexible_body(const Model& model, int body) {
  const int number = body - static_cast<int>(model.bodies.size());
  return number < 0 ? nullptr : &model.flexible_bodies[static_cast<std::size_t>(number)];
}

double half_width_of(const Model& model, int body) {
  const FlexibleBody* flexible = flexible_body(model, body);
  return flexible != nullptr ? half_width(*flexible) : half_width(model.bodies[static_cast<std::size_t>(body)]);
}

double thinner_half_width(const Model& model, const Contact& contact) {
  return std::min(half_width_of(model, contact.key.body_a), half_width_of(model, contact.key.body_b));
}

Overlap worst_of(const std::vector<Contact>& contacts, const Model& model) {
  Overlap worst;
  for (const Contact& contact : contacts) {
    const auto [a, b] = pair_of(contact);
    const Overlap overlap{a, b, -contact.gap, thinner_half_width(model, contact)};
    if (overlap.depth / overlap.half_width > worst.depth / worst.half_width) worst = overlap;
  }
  return worst;
}

BodyPairs links_in_each_other(const Model& model, const std::vector<Contact>& contacts) {
  const std::vector<int> places = velocity_places(model);
  Islands mechanisms = Islands::of_joints(model, places);
  // A fixed body belongs to the mechanisms that joints hang on it.
  const auto hangs_on = [&](int moving, int fixed) {
    return std::ranges::any_of(model.joints, [&](const Joint& joint) {
      const int other = joint.body_a == fixed ? joint.body_b : joint.body_b == fixed ? joint.body_a : -1;
      return mechanisms.moves(other) && mechanisms.of(other) == mechanisms.of(moving);
    });
  };
  BodyPairs pairs;
  for (const Contact& contact : contacts) {
    const auto [a, b] = pair_of(contact);
    const bool linked = !mechanisms.moves(a)   ? hangs_on(b, a)
                        : !mechanisms.moves(b) ? hangs_on(a, b)
                                               : mechanisms.of(a) == mechanisms.of(b);
    if (linked && -contact.gap > touching_share * thinner_half_width(model, contact)) pairs.emplace_back(a, b);
  }
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());  // contacts are sorted by their bodies
  return pairs;
}

}  // namespace

BodyPairs overlapping_links(const Model& model, const Settings& settings) {
  return links_in_each_other(model, contacts_at(initial_state(model), model, settings));
}

bool have_parted(const std::pair<int, int>& pair, const std::vector<Contact>& contacts) {
  return std::ranges::none_of(std::ranges::equal_range(contacts, pair, {}, pair_of),
                              [](const Contact& contact) { return contact.gap < 0; });
}

void leave_out(const BodyPairs& pairs, std::vector<Contact>& contacts) {
  if (pairs.empty()) return;
  std::erase_if(contacts, [&](const Contact& contact) { return std::ranges::binary_search(pairs, pair_of(contact)); });
}

Overlap start_overlap(const Model& model, const Settings& settings) {
  const State start = initial_state(model);
  std::vector<Contact> contacts = contacts_at(start, model, settings);
  if (settings.ignore_overlapping_links) leave_out(links_in_each_other(model, contacts), contacts);
  std::ranges::copy(surface_contacts_at(start, model, settings), std::back_inserter(contacts));
  return worst_of(contacts, model);
}

Overlap overlap_of(int body, const Model& model, const Settings& settings, const State& state) {
  std::vector<Contact> contacts = contacts_at(state, model, settings);
  std::ranges::copy(surface_contacts_at(state, model, settings), std::back_inserter(contacts));
  std::erase_if(contacts,
                [&](const Contact& contact) { return contact.key.body_a != body && contact.key.body_b != body; });
  return worst_of(contacts, model);
}

std::pair<std::string, std::string> names(const Overlap& overlap, const Model& model) {
  const auto name = [&](int body) {
    const FlexibleBody* flexible = flexible_body(model, body);
    return flexible != nullptr ? flexible->name : model.bodies[body].name;
  };
  return {name(overlap.body_a), name(overlap.body_b)};
}

std::string describe(const Overlap& overlap, const Model& model) {
  const auto quoted = [](const std::string& name, int body) {
    return name.empty() ? fmt::format("body {}", body) : fmt::format("'{}'", name);
  };
  const auto [a, b] = names(overlap, model);
  return fmt::format("{} and {} overlap by {:.3g} m at the start", quoted(a, overlap.body_a), quoted(b, overlap.body_b),
                     overlap.depth);
}

void require_not_deep(const Overlap& overlap, const Model& model) {
  if (!overlap.deep()) return;
  const bool rigid = flexible_body(model, overlap.body_a) == nullptr && flexible_body(model, overlap.body_b) == nullptr;
  throw InputError(fmt::format(
      "{}, more than half the width of the thinner one ({:.3g} m): move them apart, {}or set contact.allow_overlap",
      describe(overlap, model), overlap.half_width, rigid ? "list the pair under contact.ignore, " : ""));
}

}  // namespace signorini
