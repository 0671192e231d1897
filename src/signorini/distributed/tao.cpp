#include "signorini/distributed/tao.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <petsctao.h>

#include <fmt/format.h>

#include "signorini/problem/certificate.h"
#include "signorini/problem/delassus.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/catalogue/missing_solvers.h"
#include "signorini/solver/monitor.h"

namespace signorini::distributed {
namespace {

constexpr int default_max_iterations = 100'000;

/// What TAO's callbacks need.
struct Work {
  const ContactProblem& problem;
  Monitor& monitor;
  Vector scale;  ///< r = scale x
  Vector q;      ///< in scaled units
  Mat P = nullptr;
  Vec x = nullptr, lower = nullptr, upper = nullptr;
  ::Tao tao = nullptr;

  ~Work() {
    TaoDestroy(&tao);
    MatDestroy(&P);
    for (Vec* v : {&x, &lower, &upper}) VecDestroy(v);
  }
};

PetscErrorCode objective(::Tao, Vec x, PetscReal* value, Vec gradient, void* context) {
  PetscFunctionBeginUser;
  const auto& work = *static_cast<const Work*>(context);
  PetscCall(MatMult(work.P, x, gradient));
  const PetscScalar* at = nullptr;
  PetscScalar* g = nullptr;
  PetscCall(VecGetArrayRead(x, &at));
  PetscCall(VecGetArray(gradient, &g));
  double sum = 0;
  for (Eigen::Index k = 0; k < work.q.size(); ++k) {
    sum += at[k] * (0.5 * g[k] + work.q[k]);
    g[k] += work.q[k];
  }
  *value = sum;
  PetscCall(VecRestoreArray(gradient, &g));
  PetscCall(VecRestoreArrayRead(x, &at));
  PetscFunctionReturn(0);
}

PetscErrorCode hessian(::Tao, Vec, Mat, Mat, void*) {
  PetscFunctionBeginUser;
  PetscFunctionReturn(0);  // it stays as it is
}

/// The certificate decides, not TAO.
PetscErrorCode judge(::Tao tao, void* context) {
  PetscFunctionBeginUser;
  auto& work = *static_cast<Work*>(context);
  PetscInt iteration = 0;
  PetscCall(TaoGetIterationNumber(tao, &iteration));
  if (iteration == 0) PetscFunctionReturn(0);
  if (work.monitor.due()) {
    Vec x = nullptr;
    PetscCall(TaoGetSolution(tao, &x));
    const PetscScalar* at = nullptr;
    PetscCall(VecGetArrayRead(x, &at));
    Solution candidate;
    candidate.r = work.scale.cwiseProduct(Eigen::Map<const Vector>(at, work.scale.size()));
    PetscCall(VecRestoreArrayRead(x, &at));
    if (work.problem.form == Form::global) candidate.v = velocities_from_impulses(work.problem, candidate.r);
    work.monitor.check(candidate);
  }
  if (!work.monitor.running()) PetscCall(TaoSetConvergedReason(tao, TAO_CONVERGED_USER));
  PetscFunctionReturn(0);
}

PetscErrorCode make_matrix(const SparseMatrix& A, Mat* P) {
  PetscFunctionBeginUser;
  const auto n = static_cast<PetscInt>(A.rows());
  std::vector<PetscInt> counts(static_cast<std::size_t>(n));
  for (PetscInt k = 0; k < n; ++k) counts[k] = static_cast<PetscInt>(A.col(k).nonZeros());
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, 0, counts.data(), P));
  std::vector<PetscInt> columns;
  std::vector<PetscScalar> values;
  for (PetscInt k = 0; k < n; ++k) {  // symmetric: columns are rows
    columns.clear(), values.clear();
    for (SparseMatrix::InnerIterator it(A, k); it; ++it) {
      columns.push_back(static_cast<PetscInt>(it.row()));
      values.push_back(it.value());
    }
    PetscCall(
        MatSetValues(*P, 1, &k, static_cast<PetscInt>(columns.size()), columns.data(), values.data(), INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(*P, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*P, MAT_FINAL_ASSEMBLY));
  PetscCall(MatSetOption(*P, MAT_SYMMETRIC, PETSC_TRUE));
  PetscFunctionReturn(0);
}

/// 0 below for rows that only push, no bounds for free ones; tangential rows without friction stay 0.
PetscErrorCode set_bounds(Work& work) {
  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(work.x, &work.lower));
  PetscCall(VecDuplicate(work.x, &work.upper));
  PetscScalar *low = nullptr, *high = nullptr;
  PetscCall(VecGetArray(work.lower, &low));
  PetscCall(VecGetArray(work.upper, &high));
  const Cones& cones = work.problem.cones;
  for (int k = 0; k < cones.rows(); ++k) {
    const bool tangential = k >= cones.first_friction() && (k - cones.first_friction()) % cones.dimension != 0;
    low[k] = k < cones.free ? PETSC_NINFINITY : 0;
    high[k] = tangential ? 0 : PETSC_INFINITY;
  }
  PetscCall(VecRestoreArray(work.lower, &low));
  PetscCall(VecRestoreArray(work.upper, &high));
  PetscCall(TaoSetVariableBounds(work.tao, work.lower, work.upper));
  PetscFunctionReturn(0);
}

PetscErrorCode prepare(Work& work, const std::string& method, const SparseMatrix& P, const Vector& start) {
  PetscFunctionBeginUser;
  PetscCall(make_matrix(P, &work.P));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, static_cast<PetscInt>(P.rows()), &work.x));
  PetscScalar* x = nullptr;
  PetscCall(VecGetArray(work.x, &x));
  std::copy(start.begin(), start.end(), x);
  PetscCall(VecRestoreArray(work.x, &x));
  PetscCall(TaoCreate(PETSC_COMM_SELF, &work.tao));
  PetscCall(TaoSetType(work.tao, method.c_str()));
  PetscCall(TaoSetSolution(work.tao, work.x));
  PetscCall(set_bounds(work));
  PetscCall(TaoSetObjectiveAndGradient(work.tao, nullptr, objective, &work));
  PetscCall(TaoSetHessian(work.tao, work.P, work.P, hessian, &work));
  PetscCall(TaoSetTolerances(work.tao, 0, 0, 0));
  PetscCall(TaoSetMaximumIterations(work.tao, PETSC_MAX_INT));
  PetscCall(TaoSetMaximumFunctionEvaluations(work.tao, PETSC_MAX_INT));
  PetscCall(TaoSetConvergenceTest(work.tao, judge, &work));
  if (method == "tron") {
    KSP ksp = nullptr;
    PC pc = nullptr;
    PetscCall(TaoGetKSP(work.tao, &ksp));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCICC));
    PetscCall(PCFactorSetShiftType(pc, MAT_SHIFT_POSITIVE_DEFINITE));
  }
  PetscFunctionReturn(0);
}

}  // namespace

