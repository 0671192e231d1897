#include "signorini/dynamics/impacts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "signorini/dynamics/energies.h"
#include "signorini/dynamics/impact_group.h"
#include "signorini/dynamics/islands.h"
#include "signorini/dynamics/reactions.h"
#include "signorini/math/contact_frame.h"

namespace signorini {
namespace {

/// Approaches that differ by less than this share are equal: rounding, grown in the impacts before.
constexpr double equal_approach = 1e-9;
/// Of the fastest body: approaches below are rounding.
constexpr double no_approach = 1e-13;
/// Impacts in one step at most, and for each contact. A light ball between a wall and one of a million times its mass
/// takes 3141; balls that come to rest on each other end at the threshold long before.
constexpr int most_impacts = 10000, most_impacts_each = 100;
/// Rounds of simultaneous impacts: each is one problem. A few, because pairs that parted may meet again.
constexpr int most_simultaneous_rounds = 20;

class ImpactStage {
 public:
  ImpactStage(const BeforeImpacts& before, Vector& v, ImpactsDone& done)
      : before_(before),
        contacts_(before.contacts),
        v_(v),
        done_(done),
        h_(before.step),
        mechanisms_(Islands::of_joints(before.model, before.places)) {
    threshold_ = std::max(before.settings.restitution_threshold, no_approach * v.cwiseAbs().maxCoeff());
  }

  bool begins() const {
    for (const Contact& contact : contacts_) {
      const ContactProperties properties = contact_properties(before_.model, contact);
      if (properties.compliance > 0 || properties.restitution == 0) continue;
      const double u = contact.normal.dot(relative_velocity(contact, before_.poses, v_, before_.places));
      if (-u > threshold_ && closes(contact, u)) return true;
    }
    return false;
  }

  void run() {
    list_contacts();
    if (!before_.model.joints.empty()) {
      rows_ = constraint_rows(before_.model, before_.poses, before_.motors);
      joints_.emplace(before_.model, before_.places, rows_);
      if (done_.joints.size() == 0) done_.joints = Vector::Zero(static_cast<Eigen::Index>(rows_.free.size()));
    }
    const double kinetic = kinetic_energy(before_.model, {0, before_.poses, v_});
    const EnergyChanges changes_before = done_.changes;
    if (before_.settings.impact == ImpactRule::sequential)
      one_by_one();
    else
      all_at_once();
    const double explained = done_.changes.explained() - changes_before.explained();
    done_.changes.unexplained += kinetic_energy(before_.model, {0, before_.poses, v_}) - kinetic - explained;
  }

 private:
  /// Contacts of the same two bodies: a range of `parts_`.
  struct Pair {
    std::size_t first, last;
    double approach;    ///< of its fastest contact that impacts, m/s; 0: none does
    bool held = false;  ///< whether joints or motors let no impulse change that: the step deals with it
  };

  /// Whether the gap closes within the step, with what gravity adds to the approach.
  bool closes(const Contact& contact, double u) const {
    const auto moves = [&](int body) { return before_.places[body] >= 0 ? 1 : 0; };
    const double fall =
        h_ * contact.normal.dot(before_.model.gravity) * (moves(contact.key.body_b) - moves(contact.key.body_a));
    return contact.gap + h_ * (u + std::min(fall, 0.0)) <= 0;
  }
  bool touches_or_closes(const ImpactContact& part, double u) const {
    const Contact& contact = contacts_[part.contact];
    return contact.gap <= before_.slack || (part.restitution > 0 && closes(contact, u));
  }

  void list_contacts() {
    for (int k = 0; k < static_cast<int>(contacts_.size()); ++k) {
      const ContactProperties properties = contact_properties(before_.model, contacts_[k]);
      if (properties.compliance > 0) continue;
      if (properties.restitution == 0 && contacts_[k].gap > before_.slack) continue;
      parts_.push_back(impact_contact(before_.model, before_.settings, before_.poses, before_.places, contacts_, k));
    }
    pairs_of_.resize(before_.places.size());
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      const ContactKey& key = contacts_[parts_[k].contact].key;
      const bool same = k > 0 && contacts_[parts_[k - 1].contact].key.body_a == key.body_a &&
                        contacts_[parts_[k - 1].contact].key.body_b == key.body_b;
      if (same) {
        pairs_.back().last = k + 1;
        continue;
      }
      for (const int body : {key.body_a, key.body_b})
        if (before_.places[body] >= 0) pairs_of_[body].push_back(pairs_.size());
      pairs_.push_back({k, k + 1, 0});
    }
    measure_all();
  }

