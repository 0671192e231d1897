#pragma once

#include <map>
#include <vector>

#include "signorini/collision/contact.h"
#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/constraint_rows.h"
#include "signorini/dynamics/step_record.h"

namespace signorini {

/// Where a step begins: what may be hit, and how.
struct BeforeImpacts {
  const Model& model;
  const Settings& settings;
  const std::vector<int>& places;         ///< velocity_places()
  const std::vector<Pose>& poses;         ///< at the start of the step
  const std::vector<Contact>& contacts;   ///< every pair that could meet within the step, by key
  const std::vector<MotorPlace>& motors;  ///< at the start of the step
  double slack;                           ///< surfaces nearer than this touch, m
  double step;                            ///< its length, s
};

/// What impacts at the start of a step did.
struct ImpactsDone {
  std::map<ContactKey, Vector3> impulses;  ///< on body B, along the world's axes, N s
  Vector joints;                           ///< impulses of the joints' free rows; empty where none took part
  int count = 0;                           ///< impacts of pairs of bodies, one after the other
  int cut_off = 0;                         ///< pairs that still approached when they became too many
  EnergyChanges changes;                   ///< J
};

/// Whether any pair of materials bounces.
bool bounces(const Model& model);

/// Changes the velocities at the start of a step by the impacts in it.
///
/// Contacts impact that have restitution, close within the step and are faster than the threshold. Once something
/// impacts, those do as well that touch and have none: they lose their approach. Soft contacts do not take part.
///
/// sequential: the pair of bodies that approaches fastest impacts, then the next, until none does; pairs that approach
///     equally fast impact at once, so that what is symmetric stays so. Pairs that still approach after more impacts
///     than a stated number lose their approach, all at once.
/// simultaneous: everything that touches or closes impacts at once, each contact by Newton's law.
///
/// Each impulse keeps momentum and the rates of joints, and never makes energy. Friction is Coulomb's in every law but
/// frictionless. Adds to `done`.
void resolve_impacts(const BeforeImpacts& before, Vector& v, ImpactsDone& done);

/// Adds what impacts did to the record of a step, whose contacts include those that were hit.
void add_impacts(const BeforeImpacts& before, const ImpactsDone& done, StepRecord& record);

}  // namespace signorini
