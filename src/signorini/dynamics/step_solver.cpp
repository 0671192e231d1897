#include "signorini/dynamics/step_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Cholesky>

#include "signorini/base/error.h"
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
/// Times that: how fast bodies may be that are made to stand. At rest they are about once that, and a force that
/// nothing holds moves a body from 1e-5 of its weight on.
constexpr double standing_share = 100;
/// Islands that move no faster than this many times what the tolerance lets answers miss are about to rest. Their
/// answers become better than the tolerance, by a factor a step, so that they do instead of trembling; and so much
/// better at least: by factorisations, since the sweeps of low accuracy are slow in what stands on each other.
constexpr double trembling = 3, gain_at_rest = 10, accuracy_of_rest = 1e-6;
/// What ties bodies together, joints, springs and finite elements, is solved to more digits: what an answer misses is
/// small beside the free velocities, but not beside those that it is to give, and steps with joints are repeated until
/// their motion settles (settling.h).
constexpr double accuracy_of_ties = 1e-8;
/// Digits beyond the tolerance are not worth more iterations than this, nor any below. Exact friction counts the sweeps
/// that come before its Newton steps: some 105 in a standing wall.
constexpr int most_for_aim = 25, most_for_aim_of_coulomb = 150;
constexpr double lowest_aim = 1e-10;

/// An answer that was to be better than the tolerance is good enough when it meets that.
void accept(double tolerance, Report& report) {
  if (report.certificate.value() <= tolerance && report.status != Status::interrupted) report.status = Status::solved;
}

Report report_of_guess(const Certificate& certificate) {
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

/// Makes `whole` the report of its islands and one more. A certificate that is no number is as bad as can be.
void add(Report island, Report& whole) {
  if (std::isnan(island.certificate.value())) island.certificate.natural = INFINITY;
  Certificate worst = whole.certificate;
  worst.natural = std::max(worst.natural, island.certificate.natural);
  worst.dynamics = std::max(worst.dynamics, island.certificate.dynamics);
  worst.equality = std::max(worst.equality, island.certificate.equality);
  worst.penetration = std::max(worst.penetration, island.certificate.penetration);
  worst.complementarity = std::max(worst.complementarity, island.certificate.complementarity);
  const int iterations = std::max(whole.iterations, island.iterations);
  const int factorizations = whole.factorizations + island.factorizations;
  const double objective = whole.objective + island.objective;
  if (whole.solver.empty() || worse(island, whole)) whole = island;
  whole.certificate = worst;
  whole.iterations = iterations;
  whole.factorizations = factorizations;
  whole.objective = objective;
}

constexpr int body_freedoms = 6, first_spin = 3;

/// Whether an entry of M is a moment of inertia, which is beside the diagonal where a body's axes are not its principal
/// ones.
bool within_a_body(Eigen::Index row, Eigen::Index column, int rigid) {
  return column < rigid && row / first_spin == column / first_spin && column % body_freedoms >= first_spin;
}

/// The parts in which M ties together more than the spins of a body, as springs and finite elements do.
std::vector<char> tied_parts(const SparseMatrix& M, const Judge::Parts& parts, int rigid) {
  std::vector<char> tied(static_cast<std::size_t>(parts.count), 0);
  for (int k = 0; k < M.cols(); ++k)
    for (SparseMatrix::InnerIterator it(M, k); it; ++it)
      if (it.row() != k && it.value() != 0 && !within_a_body(it.row(), k, rigid)) tied[parts.of_freedom[k]] = 1;
  return tied;
}

/// M⁻¹ b in the parts that are not tied.
Vector velocities_of_bodies(const SparseMatrix& M, int rigid, const Vector& b) {
  Vector v = b.cwiseQuotient(M.diagonal());
  for (int spin = first_spin; spin < rigid; spin += body_freedoms) {
    if (M.col(spin).nonZeros() + M.col(spin + 1).nonZeros() + M.col(spin + 2).nonZeros() == 3) continue;
    const Matrix3 inertia = M.block(spin, spin, 3, 3);
    v.segment<3>(spin) = inertia.llt().solve(b.segment<3>(spin));
  }
  return v;
}

/// ‖Hᵀv‖ of each part: the speed with which its bodies move past each other.
std::vector<double> relative_motion(const ContactProblem& problem, const Judge::Parts& parts, const Solution& answer) {
  std::vector<double> motion(static_cast<std::size_t>(parts.count), 0.0);
  for (int row = 0; row < problem.rows(); ++row) {
    const double speed = answer.u[row] - problem.w[row];
    motion[parts.of_row[row]] += speed * speed;
  }
  for (double& speed : motion) speed = std::sqrt(speed);
  return motion;
}

/// The parts whose bodies, each by itself, are slower than `share` of what forces and momenta give them in a step.
std::vector<char> slow_parts(const ContactProblem& problem, const Judge::Parts& parts, int rigid, const Vector& free_v,
                             const Vector& v, double share) {
  std::vector<char> slow(static_cast<std::size_t>(parts.count), 1);
  const Vector momentum = problem.M * v;
  for (int k = 0; k < problem.dof();) {
    const int size = k < rigid ? body_freedoms : 1;
    const double energy = momentum.segment(k, size).dot(v.segment(k, size));
    const double push = problem.f.segment(k, size).dot(free_v.segment(k, size));
    if (!(energy <= share * share * push)) slow[parts.of_freedom[k]] = 0;
    k += size;
  }
  return slow;
}

}  // namespace

