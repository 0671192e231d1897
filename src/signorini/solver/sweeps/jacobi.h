#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct JacobiOptions {
  /// Step ω in (0,2), dimensionless. Krylov paper eq. 12; with scaling `trace` 0.3 suits large packings.
  double omega = 1.0;
  /// Damping λ in (0,1], dimensionless: the share of the projected iterate that is taken. Krylov paper eq. 12.
  double lambda = 1.0;
  /// The metric B of the step. `splitting`: each contact sees every body with its mass divided by the number of the
  /// body's contacts, which bounds W from above, so that ω ≤ 1 always converges under the convex laws. `trace`:
  /// 1/Trace(H_iᵀ M⁻¹ H_i), Krylov paper §4.1.
  std::string scaling = "splitting";
  /// Start each sweep from an extrapolated point (see Momentum); off gives the plain method of the paper.
  bool momentum = true;

  OptionFields fields();
};

/// Projected Jacobi: all contacts at once from the same velocities. Laws frictionless, convex and coulomb.
class Jacobi : public SolverWith<JacobiOptions> {
 public:
  explicit Jacobi(JacobiOptions options = {}) : SolverWith("jacobi", every_law(), std::move(options)) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
