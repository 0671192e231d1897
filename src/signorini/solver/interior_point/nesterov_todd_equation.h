#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "signorini/base/memory.h"
#include "signorini/base/stopwatch.h"
#include "signorini/solver/interior_point/interior_point.h"
#include "signorini/solver/interior_point/newton_system.h"
#include "signorini/solver/monitor.h"
#include "signorini/solver/path/cone_equation.h"

namespace signorini::interior_point {

/// The proximal term δ added to W². It starts at the smallest that stands up to rounding, grows when refinement cannot
/// undo it, shrinks when that is easy. A fixed 1e-10 breaks stacks of odd masses, 0 stops at 1e-9. Where masses differ
/// by more than double precision holds, W² itself starts below that, and δ further below.
class Regularisation {
 public:
  /// `smallest_scaling`: the smallest eigenvalue of W² at the start.
  explicit Regularisation(double smallest_scaling = 1) : smallest_(std::min(1e-16, 1e-4 * smallest_scaling)) {}
  double value() const { return delta_; }
  void reset() { delta_ = smallest_; }
  void after_solve(double residual) {
    delta_ = residual > poor_residual ? std::min(100 * delta_, largest) : std::max(0.1 * delta_, smallest_);
  }
  /// After a factorisation that broke down; false when there is no more to try.
  bool raise() {
    delta_ = std::max(100 * delta_, 1e-14);
    return delta_ <= 1e-6;
  }

 private:
  static constexpr double largest = 1e-10, poor_residual = 1e-7;
  double smallest_, delta_ = smallest_;
};

/// The Newton equation of the convex laws (thesis ch. 4): (E + W²) Δr = W d - r_p - Hᵀ Δv in the second line, reduced
/// to one symmetric matrix by a NewtonSystem.
template <int D>
class NesterovToddEquation : public ConeEquation<D, NesterovToddEquation<D>> {
 public:
  using Base = ConeEquation<D, NesterovToddEquation<D>>;
  using typename Base::Direction, typename Base::Reach, typename Base::Steps;

  /// `mass`: null in local form.
  NesterovToddEquation(const ScaledProblem& problem, const MassFactor* mass, const InteriorPointOptions& options,
                       Workspace& workspace, Monitor& monitor)
      : Base(problem), mass_(mass), options_(options), workspace_(workspace), monitor_(monitor) {}

  /// False when there is no time for it, which ends the solve.
  bool make_system(const std::string& kind) {
    if (!monitor_.may_prepare(kind == "augmented" ? Preparation::large_system : Preparation::system)) return false;
    const Stopwatch clock;
    system_ = make_newton_system<D>(kind, this->p_, this->point, mass_, workspace_);
    monitor_.count_analysis(clock.seconds());
    return true;
  }
  NewtonSystem<D>& system() { return *system_; }
  const NewtonSystem<D>& system() const { return *system_; }

  /// False, and the solve given up, when there is no factor, or no time for it.
  bool factorize() {
    if (!monitor_.may_factorize(system_->factorization())) return false;
    const Stopwatch clock;
    const double bytes = sizeof(double) * system_->factorization().factor_entries();
    const bool fits = bytes < small_factor || bytes < static_cast<double>(available_memory_bytes());
    const auto outcome = fits ? factorize_raising_delta() : Factorization::Outcome::out_of_memory;
    factor_seconds_ = clock.seconds();
    monitor_.count_factorization(factor_seconds_);
    if (monitor_.stopped()) return false;
    if (outcome == Factorization::Outcome::out_of_memory)
      monitor_.give_up(Status::numerical_failure,
                       fmt::format("out of memory: the factor takes {:.3g} GB, {:.3g} GB are available; a matrix-free "
                                   "solver needs less, such as gauss-seidel",
                                   1e-9 * bytes, 1e-9 * static_cast<double>(available_memory_bytes())));
    if (outcome == Factorization::Outcome::breakdown)
      monitor_.give_up(Status::numerical_failure, "the reduced matrix is not positive definite to rounding");
    return outcome == Factorization::Outcome::done;
  }

  void tilt(Vector&) const {}
  /// Unrefined as long as the last solve_well was good enough before its refinement.
  void solve_roughly(const Vector& a, const Vector& b, NewtonStep& step) {
    if (accuracy_.needs_no_refinement())
      system_->solve_once(a, b, step);
    else
      system_->solve(a, b, step, 0);
  }
  void solve_well(const Vector& a, const Vector& b, NewtonStep& step) {
    accuracy_ = system_->solve(a, b, step, options_.refinements);
  }
  Reach reach(const Direction& direction) {
    if (options_.step_rule == "scaled") return this->point.scaled_reach(direction.rho, direction.upsilon);
    this->point.apply(direction.upsilon, change_);
    return this->point.quadratic_reach(direction.r, change_);
  }
  Steps steps(const Reach& reach, double fraction) const {
    if (options_.steps == "equal") {
      const double alpha = std::min(1.0, fraction * reach.both());
      return {alpha, alpha};
    }
    return {std::min(1.0, fraction * reach.r), std::min(1.0, fraction * reach.u)};
  }

  /// What a Newton step that no cone holds back makes of the impulses, scaled; needs a factor.
  Vector unrestrained_impulses() {
    NewtonStep step;
    solve_well(this->dual_, -this->primal_, step);
    return this->point.r + step.r;
  }

  Regularisation regularisation;
  const typename NewtonSystem<D>::Accuracy& accuracy() const { return accuracy_; }
  double factor_seconds() const { return factor_seconds_; }
  const Vector& dual() const { return this->dual_; }
  const Vector& primal() const { return this->primal_; }

 private:
  /// Bytes. A factor below is tried without asking the system for what is left: to ask takes 50 µs, a third of the time
  /// of a small problem.
  static constexpr double small_factor = 1 << 20;

  /// Where rounding leaves the matrix indefinite, with a larger δ.
  Factorization::Outcome factorize_raising_delta() {
    auto outcome = system_->factorize(regularisation.value());
    while (outcome == Factorization::Outcome::breakdown && regularisation.raise() &&
           monitor_.may_factorize(system_->factorization()))
      outcome = system_->factorize(regularisation.value());
    return outcome;
  }

  const MassFactor* mass_;
  const InteriorPointOptions& options_;
  Workspace& workspace_;
  Monitor& monitor_;
  std::unique_ptr<NewtonSystem<D>> system_;
  typename NewtonSystem<D>::Accuracy accuracy_{.unrefined = INFINITY};
  double factor_seconds_ = 0;
  Vector change_;
};

}  // namespace signorini::interior_point
