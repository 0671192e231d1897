// What flexible bodies add to a step.
#include <fmt/format.h>

#include "signorini/dynamics/simulation_parts.h"

namespace signorini {

void Simulation::Parts::add_flexible_mass() {
  SparseMatrix rigid = mass_matrix(model);
  rigid.conservativeResize(flexible->mass().rows(), flexible->mass().cols());
  mass = rigid + flexible->mass();
}

void Simulation::Parts::start_flexible_step() {
  flexible->start_step(state, h);
  if (flexible->nodes().has_welds()) add_flexible_mass();
}

std::optional<Surfaces> Simulation::Parts::surfaces_of_step() const {
  if (!flexible) return {};
  return Surfaces{flexible->nodes(), surface_points};
}

Vector3 Simulation::Parts::velocity_at(const Contact& contact, const Vector& v) const {
  if (!is_flexible(contact)) return relative_velocity(contact, state.poses, v, places);
  return surface_velocity(contact, state.poses, v, places, {flexible->nodes(), surface_points});
}

void Simulation::Parts::add_flexible(const State& next, StepRecord& record) const {
  EnergyChanges changes = flexible->changes(state, solution.v, next);
  changes.unexplained = flexible->energies(next).total() - flexible->energies(state).total() - changes.explained();
  record.changes += changes;
  record.unbalanced = flexible->unbalanced(solution.v, next);
  const FlexibleBodies::Inverted inverted = flexible->inverted(next);
  record.inverted_elements = inverted.count;
  record.first_inverted = inverted.first;
}

/// Where solving again did not balance the forces of a body with those of its shape at the end, the step is missed.
void Simulation::Parts::note_unbalanced(StepRecord& record) const {
  if (!flexible || !flexible->repeats() || record.unsettled <= settings.tolerance) return;
  record.status = Status::inaccurate;
  record.message = fmt::format(
      "elastic forces are not balanced: after {} solves the velocities still miss {:.1e} of themselves; a shorter "
      "time step may help",
      record.repeats, record.unsettled);
}

Energies Simulation::Parts::energies() const {
  Energies sum = rigid_energies();
  if (!flexible) return sum;
  const Energies more = flexible->energies(state);
  sum.kinetic += more.kinetic, sum.potential += more.potential, sum.elastic += more.elastic;
  return sum;
}

}  // namespace signorini
