#include "signorini/dynamics/resting.h"

#include <algorithm>
#include <utility>

#include "signorini/dynamics/energies.h"
#include "signorini/dynamics/islands.h"
#include "signorini/dynamics/same_bits.h"

namespace signorini {
namespace {

constexpr Eigen::Index own = 6;

/// Two lists that are sorted by key as one: `few`, and `many` with places in it for these.
template <class T>
std::vector<T> interleaved(const std::vector<T>& few, const std::vector<T>& many, const std::vector<std::size_t>& at) {
  std::vector<T> all;
  all.reserve(few.size() + many.size());
  std::size_t done = 0;
  for (std::size_t k = 0; k < few.size(); ++k) {
    all.insert(all.end(), many.begin() + static_cast<std::ptrdiff_t>(done),
               many.begin() + static_cast<std::ptrdiff_t>(at[k]));
    all.push_back(few[k]);
    done = at[k];
  }
  all.insert(all.end(), many.begin() + static_cast<std::ptrdiff_t>(done), many.end());
  return all;
}

template <class T, class Key>
std::vector<std::size_t> places_in(const std::vector<T>& many, const std::vector<T>& few, const Key& key) {
  std::vector<std::size_t> at;
  at.reserve(few.size());
  auto from = many.begin();
  for (const T& one : few) {
    from = std::lower_bound(from, many.end(), key(one), [&](const T& a, const auto& b) { return key(a) < b; });
    at.push_back(static_cast<std::size_t>(from - many.begin()));
  }
  return at;
}

/// Puts the loads of the contacts that are among the known ones beside them. Both are sorted by key.
void add_loads(const std::vector<Contact>& known, const std::vector<ContactLoad>& known_loads,
               const std::vector<Contact>& contacts, std::vector<ContactLoad>& loads) {
  for (std::size_t k = 0, from = 0; k < contacts.size(); ++k) {
    while (from < known_loads.size() && known[from].key < contacts[k].key) ++from;
    if (from < known_loads.size() && known[from].key == contacts[k].key) loads[k] = known_loads[from];
  }
}

const auto by_key = [](const Contact& contact) { return contact.key; };
const auto by_pair = [](const PairForce& pair) { return std::pair(pair.body_a, pair.body_b); };

bool same_contact(const Contact& a, const Contact& b) {
  return a.key == b.key && a.gap == b.gap && same_bits(a.point, b.point) && same_bits(a.normal, b.normal);
}

Certificate worst_of(const Certificate& a, const Certificate& b) {
  return {std::max(a.natural, b.natural), std::max(a.dynamics, b.dynamics), std::max(a.equality, b.equality),
          std::max(a.penetration, b.penetration), std::max(a.complementarity, b.complementarity)};
}

bool is_soft(const Material& material) { return material.compliance > 0 || material.tangential_compliance > 0; }

/// The keys of what is not the same in both lists, which are sorted by key.
std::vector<ContactKey> changed(const std::vector<std::pair<ContactKey, Vector3>>& before,
                                const std::vector<std::pair<ContactKey, Vector3>>& after) {
  std::vector<ContactKey> keys;
  for (std::size_t old = 0, now = 0; old < before.size() || now < after.size();) {
    const bool gone = now == after.size() || (old < before.size() && before[old].first < after[now].first);
    const bool fresh = !gone && (old == before.size() || after[now].first < before[old].first);
    if (gone || fresh || !same_bits(before[old].second, after[now].second))
      keys.push_back(gone ? before[old].first : after[now].first);
    old += fresh ? 0 : 1;
    now += gone ? 0 : 1;
  }
  return keys;
}

/// Whether the step was solved as it is posed: else what rests might have given way, too.
bool as_posed(const StepRecord& record) {
  return record.status == Status::solved && !record.failed && record.relaxed.empty() && record.impacts_cut_off == 0;
}

}  // namespace

Simulation::Parts::Resting::Resting(Parts& whole)
    : whole_(whole),
      possible_(whole.model.flexible_bodies.empty() && whole.settings.accuracy == 0 &&
                whole.solver->given() == nullptr && std::ranges::none_of(whole.model.materials, is_soft)),
      alone_(bodies_alone(whole.model)),
      island_(whole.model.bodies.size(), moves) {}

StepRecord Simulation::Parts::Resting::step(const StepInputs& inputs, const std::function<bool()>& cancelled) {
  wake_pushed(inputs);
  for (;;) {
    begin(inputs);
    Parts& done = moving();
    done.steps_done = whole_.steps_done;
    StepRecord record = done.do_piece({0, 1}, inputs, cancelled);
    moved_ = true;
    if (moving_ && !(record.failed && record.status == Status::interrupted)) {
      if (as_posed(record) && wake_reached(record)) continue;
      if (!as_posed(record) || !contacts_hold_at(done.collision_margin)) {
        wake_all();
        continue;
      }
    }
    if (moving_) record = whole_of(std::move(record));
    if (begun_ && as_posed(record)) note_standing(record);
    return record;
  }
}

/// Keeps what the step begins with, if bodies may stand in it or it may have to be begun again.
void Simulation::Parts::Resting::begin(const StepInputs& inputs) {
  const Parts& now = moving();
  begun_ = moving_ != nullptr;
  const bool may_rest = possible_ && whole_.overlapping.empty();
  for (Eigen::Index k = 0; may_rest && !begun_ && k + own <= now.state.v.size(); k += own)
    begun_ = now.alone[k / own] != 0 && now.state.v.segment<own>(k).isZero(0);
  if (!begun_) return;
  whole_start_warm_.reset();
  start_ = now.state;
  start_warm_ = now.warm_start;
  start_shifts_ = now.motor_shifts;
  inputs_ = inputs;
}

/// The record of a step of the moving bodies as that of all. The whole's state becomes that after the step.
StepRecord Simulation::Parts::Resting::whole_of(StepRecord record) {
  if (record.failed) {
    record.state = whole_.state;
    record.energies = whole_.energies();
    return record;
  }
  whole_start_ = std::exchange(whole_.state, {moving_->state.time, moving_->state.poses, whole_.state.v, {}});
  whole_.state.v = velocities_of_all(moving_->state.v);
  whole_.motor_shifts = moving_->motor_shifts;
  complete_ = shown_ = false;
  record.state = whole_.state;
  const std::vector<std::size_t> at = places_in(contacts_, record.contacts, by_key);
  record.contacts = interleaved(record.contacts, contacts_, at);
  record.impulses = interleaved(record.impulses, impulses_, at);
  record.pairs = interleaved(record.pairs, pairs_, places_in(pairs_, record.pairs, by_pair));
  for (const Certificate& certificate : certificates_) record.certificate = worst_of(record.certificate, certificate);
  for (const Contact& contact : contacts_)
    record.deepest_penetration = std::max(record.deepest_penetration, -contact.gap);
  record.energies.potential = gravity_energy(whole_.model, whole_.state.poses);  // what rests has no other
  return record;
}

Vector Simulation::Parts::Resting::velocities_of_all(const Vector& of_moving) const {
  Vector v = Vector::Zero(rigid_velocities(whole_.model));
  for (std::size_t k = 0; k < island_.size(); ++k)
    if (moving_->places[k] >= 0) v.segment<own>(whole_.places[k]) = of_moving.segment<own>(moving_->places[k]);
  return v;
}

WarmStart Simulation::Parts::Resting::with_resting(const WarmStart& of_moving) const {
  WarmStart all = of_moving;
  std::vector<std::pair<ContactKey, Vector3>> impulses;
  std::vector<Vector3> points;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    impulses.emplace_back(contacts_[k].key, impulses_[k]);
    points.push_back(contacts_[k].point);
  }
  const auto at = places_in(impulses, of_moving.contact_impulses, [](const auto& entry) { return entry.first; });
  all.contact_impulses = interleaved(of_moving.contact_impulses, impulses, at);
  if (of_moving.contact_points.size() == of_moving.contact_impulses.size())
    all.contact_points = interleaved(of_moving.contact_points, points, at);
  return all;
}

