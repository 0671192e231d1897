#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct KuceraOptions {
  /// Γ > 0, dimensionless: how large the gradient of the open contacts may be, against that of the others, before they
  /// are released. Krylov paper §4.4: 1.
  double gamma = 1.0;
  /// The fixed step α̃ in units of 1/‖A‖, in (0,2). Krylov paper §4.4: 1; up to 2 the objective still falls.
  double step = 1.8;
  /// Units of the impulses: one factor a row kind (`rows`), one a contact (`contact`), or none.
  std::string scaling = "rows";
  /// Threads of the passes over the contacts; 0: as many as the machine has. The answer does not depend on it.
  int threads = 1;

  OptionFields fields();
};

/// Conjugate gradients on faces, with expansion and proportioning steps between them. Laws frictionless and convex.
class Kucera : public SolverWith<KuceraOptions> {
 public:
  explicit Kucera(KuceraOptions options = {}) : SolverWith("kucera", convex_laws(), std::move(options)) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
