#include "signorini/linalg/general_normal_matrix.h"
#include "signorini/solver/interior_point/augmented_system.h"
#include "signorini/solver/interior_point/condensed_system.h"
#include "signorini/solver/interior_point/delassus_system.h"

namespace signorini::interior_point {
namespace {

/// The condensed system of a global problem, or the Delassus system where that takes clearly less work: frictionless
/// spheres, few contacts on many degrees of freedom. With more rows than degrees of freedom it never does, nor where
/// the Delassus matrix takes as long to make as the other to factor. Small problems keep the condensed one, which
/// stands odd mass ratios best.
template <int D>
std::unique_ptr<NewtonSystem<D>> lightest_system(const ScaledProblem& problem, const ConePoint<D>& point,
                                                 const MassFactor* mass, Workspace& workspace) {
  constexpr double clearly_less = 0.7;
  auto condensed = std::make_unique<CondensedSystem<D>>(problem, point, workspace.condensed());
  const double other = condensed->factorization().flops();
  if (other < negligible_flops || problem.rows() > problem.original.dof()) return condensed;
  if (whitening_is_dear(mass, problem.rows(), other)) return condensed;
  auto delassus = std::make_unique<DelassusSystem<D>>(problem, point, mass, workspace);
  if (delassus->factorization().flops() < clearly_less * other) return delassus;
  return condensed;
}

}  // namespace

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

template std::unique_ptr<NewtonSystem<2>> make_newton_system(const std::string&, const ScaledProblem&,
                                                             const ConePoint<2>&, const MassFactor*, Workspace&);
template std::unique_ptr<NewtonSystem<3>> make_newton_system(const std::string&, const ScaledProblem&,
                                                             const ConePoint<3>&, const MassFactor*, Workspace&);

}  // namespace signorini::interior_point