void Simulation::Parts::Resting::complete_warm_start() {
  if (complete_) return;
  whole_.warm_start = with_resting(moving_->warm_start);
  complete_ = true;
}

/// The step is done again with all bodies: it has the same bits.
void Simulation::Parts::Resting::show_last_step() {
  if (shown_) return;
  complete_warm_start();
  const State now = whole_.state;
  const WarmStart warm_now = whole_.warm_start;
  const std::vector<double> shifts_now = whole_.motor_shifts;
  whole_.state = whole_start_;
  whole_.warm_start = whole_start_warm_ ? *whole_start_warm_ : with_resting(start_warm_);
  whole_.motor_shifts = start_shifts_;
  const StepInputs inputs = inputs_;
  whole_.do_piece({0, 1}, inputs, {});
  whole_.state = now;
  whole_.warm_start = warm_now;
  whole_.motor_shifts = shifts_now;
  shown_ = true;
}

std::vector<ContactLoad> Simulation::Parts::Resting::loads_of(const std::vector<Contact>& contacts) {
  if (!moved_) show_last_step();
  const Parts& done = moved_ ? moving() : whole_;
  std::vector<ContactLoad> loads(contacts.size());
  add_loads(done.contacts, signorini::contact_loads(done.assembly, done.solution, rigid_velocities(done.model)),
            contacts, loads);
  if (&done != &whole_) add_loads(contacts_, loads_, contacts, loads);
  return loads;
}

