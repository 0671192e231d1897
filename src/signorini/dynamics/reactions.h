#pragma once

#include <span>
#include <vector>

#include "signorini/dynamics/step_record.h"
#include "signorini/dynamics/step_rows.h"

namespace signorini {

/// What each joint does to its bodies: means over the step. `r`: the impulses of the joints' rows, free ones first;
/// `end`: the state that the step leads to, for coordinates and speeds.
std::vector<JointForce> joint_forces(const Model& model, const StepMotion& motion, const ConstraintRows& joints,
                                     const Vector& r, const State& end);

std::vector<SpringForce> spring_forces(const Model& model, const StepMotion& motion, const State& end);
std::vector<TorsionForce> torsion_forces(const Model& model, const StepMotion& motion, const State& end);
std::vector<BushingForce> bushing_forces(const Model& model, const StepMotion& motion, const State& end);

/// Sums the impulses of contacts, which are in the order of their keys, by pairs of bodies. `start`: the poses that the
/// contacts were found at; `step` in s.
std::vector<PairForce> pair_forces(std::span<const Contact> contacts, std::span<const Vector3> impulses,
                                   const std::vector<Pose>& start, double step);

}  // namespace signorini
