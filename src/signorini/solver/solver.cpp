#include "signorini/solver/solver.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/base/error.h"
#include "signorini/problem/condensation.h"

namespace signorini {
namespace {

void require_sound(const ContactProblem& problem) {
  if (const std::vector<std::string> faults = problem.validate(); !faults.empty())
    throw InputError(fmt::format("the problem is not sound: {}", fmt::join(faults, "; ")));
}

void require_known(const Solver& solver, Law law) {
  if (solver.knows(law)) return;
  std::vector<std::string_view> known;
  for (const Law one : solver.laws()) known.push_back(to_string(one));
  throw InputError(fmt::format("solver '{}' does not know law '{}' (it knows: {})", solver.name(), to_string(law),
                               fmt::join(known, ", ")));
}

void require_in_range(const StopRule& rule) {
  const auto require = [](bool met, const char* field, double value, const char* range) {
    if (!met) throw InputError(fmt::format("{} of the stop rule is {}, but must be {}", field, value, range));
  };
  require(rule.tolerance > 0 && std::isfinite(rule.tolerance), "tolerance", rule.tolerance, "a finite number > 0");
  require(rule.max_iterations >= 0, "max_iterations", rule.max_iterations, ">= 0 (0: the solver's own)");
  require(rule.time_limit >= 0, "time_limit", rule.time_limit, ">= 0 s (0: none)");
  require(rule.guess_share > 0 && rule.guess_share <= 1, "guess_share", rule.guess_share, "in (0, 1]");
}

void require_guess_of(const ContactProblem& problem, const Solution& guess) {
  const auto require = [](const char* field, const Vector& x, Eigen::Index size, const char* meaning) {
    if (x.size() != 0 && x.size() != size)
      throw InputError(fmt::format("{} of the guess has size {}, but the problem has {} {}: is it another problem's?",
                                   field, x.size(), size, meaning));
    for (Eigen::Index k = 0; k < x.size(); ++k)
      if (!std::isfinite(x[k]))
        throw InputError(fmt::format("{}[{}] of the guess is {}, not a finite number", field, k, x[k]));
  };
  require("v", guess.v, problem.dof(), "degrees of freedom");
  require("r", guess.r, problem.rows(), "rows");
  require("u", guess.u, problem.rows(), "rows");
}

}  // namespace

Solver::Solver(std::string name, std::vector<Law> laws)
    : name_(std::move(name)), laws_(std::move(laws)), condensation_(std::make_unique<Condensation>()) {}
Solver::~Solver() = default;

bool Solver::knows(Law law) const { return std::find(laws_.begin(), laws_.end(), law) != laws_.end(); }

Report Solver::solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  require_known(*this, problem.law);
  require_sound(problem);
  require_in_range(rule);
  require_guess_of(problem, solution);
  return problem.law == Law::pyramid ? solve_in_pyramid_rows(problem, rule, solution)
                                     : solve_condensed(problem, rule, solution);
}

const std::vector<Law>& every_law() {
  static const std::vector<Law> laws{Law::frictionless, Law::convex, Law::coulomb, Law::pyramid};
  return laws;
}

const std::vector<Law>& convex_laws() {
  static const std::vector<Law> laws{Law::frictionless, Law::convex, Law::pyramid};
  return laws;
}

}  // namespace signorini
