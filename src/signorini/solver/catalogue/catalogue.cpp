#include "signorini/solver/catalogue/catalogue.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "signorini/base/error.h"
#include "signorini/base/names.h"
#include "signorini/solver/catalogue/missing_solvers.h"
#include "signorini/solver/combined/automatic.h"
#include "signorini/solver/combined/fixed_point.h"
#include "signorini/solver/coulomb/newton_alart_curnier.h"
#include "signorini/solver/first_order/admm.h"
#include "signorini/solver/first_order/apgd.h"
#include "signorini/solver/first_order/gpminres.h"
#include "signorini/solver/first_order/kucera.h"
#include "signorini/solver/first_order/p_spg_fb.h"
#include "signorini/solver/interior_point/interior_point.h"
#include "signorini/solver/quadratic_constraints/friction_thesis.h"
#include "signorini/solver/quadratic_constraints/nop.h"
#include "signorini/solver/sweeps/gauss_seidel.h"
#include "signorini/solver/sweeps/jacobi.h"

namespace signorini {
namespace {

template <typename Method>
CatalogueEntry entry(std::string summary, std::string paper) {
  const Method method;
  CatalogueEntry result{method.name(), std::move(summary), std::move(paper), method.laws(), {}, {}};
  result.make = [name = result.name](const OptionValues& values) {
    typename Method::Options options;
    set_options(options.fields(), values, name);
    return std::make_unique<Method>(options);
  };
  result.options = [] {
    // The listing outlives this call, and its pointers are only read for their defaults.
    static typename Method::Options defaults;
    return defaults.fields();
  };
  return result;
}

using quadratic_constraints::Centering;
using quadratic_constraints::LineSearch;

template <Centering centering, LineSearch search>
CatalogueEntry friction_thesis(int algorithm) {
  return entry<FrictionThesis<centering, search>>(
      "interior point with the cones as quadratic constraints, and for coulomb an outer loop on the sliding speeds",
      fmt::format("Tran: numerical optimization for frictional contact problems, 2018, algorithms {} and 5",
                  algorithm));
}

std::vector<CatalogueEntry>& changeable_catalogue() {
  static std::vector<CatalogueEntry> table{
      entry<Auto>(
          "the method that suits the problem, and another where that stalls; coulomb: sweeps, Newton, interior point",
          "the README of the solvers"),
      entry<InteriorPoint>(
          "primal-dual interior point: Mehrotra predictor-corrector, Nesterov-Todd scaling, sparse Cholesky",
          "Mangoni: interior point method for nonsmooth multibody dynamics, ch. 4; Petra et al.: QP study, §3.1"),
      entry<GaussSeidel>("projected block Gauss-Seidel with exact one-contact solves, matrix-free",
                         "Heyn, Anitescu, Tasora, Negrut: Krylov subspace and spectral methods, §4.1"),
      entry<Jacobi>("projected Jacobi with mass splitting, matrix-free",
                    "Heyn, Anitescu, Tasora, Negrut: Krylov subspace and spectral methods, §4.1, eq. 12"),
      entry<Apgd>("accelerated projected gradient with adaptive step and restart, matrix-free",
                  "Mazhar, Heyn, Negrut, Tasora: Using Nesterov's method to accelerate multibody dynamics"),
      entry<PSpgFb>("preconditioned spectral projected gradient with fallback, matrix-free",
                    "Heyn, Anitescu, Tasora, Negrut: Krylov subspace and spectral methods, §4.3"),
      entry<Gpminres>("gradient projection and MINRES on the face it finds, matrix-free",
                      "Heyn, Anitescu, Tasora, Negrut: Krylov subspace and spectral methods, §4.2"),
      entry<Kucera>("conjugate gradients on faces with expansion and proportioning steps, matrix-free",
                    "Heyn, Anitescu, Tasora, Negrut: Krylov subspace and spectral methods, §4.4"),
      entry<Admm>("alternating direction method of multipliers with a cached factorisation",
                  "Boyd, Parikh, Chu, Peleato, Eckstein: Distributed optimization, §3"),
      entry<NewtonAlartCurnier>("Gauss-Seidel sweeps, then semismooth Newton on the Alart-Curnier function, sparse LU",
                                "Alart, Curnier: a mixed formulation for frictional contact problems, 1991"),
      entry<CoulombFixedPoint>("outer loop on the sliding speeds over the interior point method for the convex law",
                               "the friction thesis, algorithm 5"),
      friction_thesis<Centering::friedlander_orban, LineSearch::armijo>(1),
      friction_thesis<Centering::friedlander_orban, LineSearch::backtracking>(2),
      friction_thesis<Centering::mehrotra, LineSearch::armijo>(3),
      friction_thesis<Centering::mehrotra, LineSearch::backtracking>(4),
      entry<Nop>("interior point on the smooth reformulation of exact Coulomb friction, not convex",
                 "Tran: numerical optimization for frictional contact problems, 2018, §2.2"),
  };
  return table;
}

}  // namespace

const std::vector<CatalogueEntry>& catalogue() { return changeable_catalogue(); }

void provide_solver(CatalogueEntry entry) {
  for (CatalogueEntry& row : changeable_catalogue())
    if (row.name == entry.name) {
      row = std::move(entry);
      return;
    }
  changeable_catalogue().push_back(std::move(entry));
}

std::vector<MissingSolver> missing_solvers() {
  const std::string needs =
      "needs PETSc: install libpetsc-real-dev (./setup --mpi), configure with -DSIGNORINI_PETSC=ON and run "
      "signorini-mpi";
  std::vector<MissingSolver> missing{
      {"blmvm", "limited-memory BFGS with projections on the bounds, by PETSc/TAO", "Petra et al.: QP study, §3.3",
       needs},
      {"tron", "trust region Newton with conjugate gradients on the bounds, by PETSc/TAO",
       "Petra et al.: QP study, §3.2", needs},
      {"bqpip", "interior point for bounds with conjugate gradients, by PETSc/TAO", "the manual of TAO", needs},
  };
  std::erase_if(missing, [](const MissingSolver& solver) {
    return std::ranges::any_of(catalogue(), [&](const auto& row) { return row.name == solver.name; });
  });
  return missing;
}

bool CatalogueEntry::supports(Law law) const { return std::find(laws.begin(), laws.end(), law) != laws.end(); }

std::vector<std::string> solver_names() {
  std::vector<std::string> names;
  for (const auto& row : catalogue()) names.push_back(row.name);
  return names;
}

const std::string& default_solver(Law law) { return find_solver(law == Law::coulomb ? "auto" : "interior-point").name; }

const CatalogueEntry& find_solver(const std::string& name) {
  for (const auto& row : catalogue())
    if (row.name == name) return row;
  for (const MissingSolver& solver : missing_solvers())
    if (solver.name == name) throw InputError(fmt::format("solver '{}' {}", name, solver.needs));
  throw InputError(unknown_name_message("solver", name, solver_names()));
}

void require_law(const std::string& name, Law law) {
  if (find_solver(name).supports(law)) return;
  std::vector<std::string> able;
  for (const auto& row : catalogue())
    if (row.supports(law)) able.push_back(row.name);
  throw InputError(fmt::format("solver '{}' does not know law '{}' (solvers that do: {})", name, to_string(law),
                               fmt::join(able, ", ")));
}

std::unique_ptr<Solver> make_solver(const std::string& name, const OptionValues& options) {
  return find_solver(name).make(options);
}

}  // namespace signorini
