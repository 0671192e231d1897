#pragma once

#include "signorini/distributed/halo.h"
#include "signorini/distributed/krylov_options.h"
#include "signorini/distributed/watch.h"

namespace signorini::distributed {

/// The interior point method for the convex laws over the ranks. Returns the iterations of conjugate gradients.
long run_krylov_interior_point(const Part& part, const Halo& halo, const KrylovOptions& options, Watch& watch);

}  // namespace signorini::distributed