  double approach_of(const Pair& pair) const {
    double approach = 0;
    for (std::size_t k = pair.first; k < pair.last && !pair.held; ++k) {
      const double u = parts_[k].velocity(v_)[0];
      if (-u > threshold_ && touches_or_closes(parts_[k], u)) approach = std::max(approach, -u);
    }
    return approach;
  }
  void measure(std::size_t k) {
    const double approach = approach_of(pairs_[k]);
    if (approach == pairs_[k].approach) return;
    if (pairs_[k].approach > 0) approaching_.erase({-pairs_[k].approach, k});
    if (approach > 0) approaching_.insert({-approach, k});
    pairs_[k].approach = approach;
  }
  void measure_all() {
    for (std::size_t k = 0; k < pairs_.size(); ++k) measure(k);
  }
  void hold(std::size_t k) {
    pairs_[k].held = true;
    measure(k);
  }
  const ContactKey& key(const Pair& pair) const { return contacts_[parts_[pair.first].contact].key; }

  double fastest_approach() const { return approaching_.empty() ? 0 : -approaching_.begin()->first; }

  /// Pairs that approach as fast as the fastest, in their order.
  std::vector<std::size_t> fastest_pairs(double slowest) const {
    std::vector<std::size_t> pairs;
    for (auto it = approaching_.begin(); it != approaching_.end() && -it->first >= slowest; ++it)
      pairs.push_back(it->second);
    std::ranges::sort(pairs);
    return pairs;
  }

  void one_by_one() {
    const int most = most_impacts + most_impacts_each * static_cast<int>(parts_.size());
    for (int count = 0;;) {
      const double fastest = fastest_approach();
      if (fastest == 0) return;
      if (count >= most) {
        done_.cut_off += static_cast<int>(approaching_.size());
        strike_together(0);
        return;
      }
      const double slowest = (1 - equal_approach) * fastest;
      const std::vector<std::size_t> next = fastest_pairs(slowest);
      count += static_cast<int>(next.size());
      for (const std::vector<std::size_t>& group : connected(next)) strike_group(group);
      for (const std::size_t k : next)
        if (pairs_[k].approach >= slowest) hold(k);
    }
  }

  /// Pairs that share no body, nor joints between their bodies, impact on their own.
  std::vector<std::vector<std::size_t>> connected(const std::vector<std::size_t>& pairs) const {
    if (pairs.size() == 1) return {pairs};
    Islands islands = mechanisms_;
    for (const std::size_t k : pairs) islands.join(key(pairs_[k]).body_a, key(pairs_[k]).body_b);
    std::map<int, std::vector<std::size_t>> groups;
    for (const std::size_t k : pairs) {
      const ContactKey& bodies = key(pairs_[k]);
      groups[islands.of(islands.moves(bodies.body_a) ? bodies.body_a : bodies.body_b)].push_back(k);
    }
    std::vector<std::vector<std::size_t>> result;
    for (auto& [island, group] : groups) result.push_back(std::move(group));
    return result;
  }

  void strike_group(const std::vector<std::size_t>& pairs) {
    std::vector<const ImpactContact*> group;
    for (const std::size_t k : pairs)
      for (std::size_t i = pairs_[k].first; i < pairs_[k].last; ++i)
        if (touches_or_closes(parts_[i], parts_[i].velocity(v_)[0])) group.push_back(&parts_[i]);
    done_.count += static_cast<int>(pairs.size());
    if (strike_and_book(group, 1)) return measure_all();
    for (const std::size_t k : pairs)
      for (const int body : {key(pairs_[k]).body_a, key(pairs_[k]).body_b})
        for (const std::size_t touched : pairs_of_[body]) measure(touched);
  }

  /// Whether joints passed the impact on.
  bool strike_and_book(const std::vector<const ImpactContact*>& group, double share) {
    const bool held = joints_ && std::any_of(group.begin(), group.end(), [&](const ImpactContact* part) {
                        return joints_->hold(part->place_a) || joints_->hold(part->place_b);
                      });
    Vector rates;
    if (held) rates = joints_->rates(v_);
    const GroupImpulses impulses = strike(group, held ? &*joints_ : nullptr, share, v_);
    if (held) rates = 0.5 * (rates + joints_->rates(v_));
    book(group, impulses, rates);
    return held;
  }

