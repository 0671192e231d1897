#pragma once

#include <string>
#include <vector>

#include "signorini/solver/solver.h"

namespace signorini::distributed {

/// PETSc's solvers for bounds, on one process (QP study §3.2-3.3): min ½ rᵀ(W + E) r + qᵀr over r ≥ 0 in the rows that
/// are not free. W is formed. Laws frictionless and pyramid, which have such rows alone.
struct TaoOptions {
  /// Whether the unknowns are scaled so that the diagonal of W + E is one.
  bool scaled = true;

  OptionFields fields();
};

/// `blmvm` (limited-memory BFGS with projections), `tron` (trust region Newton, conjugate gradients with incomplete
/// Cholesky) or `bqpip` (interior point, conjugate gradients).
class Tao : public SolverWith<TaoOptions> {
 public:
  Tao(const std::string& method, TaoOptions options);

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

/// Puts the three into the catalogue. PETSc must run.
void provide_tao_solvers();

}  // namespace signorini::distributed