OptionFields TaoOptions::fields() {
  return {{"scaled", &scaled, "whether the unknowns are scaled so that the diagonal of W + E is one"}};
}

Tao::Tao(const std::string& method, TaoOptions options)
    : SolverWith(method, {Law::frictionless, Law::pyramid}, options) {}

void provide_tao_solvers() {
  for (const MissingSolver& solver : missing_solvers()) {
    CatalogueEntry entry{solver.name, solver.method, solver.paper, Tao(solver.name, {}).laws(), {}, {}};
    entry.make = [name = solver.name](const OptionValues& values) {
      TaoOptions options;
      set_options(options.fields(), values, name);
      return std::make_unique<Tao>(name, options);
    };
    entry.options = [] {
      static TaoOptions defaults;  // the listing outlives this call
      return defaults.fields();
    };
    provide_solver(std::move(entry));
  }
}

Report Tao::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  Solution guess{{}, guess_or_zero(problem, solution), {}};
  if (problem.form == Form::global) guess.v = velocities_from_impulses(problem, guess.r);
  monitor.check(guess);
  if (!monitor.running() || !monitor.may_prepare(Preparation::system)) return monitor.finish(solution);

  const ContactProblem local = to_local(problem);
  SparseMatrix P = 0.5 * (local.W + SparseMatrix(local.W.transpose()));
  if (local.E.size() != 0) P += SparseMatrix(local.E.asDiagonal());
  Work work{problem, monitor, Vector::Ones(P.rows()), {}};
  if (options_.scaled)
    work.scale = Vector(P.diagonal()).unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 1.0; });
  P = work.scale.asDiagonal() * P * work.scale.asDiagonal();
  work.q = work.scale.cwiseProduct(local.q);
  const Vector start = guess.r.cwiseQuotient(work.scale);
  PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr);
  PetscErrorCode error = prepare(work, name(), P, start);
  monitor.setup_done();
  if (error == 0) error = TaoSolve(work.tao);
  PetscPopErrorHandler();
  TaoConvergedReason reason = TAO_CONTINUE_ITERATING;
  if (error == 0) TaoGetConvergedReason(work.tao, &reason);
  if (error != 0 && !monitor.stopped())
    monitor.give_up(Status::numerical_failure, fmt::format("PETSc's {} ended with error {}", name(), error));
  if (!monitor.stopped() && reason != TAO_CONVERGED_USER)
    monitor.give_up_stalled(fmt::format("PETSc's {} stopped by itself: {}", name(), TaoConvergedReasons[reason]));
  return monitor.finish(solution);
}

}  // namespace signorini::distributed
