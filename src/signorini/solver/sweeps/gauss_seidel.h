#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct GaussSeidelOptions {
  /// Over-relaxation ω in (0,2), dimensionless: each contact moves ω times the way to its own solution. Krylov paper
  /// §4.1.
  double omega = 1.0;
  /// Damping λ in (0,1], dimensionless: the share of the projected iterate that is taken. Krylov paper §4.1.
  double lambda = 1.0;
  /// Start each sweep from an extrapolated point (see Momentum), and damp the sweeps when they cycle, as they may under
  /// law coulomb. Saves 80 % of the sweeps on frictionless and convex packings; off gives the plain method of the
  /// paper.
  bool momentum = true;
  /// Order of the contacts: `forward` sweeps in the order of the rows, `symmetric` alternates forward and backward
  /// sweeps.
  std::string order = "forward";

  OptionFields fields();
};

/// Projected block Gauss-Seidel (PSOR), contact by contact, each contact's cone problem solved exactly. Matrix-free in
/// global form: it keeps the body velocities and never forms W. Laws frictionless, convex and coulomb; for the convex
/// ones it descends in the objective at every step.
class GaussSeidel : public SolverWith<GaussSeidelOptions> {
 public:
  explicit GaussSeidel(GaussSeidelOptions options = {}) : SolverWith("gauss-seidel", every_law(), std::move(options)) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