StepSolver::StepSolver(const Settings& settings) : settings_(settings) {
  const std::string name = settings.solver.empty() ? default_step_solver : settings.solver;
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
  done_.clear();
  if (!problem.f.allFinite() || !problem.w.allFinite()) {
    solution = {};
    return no_answer();
  }
  const ProblemIslands islands(problem, rigid);
  Solution whole = Solution::zero(problem);
  if (solution.r.size() > 0) whole.r = solution.r;
  const std::vector<Guess> guesses = judge_guess(problem, islands, rigid, whole);
  if (given_ && !std::ranges::all_of(guesses, &Guess::answers))  // one solver keeps the symbolic work of one problem
    return solve_island(*given_, problem, worst_of(guesses), cancelled, solution);
  Report report;
  std::map<int, std::unique_ptr<Solver>> in_use;
  for (int i = 0; i < islands.count(); ++i) {
    const int key = islands.freedoms(i).empty() ? 0 : islands.freedoms(i).front();
    Report island;
    if (guesses[i].answers) {
      island = report_of_guess(guesses[i].certificate);
    } else if (islands.count() == 1) {
      island = solve_island(solver_at(key), problem, guesses[i], cancelled, solution);
      whole = std::move(solution);
    } else {
      Solution answer = islands.share(i, solution);
      island = solve_island(solver_at(key), islands.problem(i), guesses[i], cancelled, answer);
      if (island.proof.size() > 0) island.proof = islands.impulses_of_all(i, island.proof);
      if (std::isfinite(island.certificate.value())) islands.put(i, answer, whole);
    }
    if (!islands.rows(i).empty()) done_.push_back({key, island.iterations, island.certificate});
    add(std::move(island), report);
    if (report.status == Status::interrupted || !std::isfinite(report.certificate.value())) break;
    if (const auto used = solvers_.find(key); used != solvers_.end()) in_use[key] = std::move(used->second);
  }
  solvers_ = std::move(in_use);
  solution = std::isfinite(report.certificate.value()) ? std::move(whole) : Solution();
  return report;
}

/// Judges in each island what the impulses of `whole` make of it; v and u become theirs. Says nothing of islands whose
/// velocities would take a factorisation.
///
/// What an answer leaves adds to the velocities in every step, until bodies at rest have moved so far that they need a
/// solve, which leaves as much again. So they stand still where that is an answer too, to the full tolerance, and where
/// they are as slow as what a guess may leave. The first alone would also hold what begins to slide: what a small force
/// misses in M v = f + H r is compared with the impulses, which may be large along the same axes.
std::vector<StepSolver::Guess> StepSolver::judge_guess(const ContactProblem& problem, const ProblemIslands& islands,
                                                       int rigid, Solution& whole) const {
  const Judge::Parts parts = islands.parts();
  const std::vector<char> tied = tied_parts(problem.M, parts, rigid);
  std::vector<Guess> guesses(tied.size());
  for (std::size_t i = 0; i < tied.size(); ++i) guesses[i].tied = tied[i] != 0;
  if (std::ranges::count(tied, 0) == 0 || !(problem.M.diagonal().minCoeff() > 0)) return guesses;
  const Vector free_v = velocities_of_bodies(problem.M, rigid, problem.f);
  whole.v = velocities_of_bodies(problem.M, rigid, problem.f + problem.H * whole.r);
  Judge judge(problem, problem.law, free_v);
  const std::vector<Judge::PartJudged> moving = judge.judge_parts(whole, parts);
  whole.u = judge.u();
  const std::vector<double> motion = relative_motion(problem, parts, whole);
  const double leftover = guess_share * settings_.tolerance;
  const std::vector<char> slow = slow_parts(problem, parts, rigid, free_v, whole.v, standing_share * leftover);
  // What trembles or creeps with what the guess leaves would do so for ever: better impulses can hold it.
  const auto wants_rest = [&](int i) {
    return guesses[i].trembles && !islands.rows(i).empty() && !(guesses[i].certificate.value() <= lowest_aim);
  };
  std::vector<int> may_stand;
  for (int i = 0; i < islands.count(); ++i) {
    if (guesses[i].tied) continue;
    const double V = moving[i].scale, closing = moving[i].closing > 0 ? std::min(moving[i].closing, V) : V;
    guesses[i] = {.certificate = moving[i].certificate,
                  .answers = moving[i].certificate.value() <= leftover,
                  .trembles = motion[i] <= trembling * settings_.tolerance * closing,
                  .closing_share = std::isfinite(V) ? closing / V : 1};
    if (!guesses[i].answers) continue;
    if (slow[i] != 0)
      may_stand.push_back(i);
    else
      guesses[i].answers = !wants_rest(i);
  }
  if (may_stand.empty()) return guesses;  // as in heaps that move, where judging once more would be seen
  Solution still{Vector::Zero(problem.dof()), whole.r, {}};
  const std::vector<Judge::PartJudged> standing = judge.judge_parts(still, parts);
  still.u = judge.u();
  for (const int i : may_stand) {
    if (!(standing[i].certificate.value() <= settings_.tolerance)) {
      guesses[i].answers = !wants_rest(i);
      continue;
    }
    guesses[i].certificate = standing[i].certificate;
    islands.put(i, islands.share(i, still), whole);
  }
  return guesses;
}

