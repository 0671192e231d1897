#include "signorini/dynamics/soft_contacts.h"

#include <algorithm>

#include "signorini/math/contact_frame.h"

namespace signorini {

Eigen::Vector2d tangential_elongation(std::span<const std::pair<ContactKey, Vector3>> last_impulses,
                                      const Contact& contact, double tangential_compliance, double step) {
  const auto found = std::lower_bound(last_impulses.begin(), last_impulses.end(), contact.key,
                                      [](const auto& entry, const ContactKey& key) { return entry.first < key; });
  if (found == last_impulses.end() || found->first != contact.key) return Eigen::Vector2d::Zero();
  const Matrix3 frame = contact_frame(contact.normal);
  return -tangential_compliance / step * (frame.rightCols<2>().transpose() * found->second);
}

double soft_contact_energy(const Model& model, const std::vector<Contact>& contacts,
                           const std::vector<Vector3>& impulses, double step) {
  double sum = 0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactProperties properties = contact_properties(model, contacts[k]);
    const Vector3 force = impulses[k] / step;
    const double along = contacts[k].normal.dot(force);
    const Vector3 tangential = force - along * contacts[k].normal;
    sum += 0.5 * properties.compliance * along * along;
    sum += 0.5 * properties.tangential_compliance * tangential.squaredNorm();
  }
  return sum;
}

bool is_soft_along_normal(const Assembly& assembly, std::size_t contact) {
  const ContactProblem& p = assembly.problem;
  return p.E.size() > 0 && p.E[assembly.contact_row[contact]] > 0;
}

bool is_soft_along_surface(const Assembly& assembly, std::size_t contact) {
  const ContactProblem& p = assembly.problem;
  const int row = assembly.contact_row[contact];
  return p.E.size() > 0 && row >= p.cones.first_friction() && p.E[row + 1] > 0;
}

}  // namespace signorini