/// Of a step that has begun: everything moves, from where it began.
void Simulation::Parts::Resting::wake_all() {
  begin_again();
  wake(std::vector<char>(certificates_.size(), 1));
}

void Simulation::Parts::Resting::begin_again() {
  moving_->state = start_;
  moving_->warm_start = start_warm_;
  moving_->motor_shifts = start_shifts_;
}

/// Before a step. False where there is nothing to wake.
bool Simulation::Parts::Resting::wake(const std::vector<char>& islands) {
  if (std::ranges::count(islands, 0) == std::ssize(islands)) return false;
  whole_.warm_start = with_resting(moving_->warm_start);
  complete_ = shown_ = true;
  std::vector<int> number(islands.size(), moves);
  std::vector<Certificate> left;
  for (std::size_t k = 0; k < islands.size(); ++k)
    if (islands[k] == 0) {
      number[k] = static_cast<int>(left.size());
      left.push_back(certificates_[k]);
    }
  certificates_ = std::move(left);
  for (int& island : island_)
    if (island != moves) island = number[island];
  std::size_t kept = 0;
  for (std::size_t k = 0; k < contacts_.size(); ++k)
    if (rests(contacts_[k].key)) {
      contacts_[kept] = contacts_[k];
      loads_[kept] = loads_[k];
      impulses_[kept++] = impulses_[k];
    }
  contacts_.resize(kept);
  impulses_.resize(kept);
  loads_.resize(kept);
  std::erase_if(pairs_, [&](const PairForce& pair) { return !rests(pair.body_a) && !rests(pair.body_b); });
  start_moving();
  return true;
}

bool Simulation::Parts::Resting::wake_pushed(const StepInputs& inputs) {
  std::vector<char> pushed(certificates_.size(), 0);
  for (const AppliedForce& force : inputs.forces)
    if (rests(force.body)) pushed[island_[force.body]] = 1;
  return wake(pushed);
}

/// Those that the others came to have contacts with.
bool Simulation::Parts::Resting::wake_reached(const StepRecord& record) {
  std::vector<char> reached(certificates_.size(), 0);
  bool any = false;
  for (const Contact& contact : record.contacts)
    for (const int body : {contact.key.body_a, contact.key.body_b})
      if (rests(body)) {
        reached[island_[body]] = 1;
        any = true;
      }
  if (!any) return false;
  begin_again();
  return wake(reached);
}

/// Whether what rests has the contacts that it had when contacts are looked for as far as this: which corners of an
/// area are chosen may depend on it.
bool Simulation::Parts::Resting::contacts_hold_at(double search) {
  if (std::ranges::find(verified_, search) != verified_.end()) return true;
  if (!whole_.collision || whole_.collision_margin != search) {
    whole_.collision.emplace(whole_.model, search);
    whole_.collision_margin = search;
  }
  std::vector<Contact> found;
  whole_.collision->find(whole_.state.poses, found);
  std::erase_if(found, [&](const Contact& contact) {
    const auto still = [&](int body) { return rests(body) || whole_.places[body] < 0; };
    const ContactKey& key = contact.key;
    return !(contact.gap <= whole_.margin) || !rests(key) || !still(key.body_a) || !still(key.body_b);
  });
  if (!std::ranges::equal(found, contacts_, same_contact)) return false;
  verified_.push_back(search);
  return true;
}

/// Bodies are laid to rest when those that stood were done as often as it takes to begin anew without them.
void Simulation::Parts::Resting::note_standing(const StepRecord& record) {
  std::vector<std::vector<int>> islands = standing_islands();
  std::size_t standing = 0;
  for (const std::vector<int>& bodies : islands) standing += bodies.size();
  stood_ += static_cast<std::int64_t>(standing);
  const bool all = standing == moving().turning_radii.size();  // then nothing needs to be done: StandingStep
  if (standing > 0 && !all && stood_ >= std::ssize(whole_.turning_radii)) lay_to_rest(islands, record);
}

