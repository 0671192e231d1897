#include "signorini/dynamics/ledger.h"

#include "signorini/dynamics/bushings.h"
#include "signorini/dynamics/energies.h"
#include "signorini/dynamics/forces.h"
#include "signorini/dynamics/soft_contacts.h"
#include "signorini/dynamics/springs.h"

namespace signorini {
namespace {

double potential_gained(const Model& model, const std::vector<Pose>& from, const std::vector<Pose>& to) {
  return gravity_energy_gained(model, from, to) + (elastic_energy(model, to) - elastic_energy(model, from));
}

double work(const Model& model, const StepMotion& motion, std::span<const AppliedForce> forces) {
  if (forces.empty()) return 0;
  Vector f = Vector::Zero(motion.mean.size());
  add_applied_forces(model, motion, forces, f);
  return motion.step * f.dot(motion.mean);
}

/// What pushes bodies apart was put in by the correction of penetration; what holds them back is lost in the impact.
void add_one_sided(double work, EnergyChanges& changes) {
  (work > 0 ? changes.stabilisation : changes.impacts) += work;
}

/// Of a contact that is soft along its surface: r_T·u_T, in which u_T is the velocity without that of its spring.
double slip_work(const StepDone& done, int first) {
  const ContactProblem& p = done.assembly.problem;
  double sum = 0;
  for (int row = first + 1; row < first + 3; ++row)
    sum += done.solution.r[row] * (p.H.col(row).dot(done.solution.v) + p.E[row] * done.solution.r[row] + p.w[row]);
  return sum;
}

/// `stored`: what soft contacts store more than before, J.
void add_rows(const StepDone& done, double stored, EnergyChanges& changes) {
  const ContactProblem& p = done.assembly.problem;
  const Vector work = done.solution.r.cwiseProduct(p.H.transpose() * done.motion.mean);
  Eigen::Index row = 0;
  for (const ConstraintRow& joint : done.joints.free)
    (joint.key.row == ConstraintKey::motor ? changes.motors : changes.stabilisation) += work[row++];
  for (std::size_t k = 0; k < done.joints.positive.size(); ++k) add_one_sided(work[row++], changes);
  double soft = stored;
  for (std::size_t k = 0; k < done.contacts.size(); ++k) {
    const int first = done.assembly.contact_row[k];
    if (is_soft_along_normal(done.assembly, k))
      soft += work[first];
    else
      add_one_sided(work[first], changes);
    if (first < p.cones.first_friction()) continue;
    const double tangential = work[first + 1] + work[first + 2];
    const bool springy = is_soft_along_surface(done.assembly, k);
    const double slipped = springy ? slip_work(done, first) : tangential;
    changes.friction += slipped;
    soft += tangential - slipped;
  }
  add_one_sided(soft, changes);
}

}  // namespace

Energies energies_of(const Model& model, const State& state, double contact_energy) {
  return {kinetic_energy(model, state), gravity_energy(model, state.poses),
          elastic_energy(model, state.poses) + contact_energy};
}

EnergyChanges energy_changes(const Model& model, const StepDone& done, const Energies& before, const State& after) {
  const double contact_energy_before = before.elastic - elastic_energy(model, done.motion.start);
  EnergyChanges changes;
  changes.forces = work(model, done.motion, model.forces) + work(model, done.motion, done.inputs);
  for (const Spring& spring : model.springs) changes.dampers -= pull(spring, done.motion).damped;
  for (const TorsionSpring& spring : model.torsion_springs) changes.dampers -= turn(spring, done.motion).damped;
  if (!model.bushings.empty()) {
    const std::vector<int> places = velocity_places(model);
    for (const Bushing& bushing : model.bushings) changes.dampers -= bushing_load(bushing, done.motion, places).damped;
  }
  add_rows(done, done.contact_energy - contact_energy_before, changes);
  changes.stabilisation += potential_gained(model, done.motion.end, after.poses);
  const Energies at_end = energies_of(model, after, done.contact_energy);
  const double gained = at_end.kinetic - before.kinetic + (at_end.elastic - before.elastic) +
                        gravity_energy_gained(model, done.motion.start, after.poses);
  changes.unexplained = gained - changes.explained();
  return changes;
}

}  // namespace signorini
