#pragma once

#include <cstdint>
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

/// Wall-clock seconds of a step's stages; `collision`: with the rows of the joints; `integrate`: with the energies;
/// `output`: what was written since the step before.
struct StageTimes {
  double collision = 0, assemble = 0, solve = 0, integrate = 0, output = 0;
  double total() const { return collision + assemble + solve + integrate + output; }
};

/// What a step leaves behind.
struct StepRecord {
  std::int64_t step = 0;          ///< from 1
  State state;                    ///< at the end of the step
  std::vector<Contact> contacts;  ///< that the step dealt with
  std::vector<Vector3> impulses;  ///< on body B, along the world's axes, N s; one for each contact
  Status status = Status::solved;
  /// Whether the step was not done, because a body would have moved to no finite place (see `message`) or because it
  /// was interrupted. The state is then that of the step before, and the simulation stays there.
  bool failed = false;
  /// Why it is not solved: the solver's message; for status infeasible which joints and bodies contradict each other,
  /// for `failed` which body moved too far. Empty when it is solved.
  std::string message;
  Certificate certificate;  ///< of the last solve
  int iterations = 0;       ///< of all solves: contacts that a solve shows to be missing are added, and it is repeated
  Energies energies;
  double deepest_penetration = 0;  ///< at the start of the step, m
  StageTimes times;
};

}  // namespace signorini
