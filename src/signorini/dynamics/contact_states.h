#pragma once

#include <vector>

#include "signorini/dynamics/assemble.h"
#include "signorini/dynamics/step_record.h"

namespace signorini {

/// What the answer of a step says of each of its contacts. `rigid`: how many degrees of freedom rigid bodies have.
std::vector<ContactState> contact_states(const Assembly& assembly, const Solution& answer, int rigid);

}  // namespace signorini
