#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct GpminresOptions {
  /// Sufficient decrease μ in (0,1/2), dimensionless. Krylov paper eq. 16.
  double mu = 0.1;
  /// A gradient projection that gains less than η₁ times the best gain so far ends the phase; in (0,1). Krylov paper
  /// eq. 18.
  double eta1 = 0.1;
  /// The same for a MINRES step. Krylov paper eq. 20.
  double eta2 = 0.01;
  /// Gradient projections in a row at most. Krylov paper §4.2.
  int max_projections = 5;
  /// MINRES steps on one face at most, before the face has proved right. Krylov paper §4.2.
  int max_minres = 10;
  /// Steps added each time active and binding set agree. Krylov paper §4.2.
  int additional_minres = 10;
  /// Halvings in a projected search at most. Krylov paper §4.2.
  int max_halvings = 10;
  /// `diagonal`: none beyond the units of the impulses. `cholesky`: GPMINRES-P of the paper, each face's matrix
  /// factorised; global form without compliance, elsewhere as `diagonal`.
  std::string preconditioner = "diagonal";
  /// Units of the impulses: one factor a row kind (`rows`), one a contact (`contact`), or none.
  std::string scaling = "rows";
  /// Threads of the passes over the contacts; 0: as many as the machine has. The answer does not depend on it.
  int threads = 1;

  OptionFields fields();
};

/// Gradient projection and MINRES on the face it finds. Laws frictionless and convex.
class Gpminres : public SolverWith<GpminresOptions> {
 public:
  explicit Gpminres(GpminresOptions options = {}) : SolverWith("gpminres", convex_laws(), std::move(options)) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