  /// `rates`: of the joints' rows, the mean of before and after.
  void book(const std::vector<const ImpactContact*>& group, const GroupImpulses& impulses, const Vector& rates) {
    const Vector work = 0.5 * impulses.r.cwiseProduct(impulses.before + impulses.after);
    for (std::size_t k = 0; k < group.size(); ++k) {
      const auto row = 3 * static_cast<Eigen::Index>(k);
      const Contact& contact = contacts_[group[k]->contact];
      const auto [place, fresh] = done_.impulses.emplace(contact.key, Vector3::Zero());
      place->second += contact_frame(contact.normal) * impulses.r.segment<3>(row);
      done_.changes.impacts += work[row];
      done_.changes.friction += work[row + 1] + work[row + 2];
    }
    if (impulses.joints.size() == 0) return;
    done_.joints += impulses.joints;
    for (std::size_t k = 0; k < rows_.free.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      const bool motor = rows_.free[k].key.row == ConstraintKey::motor;
      (motor ? done_.changes.motors : done_.changes.stabilisation) += impulses.joints[row] * rates[row];
    }
  }

  void all_at_once() {
    for (int round = 0; fastest_approach() > 0; ++round) {
      const bool last = round == most_simultaneous_rounds;
      (last ? done_.cut_off : done_.count) += static_cast<int>(approaching_.size());
      strike_together(last ? 0 : 1);
      if (last) return;
    }
  }

  /// Everything that touches or closes and is connected, by contacts or joints, with a pair that impacts.
  void strike_together(double share) {
    Islands islands = mechanisms_;
    std::vector<const ImpactContact*> all;
    for (const ImpactContact& part : parts_)
      if (touches_or_closes(part, part.velocity(v_)[0])) all.push_back(&part);
    const auto bodies = [&](const ImpactContact* part) { return contacts_[part->contact].key; };
    for (const ImpactContact* part : all) islands.join(bodies(part).body_a, bodies(part).body_b);
    const auto island = [&](const ContactKey& key) {
      return islands.of(islands.moves(key.body_a) ? key.body_a : key.body_b);
    };
    std::map<int, std::vector<const ImpactContact*>> struck;
    for (const Pair& pair : pairs_)
      if (pair.approach > 0) struck[island(key(pair))] = {};
    for (const ImpactContact* part : all)
      if (const auto group = struck.find(island(bodies(part))); group != struck.end()) group->second.push_back(part);
    for (const auto& [body, group] : struck) strike_and_book(group, share);
    measure_all();
  }

  const BeforeImpacts& before_;
  const std::vector<Contact>& contacts_;
  Vector& v_;
  ImpactsDone& done_;
  double h_, threshold_;
  Islands mechanisms_;
  std::vector<ImpactContact> parts_;  ///< contacts that may take part, by key
  std::vector<Pair> pairs_;
  std::set<std::pair<double, std::size_t>> approaching_;  ///< (-approach, pair) of those that do, the fastest first
  std::vector<std::vector<std::size_t>> pairs_of_;        ///< by body
  ConstraintRows rows_;                                   ///< at the start of the step
  std::optional<HeldJoints> joints_;
};

}  // namespace

bool bounces(const Model& model) {
  return std::any_of(model.materials.begin(), model.materials.end(),
                     [](const Material& material) { return material.restitution > 0; });
}

void resolve_impacts(const BeforeImpacts& before, Vector& v, ImpactsDone& done) {
  if (v.size() == 0 || !bounces(before.model) || !v.allFinite()) return;
  ImpactStage stage(before, v, done);
  if (stage.begins()) stage.run();
}

void add_impacts(const BeforeImpacts& before, const ImpactsDone& done, StepRecord& record) {
  record.impacts = done.count;
  record.impacts_cut_off = done.cut_off;
  record.changes += done.changes;
  for (std::size_t k = 0; k < record.contacts.size(); ++k)
    if (const auto hit = done.impulses.find(record.contacts[k].key); hit != done.impulses.end())
      record.impulses[k] += hit->second;
  const double h = before.step;
  if (!done.impulses.empty()) record.pairs = pair_forces(record.contacts, record.impulses, before.poses, h);
  if (done.joints.size() == 0) return;
  const ConstraintRows rows = constraint_rows(before.model, before.poses, before.motors);
  Vector r = Vector::Zero(static_cast<Eigen::Index>(rows.free.size() + rows.positive.size()));
  r.head(done.joints.size()) = done.joints;
  StepMotion at_start;
  at_start.step = h;
  at_start.middle = before.poses;
  const std::vector<JointForce> forces = joint_forces(before.model, at_start, rows, r, record.state);
  for (std::size_t k = 0; k < forces.size(); ++k) {
    JointForce& sum = record.joints[k];
    sum.force += forces[k].force;
    sum.torque += forces[k].torque;
    sum.torque_on_a += forces[k].torque_on_a;
    sum.local_force += forces[k].local_force;
    sum.local_torque += forces[k].local_torque;
    sum.motor += forces[k].motor;
  }
}

}  // namespace signorini
