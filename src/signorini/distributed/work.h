#pragma once

#include "signorini/distributed/krylov_options.h"
#include "signorini/distributed/part.h"
#include "signorini/distributed/session.h"
#include "signorini/distributed/watch.h"
#include "signorini/solver/first_order/reduced_problem.h"
#include "signorini/solver/report.h"

namespace signorini::distributed {

enum class Method : int { apgd, interior_point };

/// What all ranks need to know of a solve besides their parts.
struct Job {
  Method method = Method::apgd;
  bool greedy = true;                                         ///< apgd
  first_order::Scaling scaling = first_order::Scaling::rows;  ///< apgd
  double tolerance = 1e-8;
  KrylovOptions krylov = {};  ///< interior_point
};

/// Rank 0: has all ranks solve the problem, which is in global form with a symmetric M, and gives the monitor the
/// candidates. Returns who did what.
Distribution solve_together(Session& session, const Job& job, const ContactProblem& problem, const Vector& guess,
                            Monitor& monitor);

}  // namespace signorini::distributed
