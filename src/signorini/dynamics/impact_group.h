#pragma once

#include <memory>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/constraint_rows.h"

namespace signorini {

/// A contact that may take part in an impact, at the poses at the start of the step. Rows are (normal, two tangents).
struct ImpactContact {
  using Levers = Eigen::Matrix<double, 6, 3>;
  int contact;              ///< place in the list of contacts
  int place_a, place_b;     ///< velocity_places(); negative: does not move
  Levers on_a, on_b;        ///< how unit impulses act on the bodies
  Levers moves_a, moves_b;  ///< M⁻¹ of them: how the bodies' velocities change
  double friction, restitution;

  /// The velocity of B relative to A, m/s.
  Vector3 velocity(const Vector& v) const;
};
ImpactContact impact_contact(const Model& model, const Settings& settings, const std::vector<Pose>& poses,
                             const std::vector<int>& places, const std::vector<Contact>& contacts, int contact);

/// Joints in an impact: they answer each impulse with those that keep their rates, -S⁻¹ Gᵀ M⁻¹ H with S = Gᵀ M⁻¹ G.
class HeldJoints {
 public:
  HeldJoints(const Model& model, const std::vector<int>& places, const ConstraintRows& rows);
  ~HeldJoints();
  /// Whether the body with this place among the velocities has a joint.
  bool hold(int place) const { return place >= 0 && jointed_[static_cast<std::size_t>(place / 6)]; }
  /// The rates of the free rows, without what motors ask for.
  Vector rates(const Vector& v) const { return G_.transpose() * v; }
  /// What unit impulses along the columns of H do to them, Gᵀ M⁻¹ H.
  Eigen::MatrixXd pushed(const SparseMatrix& H) const;
  /// -S⁻¹ times that.
  Eigen::MatrixXd answers(const Eigen::MatrixXd& pushed) const;
  /// The velocities that impulses of the free rows make, M⁻¹ G λ.
  Vector moved_by(const Vector& impulses) const { return inverse_mass_ * (G_ * impulses); }

 private:
  struct Factor;
  SparseMatrix G_, inverse_mass_, S_;
  std::vector<bool> jointed_;
  std::unique_ptr<Factor> factor_;
};

/// What the contacts of an impact do together.
struct GroupImpulses {
  Vector r;              ///< three for each contact, N s
  Vector joints;         ///< of the joints' free rows; empty where none take part
  Vector before, after;  ///< velocities of the contacts, m/s
};

/// Newton's law with Coulomb's friction for contacts that impact at once, by sweeps over the contacts:
///
///     u⁺ = u + W r,   0 ≤ r_N ⟂ u⁺_N + e min(u_N, 0) ≥ 0,   friction r_T against u⁺_T, at most μ r_N
///
/// Changes v. Where friction and restitution together would make energy (Kane and Levinson 1985), the contacts bounce
/// by a smaller share of e: with none of it they never do. `share`: of e, at most; `joints`: null where none are held.
GroupImpulses strike(const std::vector<const ImpactContact*>& group, const HeldJoints* joints, double share, Vector& v);

}  // namespace signorini
