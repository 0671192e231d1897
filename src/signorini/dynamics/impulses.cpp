#include "signorini/dynamics/impulses.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "signorini/math/contact_frame.h"

namespace signorini {
namespace {

int joint_rows(const Assembly& assembly, std::size_t contacts) {
  const Cones& K = assembly.problem.cones;
  return K.free + K.positive - (static_cast<int>(contacts) - K.friction());
}

bool has_friction(const Assembly& assembly, std::size_t contact) {
  return assembly.contact_row[contact] >= assembly.problem.cones.first_friction();
}

/// Along the axes of a contact's rows: without friction it has that of the normal alone.
Vector3 in_frame(const Matrix3& frame, const Vector3& impulse, bool with_friction) {
  const Vector3 local = frame.transpose() * impulse;
  return with_friction ? local : Vector3(local[0], 0, 0);
}

using Touched = std::pair<ContactKey, Vector3>;

bool same_pair(const ContactKey& a, const ContactKey& b) {
  return std::tie(a.body_a, a.body_b, a.shape_a, a.shape_b) == std::tie(b.body_a, b.body_b, b.shape_a, b.shape_b);
}

/// Of each contact from the last step by its key. Where the corners of one body lie over the edges of another, rounding
/// decides what they are called, from step to step anew: so what a contact that is gone carried goes to the new contact
/// of its pair that is nearest to where it was.
std::vector<Vector3> inherited(const WarmStart& last, const std::vector<Contact>& contacts) {
  const std::vector<Touched>& before = last.contact_impulses;
  const bool has_places = last.contact_points.size() == before.size();
  std::vector<Vector3> impulses(contacts.size(), Vector3::Zero());
  std::vector<std::size_t> heirs, gone;
  for (std::size_t k = 0, old = 0; k < contacts.size();) {  // both are sorted by key
    const ContactKey& first = contacts[k].key;
    while (old < before.size() && before[old].first < first && !same_pair(before[old].first, first)) ++old;
    heirs.clear(), gone.clear();
    for (; k < contacts.size() && same_pair(contacts[k].key, first); ++k) {
      for (; old < before.size() && before[old].first < contacts[k].key; ++old) gone.push_back(old);
      if (old < before.size() && before[old].first == contacts[k].key)
        impulses[k] = before[old++].second;
      else
        heirs.push_back(k);
    }
    for (; old < before.size() && same_pair(before[old].first, first); ++old) gone.push_back(old);
    if (!has_places || heirs.empty()) continue;
    for (const std::size_t from : gone) {
      const auto distance = [&](std::size_t heir) {
        return (contacts[heir].point - last.contact_points[from]).squaredNorm();
      };
      impulses[*std::ranges::min_element(heirs, {}, distance)] += before[from].second;
    }
  }
  return impulses;
}

}  // namespace

Vector guess(const WarmStart& last, const Assembly& assembly, const std::vector<Contact>& contacts) {
  const auto& joint_impulses = last.joint_impulses;
  Vector r = Vector::Zero(assembly.problem.rows());
  if (static_cast<int>(joint_impulses.size()) == joint_rows(assembly, contacts.size()))
    for (std::size_t k = 0; k < joint_impulses.size(); ++k) r[static_cast<Eigen::Index>(k)] = joint_impulses[k];
  const std::vector<Vector3> impulses = inherited(last, contacts);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const bool with_friction = has_friction(assembly, k);
    const Vector3 local = in_frame(contact_frame(contacts[k].normal), impulses[k], with_friction);
    const int row = assembly.contact_row[k];
    if (with_friction)
      r.segment<3>(row) = local;
    else
      r[row] = local[0];
  }
  return r;
}

WarmStart remember(const Assembly& assembly, const std::vector<Contact>& contacts, const std::vector<Vector3>& impulses,
                   const Vector& r) {
  WarmStart next;
  next.joint_impulses.assign(r.data(), r.data() + joint_rows(assembly, contacts.size()));
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    next.contact_impulses.emplace_back(contacts[k].key, impulses[k]);
    next.contact_points.push_back(contacts[k].point);
  }
  return next;
}

std::vector<Vector3> world_impulses(const Assembly& assembly, const std::vector<Contact>& contacts, const Vector& r,
                                    const WarmStart& last) {
  std::vector<Vector3> impulses;
  auto known = last.contact_impulses.begin();  // both are sorted by key
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const int row = assembly.contact_row[k];
    const bool with_friction = has_friction(assembly, k);
    const Matrix3 frame = contact_frame(contacts[k].normal);
    const Vector3 local = with_friction ? Vector3(r.segment<3>(row)) : Vector3(r[row], 0, 0);
    while (known != last.contact_impulses.end() && known->first < contacts[k].key) ++known;
    const bool is_known = known != last.contact_impulses.end() && known->first == contacts[k].key;
    const Vector3 guessed = is_known ? in_frame(frame, known->second, with_friction) : Vector3(Vector3::Zero());
    impulses.push_back(is_known && guessed == local ? known->second : Vector3(frame * local));
  }
  return impulses;
}

}  // namespace signorini
