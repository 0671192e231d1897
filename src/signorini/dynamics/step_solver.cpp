#include "signorini/dynamics/step_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "signorini/base/error.h"
#include "signorini/linalg/mass_factor.h"
#include "signorini/linalg/symmetry.h"
#include "signorini/problem/islands.h"
#include "signorini/solver/catalogue/catalogue.h"

namespace signorini {
namespace {

std::unique_ptr<Solver> fallback_of(const Settings& settings) {
  if (settings.on_miss != MissPolicy::retry && settings.on_miss != MissPolicy::relax) return nullptr;
  require_law(settings.fallback_solver, settings.law);
  return make_solver(settings.fallback_solver);
}

/// Of the tolerance: what a guess may leave. It moves the bodies, step after step.
constexpr double guess_share = 1e-4;

Report answered(const Certificate& certificate) {
  Report report;
  report.solver = "guess";
  report.status = Status::solved;
  report.certificate = certificate;
  return report;
}

Report no_answer() {
  Report none;
  none.certificate.natural = INFINITY;
  return none;
}

/// Where M lost its definiteness to rounding the step has no answer; a shorter one may have it.
Report solve_by(Solver& solver, const ContactProblem& problem, const StopRule& rule, Solution& answer) {
  try {
    return solver.solve(problem, rule, answer);
  } catch (const NotPositiveDefinite& error) {
    answer = {};
    Report none = no_answer();
    none.message = error.what();
    return none;
  }
}

/// Whether `a` decides over `b` what is said of a step: what ended it, then what contradicts itself, then what missed.
bool worse(const Report& a, const Report& b) {
  const auto rank = [](const Report& report) {
    return std::pair(report.status == Status::interrupted  ? 3
                     : report.status == Status::infeasible ? 2
                     : report.status == Status::solved     ? 0
                                                           : 1,
                     report.certificate.value());
  };
  return rank(a) > rank(b);
}

/// Makes `whole` the report of its islands and one more.
void add(const Report& island, Report& whole) {
  Certificate worst = whole.certificate;
  worst.natural = std::max(worst.natural, island.certificate.natural);
  worst.dynamics = std::max(worst.dynamics, island.certificate.dynamics);
  worst.equality = std::max(worst.equality, island.certificate.equality);
  worst.penetration = std::max(worst.penetration, island.certificate.penetration);
  worst.complementarity += island.certificate.complementarity;
  const int iterations = std::max(whole.iterations, island.iterations);
  const int factorizations = whole.factorizations + island.factorizations;
  const double objective = whole.objective + island.objective;
  if (whole.solver.empty() || worse(island, whole)) whole = island;
  whole.certificate = worst;
  whole.iterations = iterations;
  whole.factorizations = factorizations;
  whole.objective = objective;
}

}  // namespace

StepSolver::StepSolver(const Settings& settings) : settings_(settings) {
  const std::string name = settings.solver.empty() ? "auto" : settings.solver;
  require_law(name, settings.law);
  make_ = [name, options = settings.solver_options] { return make_solver(name, options); };
  solvers_[0] = make_();  // here, so that options that are wrong are told at once
  fallback_ = fallback_of(settings);
}

StepSolver::StepSolver(const Settings& settings, std::unique_ptr<Solver> given)
    : settings_(settings), given_(std::move(given)) {
  if (given_ == nullptr) throw InputError("the solver given to the simulation is null");
  if (!settings.solver.empty() || !settings.solver_options.empty())
    throw InputError(fmt::format("the settings name the solver '{}' or options of it, but '{}' is given: leave one out",
                                 settings.solver, given_->name()));
  if (!given_->knows(settings.law))
    throw InputError(fmt::format("the solver '{}' does not know law {}", given_->name(), to_string(settings.law)));
  fallback_ = fallback_of(settings);
}

Solver& StepSolver::solver_at(int freedom) {
  if (given_) return *given_;
  std::unique_ptr<Solver>& solver = solvers_[freedom];
  if (solver == nullptr) solver = make_();
  return *solver;
}

Report StepSolver::solve(const ContactProblem& problem, int rigid, const std::function<bool()>& cancelled,
                         Solution& solution) {
  if (!problem.f.allFinite() || !problem.w.allFinite()) {
    solution = {};
    return no_answer();
  }
  const ProblemIslands islands(problem, rigid);
  Solution whole = Solution::zero(problem);
  const std::vector<Certificate> judged = judge_guess(problem, islands, solution, whole);
  const auto is_answered = [&](int island) {
    return !judged.empty() && judged[island].value() <= guess_share * settings_.tolerance;
  };
  Report report;
  std::map<int, std::unique_ptr<Solver>> in_use;
  for (int i = 0; i < islands.count(); ++i) {
    const int key = islands.freedoms(i).empty() ? 0 : islands.freedoms(i).front();
    if (is_answered(i)) {
      add(answered(judged[i]), report);
    } else if (islands.count() == 1) {
      report = solve_island(solver_at(key), problem, cancelled, solution);
      whole = std::move(solution);
    } else {
      Solution answer = islands.share(i, solution);
      Report island = solve_island(solver_at(key), islands.problem(i), cancelled, answer);
      if (island.proof.size() > 0) island.proof = islands.impulses_of_all(i, island.proof);
      add(island, report);
      if (std::isfinite(island.certificate.value())) islands.put(i, answer, whole);
    }
    if (report.status == Status::interrupted || !std::isfinite(report.certificate.value())) break;
    if (const auto used = solvers_.find(key); used != solvers_.end()) in_use[key] = std::move(used->second);
  }
  solvers_ = std::move(in_use);
  solution = std::isfinite(report.certificate.value()) ? std::move(whole) : Solution();
  return report;
}

/// Of each island, with what the guess makes of it in `whole`; none where that would take a factorisation.
std::vector<Certificate> StepSolver::judge_guess(const ContactProblem& problem, const ProblemIslands& islands,
                                                 const Solution& guess, Solution& whole) const {
  if (!is_diagonal(problem.M)) return {};
  const MassFactor mass(problem.M);
  if (guess.r.size() > 0) whole.r = guess.r;
  whole.v = mass.solve(problem.f + problem.H * whole.r);
  Judge judge(problem, problem.law, mass.solve(problem.f));
  std::vector<Certificate> judged = judge.judge_parts(whole, islands.parts());
  whole.u = judge.u();
  return judged;
}

/// By its solver; when that misses the tolerance, without a guess, and then what the policy says.
Report StepSolver::solve_island(Solver& solver, const ContactProblem& problem, const std::function<bool()>& cancelled,
                                Solution& solution) {
  StopRule rule;
  rule.tolerance = settings_.tolerance;
  rule.guess_share = guess_share;
  rule.max_iterations = settings_.max_iterations;
  // A method made of others may find an answer after one of them was told to stop, but not the one it finds
  // undisturbed.
  bool told_to_stop = false;
  if (cancelled) rule.cancelled = [&] { return told_to_stop = told_to_stop || cancelled(); };
  const bool guessed = solution.r.size() > 0 && !solution.r.isZero(0);
  Report report = solve_by(solver, problem, rule, solution);
  const auto try_again = [&](Solver& by, Solution from) {
    const Report retried = solve_by(by, problem, rule, from);
    if (!(retried.certificate.value() < report.certificate.value())) return;
    solution = std::move(from);
    report = retried;
  };
  const auto missed = [&] { return report.status != Status::solved && !told_to_stop; };
  if (missed() && guessed && report.status != Status::infeasible) try_again(solver, {});  // the guess may mislead
  rule.max_iterations = 0;
  const bool finite = solution.v.allFinite() && solution.r.allFinite() && solution.u.allFinite();
  if (missed() && asks_fallback(report)) try_again(*fallback_, finite ? solution : Solution());
  if (told_to_stop) report.status = Status::interrupted;
  return report;
}

/// Not where rounding alone keeps the answer from the tolerance: no method does better, and it would be long about it.
bool StepSolver::asks_fallback(const Report& report) const {
  constexpr double near_miss = 100;  // of the tolerance
  if (fallback_ == nullptr) return false;
  if (settings_.on_miss != MissPolicy::relax) return true;
  return report.status != Status::infeasible && !(report.certificate.value() <= near_miss * settings_.tolerance);
}

}  // namespace signorini
