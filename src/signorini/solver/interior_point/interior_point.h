#pragma once

#include <memory>

#include "signorini/solver/options.h"
#include "signorini/solver/solver.h"

namespace signorini {

namespace interior_point {
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
  /// Gondzio's centrality correctors tried after Mehrotra's, each worth one more solve with the same factor. QP study
  /// §3.1.
  int correctors = 2;
  /// Refinement steps of the corrector's linear solve.
  int refinements = 1;
  /// Cold start: `axes`, `nocedal`, `dapuzzo` (ECCOMAS paper §2.4) or `cone` (thesis §4.14.4).
  std::string start = "axes";
  /// What to take from a guess: nothing, v only, or all of it (thesis §4.6).
  std::string warm_start = "full";
  /// Gauss-Seidel sweeps on a guess, or on zero where there is no friction, before the first iteration.
  int sweeps = 100;
  /// The matrix that is factored: `condensed` (on v), `delassus` (condensed on r), `augmented`; `auto` compares the
  /// work.
  std::string system = "auto";

  OptionFields fields();
};

/// Primal-dual path-following method: Mehrotra's predictor-corrector with Nesterov-Todd scaling (thesis ch. 4), on one
/// sparse factorisation an iteration. Free, positive and friction rows together, global and local form. Under law
/// coulomb the answer of the convex law is where passes with the sliding speeds as unknowns start. Keeps the symbolic
/// analysis of the last pattern for the next call.
class InteriorPoint : public Solver {
 public:
  explicit InteriorPoint(InteriorPointOptions options = {});
  ~InteriorPoint() override;

  /// The relaxation of a problem with law coulomb, to start exact methods from: law convex in place of its own, and
  /// judged by that. Problems with other laws as they are.
  Report solve_relaxed(const ContactProblem& problem, const StopRule& rule, Solution& solution);

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override;

  InteriorPointOptions options_;
  std::unique_ptr<interior_point::Workspace> workspace_;
};

}  // namespace signorini
