#pragma once

#include "signorini/distributed/session.h"

namespace signorini::distributed {

/// Puts the solvers that run on all processes into the catalogue. `session` must outlive them.
void provide_solvers(Session& session);
/// The part of a rank other than 0 in a solve.
void join_solve(Session& session);

}  // namespace signorini::distributed