/// The islands of the step that was done which ended with the bits that they began with: the bodies of each.
std::vector<std::vector<int>> Simulation::Parts::Resting::standing_islands() {
  Parts& now = moving();
  Islands islands(now.places);
  for (const Contact& contact : now.contacts) islands.join(contact.key.body_a, contact.key.body_b);
  const auto island_of = [&](const ContactKey& key) {
    return islands.of(islands.moves(key.body_a) ? key.body_a : key.body_b);
  };
  std::vector<char> stands(island_.size(), 0);
  for (const Contact& contact : now.contacts) stands[island_of(contact.key)] = 1;
  for (const AppliedForce& force : inputs_.forces)
    if (islands.moves(force.body)) stands[islands.of(force.body)] = 0;
  for (const ContactKey& key : changed(start_warm_.contact_impulses, now.warm_start.contact_impulses))
    stands[island_of(key)] = 0;
  const auto stood = [&](std::size_t body) {
    const auto velocity = now.state.v.segment<own>(now.places[body]);
    return alone_[body] != 0 && velocity.isZero(0) && same_bits(start_.v.segment<own>(now.places[body]), velocity) &&
           same_bits(start_.poses[body], now.state.poses[body]);
  };
  std::vector<std::vector<int>> members(island_.size());
  for (std::size_t body = 0; body < island_.size(); ++body) {
    if (!islands.moves(static_cast<int>(body))) continue;
    const int island = islands.of(static_cast<int>(body));
    if (stood(body))
      members[island].push_back(static_cast<int>(body));
    else
      stands[island] = 0;
  }
  for (std::size_t island = 0; island < members.size(); ++island)
    if (stands[island] == 0) members[island].clear();
  std::erase_if(members, [](const std::vector<int>& bodies) { return bodies.empty(); });
  std::ranges::sort(members);
  return members;
}

void Simulation::Parts::Resting::lay_to_rest(const std::vector<std::vector<int>>& islands, const StepRecord& record) {
  const Parts& now = moving();
  const std::vector<ContactLoad> loads = loads_of(record.contacts);
  if (!shown_) whole_start_warm_ = with_resting(start_warm_);
  complete_warm_start();
  for (const std::vector<int>& bodies : islands) {
    const auto& done = now.solver->islands_done();
    const auto found = std::ranges::find(done, now.places[bodies.front()], &StepSolver::IslandDone::first_freedom);
    if (found == done.end() || found->iterations > 0) continue;
    for (const int body : bodies) island_[body] = static_cast<int>(certificates_.size());
    certificates_.push_back(found->certificate);
  }
  contacts_.clear();
  impulses_.clear();
  loads_.clear();
  pairs_.clear();
  for (std::size_t k = 0; k < record.contacts.size(); ++k)
    if (rests(record.contacts[k].key)) {
      contacts_.push_back(record.contacts[k]);
      impulses_.push_back(record.impulses[k]);
      loads_.push_back(loads[k]);
    }
  for (const PairForce& pair : record.pairs)
    if (rests(pair.body_a) || rests(pair.body_b)) pairs_.push_back(pair);
  verified_ = {now.collision_margin};
  start_moving();
}

/// From the whole's state and impulses.
void Simulation::Parts::Resting::start_moving() {
  stood_ = 0;
  moved_ = false;
  if (std::ranges::count(island_, moves) == std::ssize(island_)) {
    moving_.reset();
    return;
  }
  Model model = whole_.model;
  for (std::size_t body = 0; body < island_.size(); ++body)
    if (island_[body] != moves) {
      model.bodies[body].fixed = true;
      model.bodies[body].velocity = model.bodies[body].angular_velocity = Vector3::Zero();
    }
  Settings settings = whole_.settings;
  settings.margin = whole_.margin;
  moving_ = Parts::that_go_on(std::move(model), settings);
  moving_->solver.emplace(moving_->settings);
  moving_->motor_shifts = whole_.motor_shifts;
  moving_->state.time = whole_.state.time;
  moving_->state.poses = whole_.state.poses;
  for (std::size_t body = 0; body < island_.size(); ++body)
    if (const int place = moving_->places[body]; place >= 0)
      moving_->state.v.segment<own>(place) = whole_.state.v.segment<own>(whole_.places[body]);
  const WarmStart& all = whole_.warm_start;
  const bool has_points = all.contact_points.size() == all.contact_impulses.size();
  WarmStart& some = moving_->warm_start;
  some.joint_impulses = all.joint_impulses;
  for (std::size_t k = 0; k < all.contact_impulses.size(); ++k) {
    if (rests(all.contact_impulses[k].first)) continue;
    some.contact_impulses.push_back(all.contact_impulses[k]);
    if (has_points) some.contact_points.push_back(all.contact_points[k]);
  }
}

}  // namespace signorini
