#include "signorini/dynamics/pieces.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "signorini/dynamics/reactions.h"

namespace signorini {
namespace {

void add_joints(std::vector<JointForce>& sums, const std::vector<JointForce>& piece, double share) {
  sums.resize(piece.size());
  for (std::size_t k = 0; k < piece.size(); ++k) {
    JointForce& sum = sums[k];
    sum.force += share * piece[k].force;
    sum.torque += share * piece[k].torque;
    sum.torque_on_a += share * piece[k].torque_on_a;
    sum.local_force += share * piece[k].local_force;
    sum.local_torque += share * piece[k].local_torque;
    sum.motor += share * piece[k].motor;
    sum.coordinate = piece[k].coordinate;
    sum.speed = piece[k].speed;
  }
}

void add_springs(StepRecord& sum, const StepRecord& piece, double share) {
  sum.springs.resize(piece.springs.size());
  for (std::size_t k = 0; k < piece.springs.size(); ++k) {
    sum.springs[k].elongation = piece.springs[k].elongation;
    sum.springs[k].tension += share * piece.springs[k].tension;
  }
  sum.torsion_springs.resize(piece.torsion_springs.size());
  for (std::size_t k = 0; k < piece.torsion_springs.size(); ++k) {
    sum.torsion_springs[k].angle = piece.torsion_springs[k].angle;
    sum.torsion_springs[k].torque += share * piece.torsion_springs[k].torque;
  }
  sum.bushings.resize(piece.bushings.size());
  for (std::size_t k = 0; k < piece.bushings.size(); ++k) {
    sum.bushings[k].elongation = piece.bushings[k].elongation;
    sum.bushings[k].turn = piece.bushings[k].turn;
    sum.bushings[k].force += share * piece.bushings[k].force;
    sum.bushings[k].torque += share * piece.bushings[k].torque;
  }
}

/// What was not solved as it is posed.
void add_misses(StepRecord& sum, StepRecord& piece) {
  if (sum.status == Status::solved) sum.status = piece.status;
  if (sum.message.empty()) sum.message = std::move(piece.message);
  for (std::string& name : piece.relaxed)
    if (std::ranges::find(sum.relaxed, name) == sum.relaxed.end()) sum.relaxed.push_back(std::move(name));
  const bool worse = !(piece.certificate.value() <= sum.certificate.value());
  if (sum.pieces == 0 || worse) sum.certificate = piece.certificate;
  sum.repeats = std::max(sum.repeats, piece.repeats);
  sum.unsettled = std::max(sum.unsettled, piece.unsettled);
}

}  // namespace

std::vector<double> turning_levers(const Model& model) {
  std::vector<double> levers;
  for (const Body& body : model.bodies)
    levers.push_back(
        body.fixed ? 0 : std::max(turning_radius(body), std::sqrt(body.inertia.diagonal().maxCoeff() / body.mass)));
  return levers;
}

Distance largest_distance(const std::vector<double>& levers, const std::vector<int>& places, const State& a,
                          const State& b, double later) {
  Distance largest;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] < 0) continue;
    const auto velocity = a.v.segment<6>(places[k]) - b.v.segment<6>(places[k]);
    const double apart = (a.poses[k].position - b.poses[k].position).norm() + later * velocity.head<3>().norm();
    const double turned =
        a.poses[k].orientation.angularDistance(b.poses[k].orientation) + later * velocity.tail<3>().norm();
    const double length = apart + levers[k] * turned;
    if (length > largest.length) largest = {length, static_cast<int>(k)};
  }
  for (std::size_t k = 0; k < a.nodes.size(); ++k)
    if (const double length = (a.nodes[k] - b.nodes[k]).norm(); length > largest.length) largest = {length, -1};
  return largest;
}

void rescale(WarmStart& warm_start, double factor) {
  for (auto& [key, impulse] : warm_start.contact_impulses) impulse *= factor;
  for (double& impulse : warm_start.joint_impulses) impulse *= factor;
}

void keep_for_whole_steps(const std::vector<bool>& jumps, double share, WarmStart& warm_start) {
  rescale(warm_start, 1 / share);
  if (share < 1 && std::ranges::find(jumps, true) != jumps.end()) warm_start.joint_impulses.clear();
}

void PieceRecords::add(StepRecord piece, double share) {
  for (std::size_t k = 0; k < piece.contacts.size(); ++k) touches_.push_back({piece.contacts[k], piece.impulses[k]});
  add_joints(sum_.joints, piece.joints, share);
  add_springs(sum_, piece, share);
  add_misses(sum_, piece);
  sum_.step = piece.step;
  sum_.state = std::move(piece.state);
  sum_.energies = piece.energies;
  sum_.changes += piece.changes;
  sum_.impacts += piece.impacts;
  sum_.impacts_cut_off += piece.impacts_cut_off;
  sum_.unbalanced = std::max(sum_.unbalanced, piece.unbalanced);
  sum_.inverted_elements = std::max(sum_.inverted_elements, piece.inverted_elements);
  if (sum_.first_inverted.empty()) sum_.first_inverted = std::move(piece.first_inverted);
  sum_.joint_drift = std::max(sum_.joint_drift, piece.joint_drift);
  sum_.deepest_penetration = std::max(sum_.deepest_penetration, piece.deepest_penetration);
  sum_.shortest_piece = sum_.pieces == 0 ? piece.shortest_piece : std::min(sum_.shortest_piece, piece.shortest_piece);
  ++sum_.pieces;
}

/// Contacts are those of all pieces, each where it was first.
StepRecord PieceRecords::take() {
  std::ranges::stable_sort(touches_, {}, [](const Touch& touch) { return touch.contact.key; });
  std::vector<Contact> contacts;
  std::vector<Vector3> impulses;
  for (const Touch& touch : touches_) {
    contacts.push_back(touch.contact);
    impulses.push_back(touch.impulse);
    const bool new_one = sum_.contacts.empty() || sum_.contacts.back().key != touch.contact.key;
    if (new_one) sum_.contacts.push_back(touch.contact), sum_.impulses.emplace_back(Vector3::Zero());
    sum_.impulses.back() += touch.impulse;
  }
  sum_.pairs = pair_forces(contacts, impulses, start_, step_);
  std::size_t contact = 0;
  for (PairForce& pair : sum_.pairs) {
    const auto is_of_pair = [&](const ContactKey& key) {
      return key.body_a == pair.body_a && key.body_b == pair.body_b;
    };
    pair.contacts = 0;
    for (; contact < sum_.contacts.size() && is_of_pair(sum_.contacts[contact].key); ++contact) ++pair.contacts;
  }
  return std::move(sum_);
}

}  // namespace signorini
