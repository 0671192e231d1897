#pragma once

#include <vector>

#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/step_record.h"

namespace signorini {

/// What a contact carries, and by how much it misses the contact law; follows from its island alone.
struct ContactLoad {
  double normal = 0, tangential = 0;  ///< impulses, N s
  double limit = 0;                   ///< what friction could carry, N s
  double error = 0;                   ///< share of the certificate, as in ContactState
};

/// What the answer of a step says of each of its contacts. `rigid`: how many degrees of freedom rigid bodies have.
std::vector<ContactLoad> contact_loads(const Assembly& assembly, const Solution& answer, int rigid);

/// The states of all contacts of a step.
std::vector<ContactState> contact_states(const std::vector<ContactLoad>& loads);

}  // namespace signorini
