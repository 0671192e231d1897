#pragma once

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

struct NewtonAlartCurnierOptions {
  /// Gauss-Seidel sweeps before the first Newton step, ≥ 0: they find most of the sticking, sliding and open contacts
  /// for the price of about one factorisation.
  int sweeps = 300;
  /// Whether the proximal point method goes on where the line search finds no further step.
  bool proximal = true;

  OptionFields fields();
};

/// Semismooth Newton on the function of Alart and Curnier, for exact Coulomb friction, with a line search and then as
/// the inner method of proximal points.
class NewtonAlartCurnier : public SolverWith<NewtonAlartCurnierOptions> {
 public:
  explicit NewtonAlartCurnier(NewtonAlartCurnierOptions options = {})
      : SolverWith("newton-alart-curnier", {Law::coulomb}, options) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;
};

}  // namespace signorini
