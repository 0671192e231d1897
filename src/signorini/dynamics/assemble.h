#pragma once

#include <span>
#include <utility>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/dynamics/settings.h"
#include "signorini/dynamics/step_motion.h"
#include "signorini/dynamics/step_rows.h"
#include "signorini/dynamics/surface_rows.h"
#include "signorini/model/model.h"
#include "signorini/problem/contact_problem.h"

namespace signorini {

/// M: mass and inertia (along the body's axes) of the moving bodies, the same in every step.
SparseMatrix mass_matrix(const Model& model);

/// What a pair of materials makes of a contact.
struct ContactProperties {
  double friction, restitution, compliance, tangential_compliance;
};
ContactProperties contact_properties(const Model& model, const Contact& contact);

/// How a unit impulse at `point` along `direction` acts on a body: force along the world's axes, torque along its own.
Eigen::Matrix<double, 6, 1> lever(const Pose& pose, const Vector3& point, const Vector3& direction);
/// The velocity of B relative to A at a contact, along the world's axes, m/s.
Vector3 relative_velocity(const Contact& contact, const std::vector<Pose>& poses, const Vector& v,
                          const std::vector<int>& places);

/// The problem of one time step at an estimate v° of the velocities at its end (thesis eq. 3.22, repeated until
/// estimate and answer agree):
///
///     free rows       joints and motors     in the middle of the step, see step_rows.h
///     positive rows   limits
///                     contacts without friction, as friction cones below without their tangents
///     friction cones  contacts              w_N = Φ/h for a gap, at least -recovery_speed for penetration;
///                                           w_T = 0
///
/// with M = mass + stiffness, f = mass · v + h · forces + stiffness · v°. Soft contacts have E_N = compliance/h² and
/// w_N = Φ/h at any depth, so that the force at the end of the step is penetration / compliance; along their surface
/// E_T = tangential_compliance/h² and w_T = elongation/h, see soft_contacts.h. Contacts are taken
/// where they are at the start of the step. Restitution is no part of it: see impacts.h.
struct Assembly {
  ContactProblem problem;
  /// The first row of each contact. Frictionless ones have no other.
  std::vector<int> contact_row;
  /// For each body, whether it moves with the velocities at the end of the step: jumps.h.
  std::vector<bool> jumps;
};

/// What acts in a step besides contacts.
struct StepForces {
  const SparseMatrix& mass;       ///< mass_matrix()
  const SparseMatrix& stiffened;  ///< with stiffness.h
  const Vector& forces;           ///< forces.h
  const ConstraintRows& joints;
  /// Of the contacts in the step before, on body B along the world's axes, N s; sorted by key.
  std::span<const std::pair<ContactKey, Vector3>> last_impulses = {};
  const Surfaces* surfaces = nullptr;  ///< for contacts with flexible bodies
};

/// Overwrites `assembly`.
void assemble(const Model& model, const Settings& settings, const StepMotion& motion, const StepForces& acting,
              const std::vector<Contact>& contacts, Assembly& assembly);

}  // namespace signorini
