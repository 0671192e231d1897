#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/collision/contact.h"
#include "signorini/model/model.h"
#include "signorini/problem/certificate.h"
#include "signorini/solver/report.h"

namespace SIGNORINI_PUBLIC signorini {

/// Energies at the end of a step, J.
struct Energies {
  double kinetic = 0, potential = 0, elastic = 0;
  double total() const { return kinetic + potential + elastic; }
};

/// Where the energy of a step came from, J: positive what the bodies gained.
struct EnergyChanges {
  double forces = 0;         ///< work of applied forces
  double motors = 0;         ///< work of motors
  double dampers = 0;        ///< taken by dampers
  double friction = 0;       ///< taken by friction
  double impacts = 0;        ///< lost where bodies, or joints and their limits, meet
  double stabilisation = 0;  ///< by pushing penetration out and by keeping joints together
  double numerical = 0;      ///< taken by implicit steps of flexible bodies, which damp what they cannot follow
  double unexplained = 0;    ///< the rest: what the numerical method made or lost
  double explained() const { return forces + motors + dampers + friction + impacts + stabilisation + numerical; }
  EnergyChanges& operator+=(const EnergyChanges& other) {
    forces += other.forces, motors += other.motors, dampers += other.dampers, friction += other.friction;
    impacts += other.impacts, stabilisation += other.stabilisation, numerical += other.numerical;
    unexplained += other.unexplained;
    return *this;
  }
};

/// Calls visit(name, number) for each of them, in the order above.
template <class Changes, class Visit>
void each_change(Changes& changes, const Visit& visit) {
  visit("forces", changes.forces);
  visit("motors", changes.motors);
  visit("dampers", changes.dampers);
  visit("friction", changes.friction);
  visit("impacts", changes.impacts);
  visit("stabilisation", changes.stabilisation);
  visit("numerical", changes.numerical);
  visit("unexplained", changes.unexplained);
}

/// What a joint, with motor and limits, does to its body B; to A it does the opposite. Means over the step, along the
/// world's axes unless said otherwise.
struct JointForce {
  Vector3 force = Vector3::Zero();   ///< N
  Vector3 torque = Vector3::Zero();  ///< about the origin of the joint's frame b, N m
  /// What A gets, about the origin of frame a, N m: the opposite only where the origins meet.
  Vector3 torque_on_a = Vector3::Zero();
  /// `force` and `torque` along the axes of the joint's frame b, as it stands in the middle of the step.
  Vector3 local_force = Vector3::Zero(), local_torque = Vector3::Zero();
  double motor = 0;  ///< of the motor alone along its coordinate, N or N m
  /// At the end of the step: an angle in (-π, π], rad, or a length, m, and its rate. NaN for joints without coordinate.
  double coordinate = std::numeric_limits<double>::quiet_NaN(), speed = std::numeric_limits<double>::quiet_NaN();
};

/// What a spring does.
struct SpringForce {
  double elongation = 0;  ///< beyond its length at rest, at the end of the step, m
  double tension = 0;     ///< with its damper, mean over the step, N; negative when it pushes
};

/// What a torsion spring does.
struct TorsionForce {
  double angle = 0;   ///< beyond its rest, the equivalent in [-π, π], at the end of the step, rad
  double torque = 0;  ///< with its damper, mean over the step, N m; positive turns B back, towards smaller angles
};

/// What a bushing does, along the axes of its frame on A.
struct BushingForce {
  Vector3 elongation = Vector3::Zero(), turn = Vector3::Zero();  ///< of B's frame, at the end of the step, m and rad
  /// Of springs and dampers, mean over the step, N and N m, with the sign of the elongation: B gets the opposite.
  Vector3 force = Vector3::Zero(), torque = Vector3::Zero();
};

/// What the answer of a step is at a contact.
struct ContactState {
  enum class Kind {
    open,      ///< carries nothing, beside the step's other contacts
    sticking,  ///< the impulse is inside its friction cone
    sliding,   ///< or on its boundary
  };
  Kind kind = Kind::open;
  /// How far it is from the contact law, |e| of its rows beside V of its island (problem/README.md), dimensionless.
  /// Over the contacts and joints of an island the squares sum to the square of Certificate::natural.
  double error = 0;
};

/// What all contacts of a pair of bodies do to B together; A gets the opposite, in the same points. Means over the
/// step, along the world's axes.
struct PairForce {
  int body_a = -1, body_b = -1;      ///< a < b
  int contacts = 0;                  ///< how many, those without force included
  Vector3 force = Vector3::Zero();   ///< N
  Vector3 torque = Vector3::Zero();  ///< about the origin of B's frame at the start of the step, N m
};

/// Wall-clock seconds of a step's stages; `integrate`: with the energies;
/// `output`: what was written since the step before.
struct StageTimes {
  double collision = 0, assemble = 0, solve = 0, integrate = 0, output = 0;
  double total() const { return collision + assemble + solve + integrate + output; }
  StageTimes& operator+=(const StageTimes& other) {
    collision += other.collision, assemble += other.assemble, solve += other.solve;
    integrate += other.integrate, output += other.output;
    return *this;
  }
};

/// What a step leaves behind.
struct StepRecord {
  std::int64_t step = 0;                          ///< from 1
  State state;                                    ///< at the end of the step
  std::vector<Contact> contacts;                  ///< that the step dealt with
  std::vector<Vector3> impulses;                  ///< on body B, along the world's axes, N s; one for each contact
  std::vector<ContactState> contact_states = {};  ///< of each contact; filled in by those who ask for it
  std::vector<PairForce> pairs;    ///< the same summed for each pair of bodies, in the order of the pairs
  std::vector<JointForce> joints;  ///< one for each joint
  std::vector<SpringForce> springs;
  std::vector<TorsionForce> torsion_springs;
  std::vector<BushingForce> bushings;
  Status status = Status::solved;
  /// Whether the step was not done, because a body would have moved to no finite place (see `message`) or because it
  /// was interrupted. The state is then that of the step before, and the simulation stays there.
  bool failed = false;
  /// What gave way because the rows contradicted each other (ladder.h), by name: "the motor of joint 'crank'". Status
  /// and certificate are then those of what was left. Empty when the step was solved as it is posed.
  std::vector<std::string> relaxed;
  /// Why it is not solved as it is posed: the solver's message; for status infeasible which joints and bodies
  /// contradict each other, for `failed` which body moved too far. Empty when it is solved.
  std::string message;
  Certificate certificate;  ///< of the last solve
  int iterations = 0;       ///< of all solves: contacts that a solve shows to be missing are added, and it is repeated
  int repeats = 1;          ///< solves until the motion within the step no longer changed
  double unsettled = 0;     ///< by how much it still changes, as a share of the velocities
  Energies energies;
  EnergyChanges changes;
  int impacts = 0;                 ///< of pairs of bodies that bounce, one after the other
  int impacts_cut_off = 0;         ///< pairs left when they became too many: they lost their approach instead
  double unbalanced = 0;           ///< of flexible bodies: FlexibleBodies::unbalanced()
  int inverted_elements = 0;       ///< of flexible bodies, at the end of the step
  std::string first_inverted;      ///< "element 12 of flexible body 'beam'", or empty
  double joint_drift = 0;          ///< what is left of the joints' violation at the end of the step, m or rad
  double deepest_penetration = 0;  ///< at the start of the step, or of one of its pieces, m
  // Of steps that are done in pieces (Settings::accuracy). Their contacts are those of all pieces, each where it was
  // first; certificate, repeats, unsettled and drift are the worst of any; iterations and times count what was
  // discarded too.
  int pieces = 1;
  double shortest_piece = 0;    ///< s
  double position_error = 0;    ///< what shorter pieces would change, as estimated, m; 0 where that was not looked at
  std::string too_coarse = {};  ///< where and by how much the accuracy was missed; empty where it was not
  StageTimes times;
};

}  // namespace signorini
