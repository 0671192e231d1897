#include "signorini/dynamics/impulses.h"

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

}  // namespace

Vector guess(const WarmStart& last, const Assembly& assembly, const std::vector<Contact>& contacts) {
  const auto& contact_impulses = last.contact_impulses;
  const auto& joint_impulses = last.joint_impulses;
  Vector r = Vector::Zero(assembly.problem.rows());
  if (static_cast<int>(joint_impulses.size()) == joint_rows(assembly, contacts.size()))
    for (std::size_t k = 0; k < joint_impulses.size(); ++k) r[static_cast<Eigen::Index>(k)] = joint_impulses[k];
  auto known = contact_impulses.begin();  // both are sorted by key
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    while (known != contact_impulses.end() && known->first < contacts[k].key) ++known;
    if (known == contact_impulses.end() || known->first != contacts[k].key) continue;
    const Vector3 local = contact_frame(contacts[k].normal).transpose() * known->second;
    const int row = assembly.contact_row[k];
    if (has_friction(assembly, k))
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
  for (std::size_t k = 0; k < contacts.size(); ++k) next.contact_impulses.emplace_back(contacts[k].key, impulses[k]);
  return next;
}

std::vector<Vector3> world_impulses(const Assembly& assembly, const std::vector<Contact>& contacts, const Vector& r) {
  std::vector<Vector3> impulses;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const int row = assembly.contact_row[k];
    impulses.push_back(has_friction(assembly, k) ? Vector3(contact_frame(contacts[k].normal) * r.segment<3>(row))
                                                 : Vector3(r[row] * contacts[k].normal));
  }
  return impulses;
}

}  // namespace signorini
