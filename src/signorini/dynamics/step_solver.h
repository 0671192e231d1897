#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "signorini/dynamics/settings.h"
#include "signorini/problem/islands.h"
#include "signorini/solver/solver.h"

namespace signorini {

/// Solves the problems of steps, island by island (problem/islands.h). All are judged first: those that the guess
/// answers, as at rest and in free flight, need no more. Each of the others has a solver of its own, which keeps its
/// symbolic work for the next step; where that misses, the policy says what is tried.
class StepSolver {
 public:
  /// By the solver that the settings name.
  explicit StepSolver(const Settings& settings);
  /// By the one given, which all islands share.
  StepSolver(const Settings& settings, std::unique_ptr<Solver> given);

  /// The first `rigid` degrees of freedom are those of rigid bodies. The report is that of the worst island:
  /// `iterations` are the most that an island took, `factorizations` those of all. An answer that does not exist is
  /// empty, with an infinite certificate.
  Report solve(const ContactProblem& problem, int rigid, const std::function<bool()>& cancelled, Solution& solution);

 private:
  struct JudgedGuess {
    Certificate certificate = {.natural = INFINITY};
    bool answers = false;
    bool slow = false;  ///< what moves may be the error of answers
    bool tied = false;  ///< M ties more together than the spins of a body: not judged
  };
  Report solve_island(Solver& solver, const ContactProblem& problem, const JudgedGuess& guess,
                      const std::function<bool()>& cancelled, Solution& solution);
  std::vector<JudgedGuess> judge_guess(const ContactProblem& problem, int rigid, const ProblemIslands& islands,
                                       Solution& whole) const;
  Solver& solver_at(int freedom);
  bool asks_fallback(const Report& report) const;

  const Settings& settings_;
  std::function<std::unique_ptr<Solver>()> make_;
  std::unique_ptr<Solver> given_, fallback_;
  std::map<int, std::unique_ptr<Solver>> solvers_;  ///< by the first degree of freedom of their island
};

}  // namespace signorini
