// Which contacts a step deals with.
#include <algorithm>
#include <cmath>

#include "signorini/dynamics/simulation_parts.h"
#include "signorini/model/limits.h"

namespace signorini {

namespace {

/// Of the contact margin: how deep the turning of bodies may drive them into each other before the step is solved
/// again.
constexpr double bend_share = 0.01;
/// Of the contact margin: how far ahead of a turning surface contacts are looked for in a step. Every body's search
/// goes as far as the fastest needs, and what lies further is found at the end of the step, bent_gaps.h.
constexpr double most_turning = 16;

}  // namespace

/// Of the bodies' points, m/s: linear speed plus that of turning, as far as it counts.
double Simulation::Parts::fastest_point(const Vector& v) const {
  double speed = 0;
  for (std::size_t k = 0; k < turning_radii.size(); ++k) {
    const auto of_body = v.segment<6>(6 * static_cast<Eigen::Index>(k));
    const double turning = std::min(turning_radii[k] * of_body.tail<3>().norm(), most_turning * margin / h);
    speed = std::max(speed, of_body.head<3>().norm() + turning);
  }
  if (flexible)
    for (int k = 0; k < flexible->nodes().count(); ++k)
      speed = std::max(speed, flexible->nodes().velocity(k, v).norm());
  return speed;
}

/// Contacts nearer than the margin, or than what the bodies close in the step at their old velocities. The search goes
/// as far as the fastest could; the radius grows in powers of two, so that it follows from the state alone.
void Simulation::Parts::find_contacts(const StepInputs& inputs) {
  double pushed = 0;  // the largest acceleration by the inputs, m/s²
  for (const AppliedForce& force : inputs.forces)
    pushed = std::max(pushed, force.force.norm() / model.bodies[force.body].mass);
  if (flexible) pushed = std::max(pushed, flexible->pushed());
  const double reach =
      std::min(margin + 2 * h * (fastest_point(state.v) + h * (model.gravity.norm() + pushed)), largest_quantity);
  // Not by their quotient, which overflows where the margin is tiny.
  const double wanted = std::ldexp(margin, static_cast<int>(std::ceil(std::log2(reach) - std::log2(margin))));
  if (!collision || collision_margin != wanted) {
    collision.emplace(model, wanted);
    collision_margin = wanted;
  }
  collision->find(state.poses, near);
  if (flexible) surface_collision->find(state.poses, state.nodes, wanted, near_surfaces, surface_points);
  std::erase_if(overlapping, [&](const auto& pair) { return have_parted(pair, near); });
  leave_out(overlapping, near);
  select_contacts({});
}

void Simulation::Parts::select_contacts(const ImpactsDone& hits) {
  contacts.clear();
  bends.clear();
  for (const Contact& contact : near) {
    const double approach = -contact.normal.dot(relative_velocity(contact, state.poses, state.v, places));
    if (contact.gap <= margin + h * std::max(0.0, approach) || hits.impulses.contains(contact.key))
      contacts.push_back(contact);
  }
  for (const Contact& contact : near_surfaces)
    if (contact.gap <= margin + h * std::max(0.0, -contact.normal.dot(velocity_at(contact, state.v))))
      contacts.push_back(contact);
  if (!near_surfaces.empty()) std::ranges::sort(contacts, {}, &Contact::key);
}

BeforeImpacts Simulation::Parts::before_impacts() const {
  return {model, settings, places, state.poses, near, courses.start, slack_share * margin, h};
}

/// Bodies that bounce get their new velocities, and the step its contacts with those. A light body that is hit may
/// become faster than what was looked for: then again.
ImpactsDone Simulation::Parts::impact(const StepInputs& inputs) {
  ImpactsDone hits;
  for (;;) {
    const double speed = fastest_point(state.v);
    const int before = hits.count;
    Vector rigid = state.v.head(rigid_velocities(model));
    resolve_impacts(before_impacts(), rigid, hits);
    state.v.head(rigid.size()) = rigid;
    if (hits.count == before) return hits;
    const bool faster = fastest_point(state.v) > speed;
    if (faster) find_contacts(inputs);
    select_contacts(hits);
    if (!faster) return hits;
  }
}

void Simulation::Parts::note_early(const ImpactsDone& hits) {
  bounced_early = {};
  if (hits.impulses.empty()) return;
  for (const Contact& contact : near)
    if (2 * contact.gap > bounced_early.length && hits.impulses.contains(contact.key))
      bounced_early = {2 * contact.gap, contact.key.body_b};
}

/// A body that is hit may run into one that it was not moving towards, within the same step: such pairs join the
/// contacts, and the step is solved again. False when there are none.
bool Simulation::Parts::add_missed_contacts() {
  const std::size_t before = contacts.size();
  std::vector<Contact> all;
  for (const auto* found : {&near, &near_surfaces}) {
    auto known = contacts.begin();
    for (const Contact& contact : *found) {
      while (known != contacts.end() && known->key < contact.key) ++known;
      const bool listed = known != contacts.end() && known->key == contact.key;
      const double opening = listed ? 0 : contact.normal.dot(velocity_at(contact, solution.v));
      if (listed || contact.gap + h * opening < 0) all.push_back(contact);
    }
  }
  if (!near_surfaces.empty()) std::ranges::sort(all, {}, &Contact::key);
  contacts = std::move(all);
  return contacts.size() > before;
}

/// With what the bodies move from the start of the step to its end: the mean of the velocities at both, or those at the
/// end where velocities jump (thesis eq. 3.22c).
Vector Simulation::Parts::travel_velocity() const {
  Vector velocity = 0.5 * (state.v + solution.v);
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k] >= 0 && assembly.jumps[k]) velocity.segment<6>(places[k]) = solution.v.segment<6>(places[k]);
  return velocity;
}

/// Whether some body turns, or travels in a hollow, so far that its gaps may bend by more than the slack.
bool Simulation::Parts::gaps_may_bend(const Vector& velocity) const {
  for (std::size_t k = 0; k < turning_radii.size(); ++k) {
    const auto of_body = velocity.segment<6>(6 * static_cast<Eigen::Index>(k));
    const double angle = h * of_body.tail<3>().norm();
    if (0.5 * angle * angle * turning_radii[k] > bend_share * margin) return true;
    if (has_hollows && h * of_body.head<3>().norm() > margin) return true;
  }
  return false;
}

bool Simulation::Parts::add_bent_contacts() {
  const Vector velocity = travel_velocity();
  if (!gaps_may_bend(velocity)) return false;
  const std::vector<Pose> end = moved(state.poses, places, velocity, h);
  std::vector<Contact> at_end;
  collision->find(end, at_end);
  leave_out(overlapping, at_end);
  return bends.find({state.poses, end, velocity, h, places}, at_end, bend_share * margin, near, contacts);
}

/// What the answer runs into, contacts and limits of joints. False when there is nothing.
bool Simulation::Parts::add_missed() {
  const bool contacts_missed = add_missed_contacts() || add_bent_contacts();
  return limits.add_missed(joints, places, solution.v) || contacts_missed;
}

}  // namespace signorini
