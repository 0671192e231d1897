#include "signorini/solver/quadratic_constraints/friction_thesis.h"

#include <fmt/format.h>

#include "signorini/solver/quadratic_constraints/judged_path.h"

namespace signorini {
namespace quadratic_constraints {
namespace {

constexpr int default_max_iterations = 20'000;
/// The root of the gap where an inner run ends, over the best certificate, and its limit: more is thrown away with s.
constexpr double inner_share = 0.1, loosest = 1e-3;
/// Runs without a better certificate after which the loop on s has stalled.
constexpr int patience = 50;
/// s can cycle; after every so many such runs it moves by this much less.
constexpr int calming_interval = 15;
constexpr double calming = 0.7;

/// Algorithm 5 over algorithms 1 to 4, from s = 0, so that the first run is the relaxed one. Where nothing slides by
/// law, that is all.
template <int D>
void run(newton::Workbench<D>& bench, Centering centering, LineSearch search, const FrictionThesisOptions& options,
         const Vector& guess) {
  Monitor& monitor = bench.monitor;
  bench.judge(bench.p.scaled_impulses(guess));
  if (!monitor.may_prepare(Preparation::large_system)) return monitor.setup_done();
  Formulation formulation = fixed_sliding(bench.p, speed_unit(bench));
  JudgedPath<D> path(bench, formulation, centering, search);
  monitor.setup_done();

  const bool slides = bench.p.original.law == Law::coulomb && bench.p.cones > 0;
  Vector s = Vector::Zero(bench.p.cones), u;
  Progress progress;
  double share = options.relaxation;
  for (int idle = 0; idle < patience && !monitor.stopped(); ++idle) {
    hold(bench.p, s, formulation);
    path.run(slides ? std::min(loosest, inner_share * bench.best_value) : 0, options.regularisation);
    if (!slides) break;
    bench.motion.velocities(path.impulses(), u);
    for (int i = 0; i < bench.p.cones; ++i) s[i] += share * (u.segment<D - 1>(bench.p.cone_row(i) + 1).norm() - s[i]);
    if (progress.add(bench.best_value)) idle = 0;
    if (idle % calming_interval == calming_interval - 1) share *= calming;
  }
  if (!monitor.stopped()) monitor.give_up_stalled();
}

}  // namespace
}  // namespace quadratic_constraints

using namespace quadratic_constraints;

namespace {

std::string name_of(Centering centering, LineSearch search) {
  return fmt::format("{}-{}", centering == Centering::mehrotra ? "mehrotra" : "friedlander-orban",
                     search == LineSearch::armijo ? "armijo" : "backtracking");
}

}  // namespace

OptionFields FrictionThesisOptions::fields() {
  return {
      {"regularisation", &regularisation, "proximal term of the Newton steps, in units of the Delassus diagonal", 0, 1},
      {"relaxation", &relaxation, "share of the way from the old sliding speeds to the new ones", 0.01, 1}};
}

FrictionThesisMethod::FrictionThesisMethod(Centering centering, LineSearch search, FrictionThesisOptions options)
    : SolverWith(name_of(centering, search), {Law::frictionless, Law::convex, Law::coulomb}, options),
      centering_(centering),
      search_(search) {}

Report FrictionThesisMethod::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  const Vector guess = guess_or_zero(problem, solution);
  newton::on_workbench(problem, monitor, [&](auto&& bench) { run(bench, centering_, search_, options_, guess); });
  return monitor.finish(solution);
}

}  // namespace signorini
