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
  /// By the solver that the settings name, which must outlive this.
  explicit StepSolver(const Settings& settings);
  /// By the one given, for all islands at once.
  StepSolver(const Settings& settings, std::unique_ptr<Solver> given);

  /// The one it was given, null where there is none; and the same for another of its kind.
  const Solver* given() const { return given_.get(); }
  std::unique_ptr<Solver> take_given() { return std::move(given_); }

  /// The first `rigid` degrees of freedom are those of rigid bodies. The report is that of the worst island:
  /// `iterations` are the most that an island took, `factorizations` those of all, each part of the certificate is the
  /// worst of any. An answer that does not exist is empty, with an infinite certificate.
  Report solve(const ContactProblem& problem, int rigid, const std::function<bool()>& cancelled, Solution& solution);

  /// An island of the last problem.
  struct IslandDone {
    int first_freedom;
    int iterations;
    Certificate certificate;
  };
  /// Those that have rows, by their first degree of freedom; none where the problem was solved as a whole.
  const std::vector<IslandDone>& islands_done() const { return done_; }

 private:
  /// What the last impulses make of an island.
  struct Guess {
    Certificate certificate = {.natural = INFINITY};
    bool answers = false;
    bool trembles = false;  ///< its motion is no more than the error of answers
    bool tied = false;      ///< M ties more together than the spins of a body: not judged
    /// Of what the certificate may be: V counts contacts that are far apart, too, whose gap over the step may be larger
    /// than all speeds there are.
    double closing_share = 1;
  };
  static Guess worst_of(const std::vector<Guess>& guesses);
  std::vector<Guess> judge_guess(const ContactProblem& problem, const ProblemIslands& islands, int rigid,
                                 Solution& whole) const;
  Report solve_island(Solver& solver, const ContactProblem& problem, const Guess& guess,
                      const std::function<bool()>& cancelled, Solution& solution);
  Report solve_to(double tolerance, Solver& solver, const ContactProblem& problem, StopRule rule, Solution& solution);
  Solver& solver_at(int freedom);
  bool asks_fallback(const Report& report) const;

  const Settings& settings_;
  std::function<std::unique_ptr<Solver>()> make_;
  std::unique_ptr<Solver> given_, fallback_;
  std::vector<IslandDone> done_;
  std::map<int, std::unique_ptr<Solver>> solvers_;  ///< by the first degree of freedom of their island
};

}  // namespace signorini
