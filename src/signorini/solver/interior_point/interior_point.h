#pragma once

#include <memory>

#include "signorini/base/export.h"
#include "signorini/solver/solver.h"

namespace SIGNORINI_PUBLIC signorini {

namespace SIGNORINI_PRIVATE interior_point {
struct Workspace;
}

struct InteriorPointOptions {
  /// Share of the way to the boundary that a step takes, in (0,1), dimensionless. Fractions that tend to 1 lose
  /// problems.
  double step_fraction = 0.99;
  /// The papers' η = 0.9 + 0.1 exp(-μ n) in place of a fixed fraction (thesis §4.12).
  bool adaptive_fraction = false;
  /// One step length for everything (`equal`), or one for r and one for v and u (`separate`, thesis §4.11).
  std::string steps = "equal";
  /// How far the cones reach: `scaled` (thesis eq. 4.55-4.56) or `quadratic` (eq. 4.52-4.54).
  std::string step_rule = "scaled";
  /// Most of Gondzio's centrality correctors tried after Mehrotra's, each one more solve with the same factor; one
  /// where a factorisation is cheap. QP study §3.1.
  int correctors = 2;
  /// Fewest refinement steps of the corrector's linear solve; more where they are needed.
  int refinements = 0;
  /// Cold start: `axes`, `nocedal`, `dapuzzo` (ECCOMAS paper §2.4) or `cone` (thesis §4.14.4).
  std::string start = "axes";
  /// What to take from a guess: nothing, v only, or all of it (thesis §4.6).
  std::string warm_start = "full";
  /// Whether a guess gets semismooth Newton steps first, where they promise to end well: see newton/warm_newton.h.
  bool newton = true;
  /// Gauss-Seidel sweeps on a guess that is not next to the answer, or on zero where there is no friction, before the
  /// first iteration; none where masses at the contacts differ by more than 1000.
  int sweeps = 100;
  /// The matrix that is factored: `condensed` (on v), `delassus` (condensed on r), `augmented`; `auto` compares the
  /// work.
  std::string system = "auto";

  OptionFields fields();
};

/// Primal-dual path-following method: Mehrotra's predictor-corrector with Nesterov-Todd scaling (thesis ch. 4), on one
/// sparse factorisation an iteration. Free, positive and friction rows together, global and local form. Keeps the
/// symbolic analysis of the last pattern for the next call.
///
/// Under law coulomb the convex law is solved first, with the options below. From its answer, and then from others, go
/// the passes of coulomb::Portfolio, which have the sliding speeds as unknowns and constants of their own.
class InteriorPoint : public SolverWith<InteriorPointOptions> {
 public:
  explicit InteriorPoint(InteriorPointOptions options = {});
  ~InteriorPoint() override;

  /// The relaxation of a problem with law coulomb, to start exact methods from: law convex in place of its own, and
  /// judged by that. Problems with other laws as they are. Not through the door: the problem must be sound, its law not
  /// pyramid.
  Report solve_relaxed(const ContactProblem& problem, const StopRule& rule, Solution& solution);

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;

  std::unique_ptr<interior_point::Workspace> workspace_;
};

}  // namespace signorini
