#include "signorini/distributed/solvers.h"

#include "signorini/distributed/tao.h"
#include "signorini/distributed/work.h"
#include "signorini/solver/catalogue/catalogue.h"
#include "signorini/solver/coulomb/portfolio.h"
#include "signorini/solver/first_order/apgd.h"
#include "signorini/solver/interior_point/interior_point.h"

namespace signorini::distributed {
namespace {

constexpr int apgd_iterations = 100'000, interior_point_iterations = 200;

/// Below this many contacts one process alone is faster than a message takes.
constexpr int fewest_contacts = 300;

/// Whether parts are worth making, and can be made: a local problem has no bodies, an M that is not symmetric no square
/// root. Does not depend on the number of processes, and so the answer does not.
bool can_be_shared(const ContactProblem& problem) {
  return problem.form == Form::global && problem.cones.contacts() >= fewest_contacts &&
         problem.M.isApprox(SparseMatrix(problem.M.transpose()), 1e-14);
}

Report solve_job(Session& session, const Job& job, const ContactProblem& problem, Monitor& monitor,
                 Solution& solution) {
  const Distribution distribution = solve_together(session, job, problem, guess_or_zero(problem, solution), monitor);
  Report report = monitor.finish(solution);
  report.distribution = distribution;
  return report;
}

/// apgd on all processes, and on this one alone where the problem cannot be shared.
class SharedApgd : public SolverWith<ApgdOptions> {
 public:
  SharedApgd(ApgdOptions options, Session& session)
      : SolverWith("apgd", every_law(), options), session_(session), alone_(std::move(options)) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override {
    if (!can_be_shared(problem)) return alone_.solve(problem, rule, solution);
    Monitor monitor(name(), problem, rule, apgd_iterations);
    const Job job{.method = Method::apgd,
                  .greedy = options_.momentum == "greedy",
                  .scaling = first_order::scaling_from_string(options_.scaling),
                  .tolerance = rule.tolerance};
    return solve_job(session_, job, problem, monitor, solution);
  }

  Session& session_;
  Apgd alone_;
};

/// The interior point method on all processes, and on this one alone where the problem cannot be shared. Under law
/// coulomb all processes solve the convex relaxation, and this one goes on from there.
class SharedInteriorPoint : public SolverWith<KrylovOptions> {
 public:
  SharedInteriorPoint(KrylovOptions options, Session& session)
      : SolverWith("interior-point", every_law(), options), session_(session) {}

 private:
  Report do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) override {
    if (!can_be_shared(problem)) return alone_.solve(problem, rule, solution);
    if (problem.law != Law::coulomb) return solve_shared(problem, rule, solution);
    Distribution distribution;
    const auto relaxation = [&](const StopRule& inner, Solution& answer) {
      Report relaxed = solve_shared(problem, inner, answer);
      distribution = relaxed.distribution;
      return relaxed;
    };
    const coulomb::Portfolio portfolio{.relaxation = relaxation, .sweeps_first = false};
    Report report = portfolio.solve(name(), problem, rule, solution);
    report.distribution = distribution;
    return report;
  }

  Report solve_shared(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
    const Law law = problem.law == Law::coulomb ? Law::convex : problem.law;
    Monitor monitor(name(), problem, rule, interior_point_iterations, law);
    const Job job{.method = Method::interior_point, .tolerance = rule.tolerance, .krylov = options_};
    return solve_job(session_, job, problem, monitor, solution);
  }

  Session& session_;
  InteriorPoint alone_;
};

template <typename Shared>
void provide(const std::string& name, Session& session) {
  CatalogueEntry entry = find_solver(name);
  entry.method += ", on all processes";
  entry.make = [name, &session](const OptionValues& values) {
    typename Shared::Options options;
    set_options(options.fields(), values, name);
    return std::make_unique<Shared>(options, session);
  };
  entry.options = [] {
    static typename Shared::Options defaults;
    return defaults.fields();
  };
  provide_solver(std::move(entry));
}

}  // namespace

void provide_solvers(Session& session) {
  provide_tao_solvers();
  provide<SharedApgd>("apgd", session);
  provide<SharedInteriorPoint>("interior-point", session);
}

}  // namespace signorini::distributed
