#pragma once

#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/dynamics/constraint_rows.h"
#include "signorini/dynamics/settings.h"
#include "signorini/model/model.h"
#include "signorini/problem/contact_problem.h"

namespace signorini {

/// M: mass and inertia (along the body's axes) of the moving bodies, the same in every step.
SparseMatrix mass_matrix(const Model& model);

/// What a pair of materials makes of a contact.
struct ContactProperties {
  double friction, restitution, compliance;
};
ContactProperties contact_properties(const Model& model, const Contact& contact);

/// The velocity of B relative to A at a contact, along the world's axes, m/s.
Vector3 relative_velocity(const Contact& contact, const std::vector<Pose>& poses, const Vector& v,
                          const std::vector<int>& places);

/// The problem of one time step (thesis eq. 3.22):
///
///     free rows       joints and motors     w = Ψ/h + ∂Ψ/∂t
///     positive rows   limits                w = Ψ/h
///                     contacts without friction, as friction cones below without their tangents
///     friction cones  contacts              w_N = Φ/h for a gap, at least -recovery_speed for penetration;
///                                           e u_N of the old velocities where the contact bounces; w_T = 0
///
/// with f = M v + h · forces, and E_N = compliance/h² in the rows of soft contacts.
struct Assembly {
  ContactProblem problem;
  /// The first row of each contact. Frictionless ones have no other.
  std::vector<int> contact_row;
};

/// `M`: mass_matrix(). Overwrites `assembly`.
void assemble(const Model& model, const Settings& settings, const SparseMatrix& M, const State& state,
              const std::vector<Contact>& contacts, const ConstraintRows& joints, Assembly& assembly);

}  // namespace signorini
