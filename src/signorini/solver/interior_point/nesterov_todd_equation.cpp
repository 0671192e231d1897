#include "signorini/solver/interior_point/nesterov_todd_equation.h"

#include <fmt/format.h>

#include "signorini/base/memory.h"
#include "signorini/base/stopwatch.h"
#include "signorini/linalg/general_normal_matrix.h"
#include "signorini/solver/interior_point/augmented_system.h"
#include "signorini/solver/interior_point/condensed_system.h"
#include "signorini/solver/interior_point/delassus_system.h"

namespace signorini::interior_point {
namespace {

/// The condensed system of a global problem, or the Delassus system where that takes clearly less work: frictionless
/// spheres, few contacts on many degrees of freedom. With more rows than degrees of freedom it never does. Small
/// problems keep the condensed one, which stands odd mass ratios best.
template <int D>
std::unique_ptr<NewtonSystem<D>> lightest_system(const ScaledProblem& problem, const ConePoint<D>& point,
                                                 const MassFactor* mass, Workspace& workspace) {
  constexpr double clearly_less = 0.7, negligible_flops = 1e6;
  auto condensed = std::make_unique<CondensedSystem<D>>(problem, point, workspace.condensed());
  const bool small = condensed->factorization().flops() < negligible_flops;
  if (small || problem.rows() > problem.original.dof()) return condensed;
  auto delassus = std::make_unique<DelassusSystem<D>>(problem, point, mass, workspace);
  const double work = delassus->factorization().flops(), other = condensed->factorization().flops();
  if (work < clearly_less * other) return delassus;
  return condensed;
}

/// Local problems know one kind. Where M is not symmetric the condensed matrix is factored as it is, the others with
/// M's symmetric part and refined against M.
template <int D>
std::unique_ptr<NewtonSystem<D>> make_newton_system(const std::string& kind, const ScaledProblem& problem,
                                                    const ConePoint<D>& point, const MassFactor* mass,
                                                    Workspace& workspace) {
  if (!problem.global()) return std::make_unique<DelassusSystem<D>>(problem, point, nullptr, workspace);
  if (kind == "augmented") return std::make_unique<AugmentedSystem<D>>(problem, point, workspace.augmented());
  if (kind == "delassus") return std::make_unique<DelassusSystem<D>>(problem, point, mass, workspace);
  if (mass != nullptr && !mass->symmetric())
    return std::make_unique<CondensedSystem<D, GeneralNormalMatrix>>(problem, point, workspace.general());
  if (kind == "condensed") return std::make_unique<CondensedSystem<D>>(problem, point, workspace.condensed());
  return lightest_system<D>(problem, point, mass, workspace);
}

}  // namespace

template <int D>
NesterovToddEquation<D>::NesterovToddEquation(const ScaledProblem& problem, const MassFactor* mass,
                                              const InteriorPointOptions& options, Workspace& workspace,
                                              Monitor& monitor)
    : Base(problem), mass_(mass), options_(options), workspace_(workspace), monitor_(monitor) {}

template <int D>
bool NesterovToddEquation<D>::make_system(const std::string& kind) {
  if (!monitor_.may_prepare(kind == "augmented" ? Preparation::large_system : Preparation::system)) return false;
  const Stopwatch clock;
  system_ = make_newton_system<D>(kind, this->p_, this->point, mass_, workspace_);
  monitor_.count_analysis(clock.seconds());
  return true;
}

template <int D>
bool NesterovToddEquation<D>::factorize() {
  if (!monitor_.may_factorize(system_->factorization())) return false;
  const Stopwatch clock;
  const double bytes = sizeof(double) * system_->factorization().factor_entries();
  const auto available = static_cast<double>(available_memory_bytes());
  const auto outcome = bytes < available ? factorize_raising_delta() : Factorization::Outcome::out_of_memory;
  factor_seconds_ = clock.seconds();
  monitor_.count_factorization(factor_seconds_);
  if (monitor_.stopped()) return false;
  if (outcome == Factorization::Outcome::out_of_memory)
    monitor_.give_up(Status::numerical_failure,
                     fmt::format("out of memory: the factor takes {:.3g} GB, {:.3g} GB are available; a matrix-free "
                                 "solver needs less, such as gauss-seidel",
                                 1e-9 * bytes, 1e-9 * available));
  if (outcome == Factorization::Outcome::breakdown)
    monitor_.give_up(Status::numerical_failure, "the reduced matrix is not positive definite to rounding");
  return outcome == Factorization::Outcome::done;
}

/// Where rounding leaves the matrix indefinite, with a larger δ.
template <int D>
Factorization::Outcome NesterovToddEquation<D>::factorize_raising_delta() {
  auto outcome = system_->factorize(regularisation.value());
  while (outcome == Factorization::Outcome::breakdown && regularisation.raise() &&
         monitor_.may_factorize(system_->factorization()))
    outcome = system_->factorize(regularisation.value());
  return outcome;
}

template <int D>
auto NesterovToddEquation<D>::reach(const Direction& direction) -> Reach {
  if (options_.step_rule == "scaled") return this->point.scaled_reach(direction.rho, direction.upsilon);
  this->point.apply(direction.upsilon, change_);
  return this->point.quadratic_reach(direction.r, change_);
}

template <int D>
auto NesterovToddEquation<D>::steps(const Reach& reach, double fraction) const -> Steps {
  if (options_.steps == "equal") {
    const double alpha = std::min(1.0, fraction * reach.both());
    return {alpha, alpha};
  }
  return {std::min(1.0, fraction * reach.r), std::min(1.0, fraction * reach.u)};
}

template class NesterovToddEquation<2>;
template class NesterovToddEquation<3>;

}  // namespace signorini::interior_point