StepSolver::Guess StepSolver::worst_of(const std::vector<Guess>& guesses) {
  Guess worst{.certificate = {}, .trembles = true};
  for (const Guess& guess : guesses) {
    if (!(guess.certificate.value() <= worst.certificate.value())) worst.certificate = guess.certificate;
    worst.trembles = worst.trembles && guess.trembles;
    worst.tied = worst.tied || guess.tied;
    worst.closing_share = std::min(worst.closing_share, guess.closing_share);
  }
  return worst;
}

/// To the digits that the island is worth, if few iterations do; then to the tolerance.
Report StepSolver::solve_island(Solver& solver, const ContactProblem& problem, const Guess& guess,
                                const std::function<bool()>& cancelled, Solution& solution) {
  StopRule rule;
  rule.moving = !guess.trembles;
  // A method made of others may find an answer after one of them was told to stop, but not the one it finds
  // undisturbed.
  bool told_to_stop = false;
  if (cancelled) rule.cancelled = [&] { return told_to_stop = told_to_stop || cancelled(); };
  const int most = settings_.max_iterations;
  Report report;
  const bool tied = problem.cones.free > 0 || guess.tied;
  const double tolerance =
      std::max(guess.closing_share * settings_.tolerance, std::min(settings_.tolerance, lowest_aim));
  const double aim = tied             ? accuracy_of_ties
                     : guess.trembles ? std::min(guess.certificate.value() / gain_at_rest, accuracy_of_rest)
                                      : tolerance;
  if (aim < tolerance) {
    rule.tolerance = std::max(aim, lowest_aim);
    rule.guess_share = std::min(1.0, guess_share * settings_.tolerance / rule.tolerance);
    const int enough = problem.law == Law::coulomb ? most_for_aim_of_coulomb : most_for_aim;
    rule.max_iterations = most > 0 ? std::min(most, enough) : enough;
    report = solve_by(solver, problem, rule, solution);
    accept(tolerance, report);
  }
  if (report.status != Status::solved && report.status != Status::infeasible && !told_to_stop &&
      (most == 0 || report.iterations < most)) {
    rule.max_iterations = most == 0 ? 0 : most - report.iterations;
    const Report earlier = std::exchange(report, solve_to(tolerance, solver, problem, rule, solution));
    accept(settings_.tolerance, report);
    report.iterations += earlier.iterations;
    report.factorizations += earlier.factorizations;
  }
  if (told_to_stop) report.status = Status::interrupted;
  return report;
}

/// When that misses, without a guess, and then what the policy says.
Report StepSolver::solve_to(double tolerance, Solver& solver, const ContactProblem& problem, StopRule rule,
                            Solution& solution) {
  rule.tolerance = tolerance;
  rule.guess_share = guess_share;
  const bool guessed = solution.r.size() > 0 && !solution.r.isZero(0);
  bool told_to_stop = false;
  const auto outer = rule.cancelled;
  if (outer) rule.cancelled = [&] { return told_to_stop = told_to_stop || outer(); };
  Report report = solve_by(solver, problem, rule, solution);
  const auto try_again = [&](Solver& by, Solution from) {
    const Report retried = solve_by(by, problem, rule, from);
    if (!(retried.certificate.value() < report.certificate.value())) return;
    solution = std::move(from);
    report = retried;
  };
  const auto missed = [&] { return !(report.certificate.value() <= settings_.tolerance) && !told_to_stop; };
  if (missed() && guessed && report.status != Status::infeasible) try_again(solver, {});  // the guess may mislead
  rule.max_iterations = 0;
  const bool finite = solution.v.allFinite() && solution.r.allFinite() && solution.u.allFinite();
  if (missed() && asks_fallback(report)) try_again(*fallback_, finite ? solution : Solution());
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
