#pragma once

#include <span>
#include <utility>
#include <vector>

#include "signorini/dynamics/assemble.h"

namespace signorini {

/// Soft contacts are springs: along the normal the gap is their elongation, along the surface it is remembered. At the
/// end of each step the elongation ξ is what the force allows,
///
///     ξ = -compliance · r_T/h
///
/// which is where the surfaces went as long as they hold, and less where they slip. So the impulses of the last step,
/// found by the key of the contact and taken along the new tangents, are all there is to remember. A contact whose key
/// is new, or that had no impulse, begins without elongation.
///
/// The elongation of a contact along the two tangents of its frame, m.
Eigen::Vector2d tangential_elongation(std::span<const std::pair<ContactKey, Vector3>> last_impulses,
                                      const Contact& contact, double tangential_compliance, double step);

/// ½ compliance · force², summed over contacts, J. `impulses`: on body B along the world's axes, N s.
double soft_contact_energy(const Model& model, const std::vector<Contact>& contacts,
                           const std::vector<Vector3>& impulses, double step);

/// Whether a contact is soft along its normal, or along its surface.
bool is_soft_along_normal(const Assembly& assembly, std::size_t contact);
bool is_soft_along_surface(const Assembly& assembly, std::size_t contact);

}  // namespace signorini
