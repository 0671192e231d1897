#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/dynamics/simulation.h"
#include "signorini/dynamics/step_record.h"
#include "signorini/math/types.h"

namespace SIGNORINI_PUBLIC signorini {

/// Bodies that leave a bed below and enter it above, at rest, as the pebbles of a reactor do. The same bodies come
/// again, so that a run of any length has the memory of its start.
struct Recirculation {
  std::vector<int> bodies = {};  ///< that take part, by their places in the model; none fixed
  double rate = 0;               ///< how many leave, the lowest first, 1/s, ≥ 0
  /// Only bodies whose centre of mass is lower than this leave, m.
  double below = std::numeric_limits<double>::infinity();
  /// Where they enter: a box between two corners, or the upright cylinder in it; m. It should be free of fixed bodies.
  Vector3 from = Vector3::Zero(), to = Vector3::Zero();
  bool round = false;
  std::uint64_t seed = 1;  ///< of the places
};

/// To be called after each step: carries the bodies that are due in it, and notes state and energies in its record;
/// what it takes counts as work of applied forces. A place is free where no other body is nearer than the two radii;
/// who finds none in 100 tries stays below, and is not made up for. Returns how many were carried. What is done depends
/// on the state and the number of the step alone, so that resumed runs go on as they would have.
int recirculate(const Recirculation& recirculation, Simulation& simulation, StepRecord& record);

}  // namespace signorini
