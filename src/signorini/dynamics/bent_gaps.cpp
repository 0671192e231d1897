#include "signorini/dynamics/bent_gaps.h"

#include <algorithm>
#include <cmath>

namespace signorini {
namespace {

/// A gap that still bends otherwise after so many solves is left to the next step.
constexpr int most_rounds = 5;

std::vector<Contact>::iterator place_of(std::vector<Contact>& sorted, const ContactKey& key) {
  return std::ranges::lower_bound(sorted, key, {}, &Contact::key);
}

bool holds(const std::vector<Contact>& sorted, std::vector<Contact>::iterator place, const ContactKey& key) {
  return place != sorted.end() && place->key == key;
}

/// A contact of the end of the step as if it had been there at the start, apart by what the bodies close until then.
Contact brought_to_start(Contact contact, const Travel& travel) {
  const Vector3 closing = relative_velocity(contact, travel.end, travel.velocity, travel.places);
  contact.gap -= travel.step * contact.normal.dot(closing);
  Vector3 moved = Vector3::Zero();
  int moving = 0;
  for (const int body : {contact.key.body_a, contact.key.body_b})
    if (travel.places[body] >= 0) {
      moved += travel.end[body].position - travel.start[body].position;
      ++moving;
    }
  if (moving > 0) contact.point -= moved / moving;
  return contact;
}

}  // namespace

void BentGaps::add_to(const std::vector<Contact>& contacts, double step, Assembly& assembly) const {
  if (bends_.empty()) return;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    if (const auto bend = bends_.find(contacts[k].key); bend != bends_.end())
      assembly.problem.w[assembly.contact_row[k]] += bend->second / step;
}

bool BentGaps::find(const Travel& travel, const std::vector<Contact>& at_end, double slack, std::vector<Contact>& near,
                    std::vector<Contact>& contacts) {
  if (rounds_ == most_rounds) return false;
  bool found = false;
  for (const Contact& end : at_end) {
    auto known = place_of(near, end.key);
    const bool seen = holds(near, known, end.key);
    if (end.gap >= std::min(seen ? known->gap : 0.0, 0.0) - slack) continue;
    if (!seen) known = near.insert(known, brought_to_start(end, travel));
    const Contact& start = *known;
    const double closed = start.normal.dot(relative_velocity(start, travel.start, travel.velocity, travel.places));
    const double bend = end.gap - start.gap - travel.step * closed;
    const auto place = place_of(contacts, end.key);
    const bool listed = holds(contacts, place, end.key);
    const auto old = bends_.find(end.key);
    if (listed && std::abs(bend - (old == bends_.end() ? 0 : old->second)) <= slack) continue;
    bends_[end.key] = bend;
    if (!listed) contacts.insert(place, start);
    found = true;
  }
  if (found) ++rounds_;
  return found;
}

}  // namespace signorini
