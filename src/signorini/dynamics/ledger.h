#pragma once

#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/step_record.h"

namespace signorini {

/// The energy of a model at poses and velocities, and with this much in its soft contacts, J.
Energies energies_of(const Model& model, const State& state, double contact_energy = 0);

/// What a step did, for the ledger.
struct StepDone {
  const StepMotion& motion;  ///< at the velocities of the answer
  const Assembly& assembly;
  const ConstraintRows& joints;
  const std::vector<Contact>& contacts;
  const Solution& solution;
  std::span<const AppliedForce> inputs;  ///< besides the model's
  double contact_energy = 0;             ///< in soft contacts at the end, J
};

/// Soft contacts: what they take from the bodies and do not store is friction where they slip, and otherwise lost, or
/// put in, as in impacts: their springs are of first order.
///
/// Where the energy of a step came from and went. Each row's impulse acts along its gradient over the mean velocity of
/// the step, so that with M (v⁺ - v) = h F + H r the change of the kinetic energy is h F·v̄ + r·Hᵀv̄.
EnergyChanges energy_changes(const Model& model, const StepDone& done, const Energies& before, const State& after);

}  // namespace signorini
