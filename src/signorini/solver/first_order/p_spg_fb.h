#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct PSpgFbOptions {
  /// Bounds of the spectral step, dimensionless, > 0. Krylov paper §4.3.
  double alpha_min = 1e-9, alpha_max = 1e9;
  /// Sufficient decrease ξ in [0,1), dimensionless, usually very low. Krylov paper §4.3.
  double xi = 1e-4;
  /// Bounds of the reduction of λ in one step of the line search, dimensionless, in (0,1). Krylov paper §4.3.
  double sigma_min = 0.1, sigma_max = 0.9;
  /// Past objectives that a step may return to, ≥ 0. Krylov paper §4.3: about 10.
  int n_gll = 10;
  /// Step τ_g of the fallback's residual (eq. 24), in the units of the scaling; 1 is nearest to the certificate.
  double tau_g = 1.0;
  /// Preconditioner P, as units of the impulses: `contact` is the paper's average over each contact's diagonal, `rows`
  /// treats normal and tangential rows apart.
  std::string scaling = "rows";
  /// Threads of the passes over the contacts; 0: as many as the machine has. The answer does not depend on it.
  int threads = 1;

  OptionFields fields();
};

/// Preconditioned spectral projected gradient with fallback. Laws frictionless, convex and coulomb.
class PSpgFb : public SolverWith<PSpgFbOptions> {
 public:
  explicit PSpgFb(PSpgFbOptions options = {}) : SolverWith("p-spg-fb", every_law(), std::move(options)) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
