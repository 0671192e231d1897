#include "signorini/solver/quadratic_constraints/nop.h"

#include <iterator>

#include "signorini/solver/quadratic_constraints/judged_path.h"

namespace signorini {
namespace quadratic_constraints {
namespace {

constexpr int default_max_iterations = 1000;
/// Of the regularisation, run by run. Nothing tells beforehand which of them ends at an answer, so they differ much.
constexpr double shares[] = {1, 1e-7, 0.25, 4, 1e-3, 0.06, 1e-5, 16};

template <int D>
void run(newton::Workbench<D>& bench, const NopOptions& options, const Vector& guess) {
  Monitor& monitor = bench.monitor;
  bench.judge(bench.p.scaled_impulses(guess));
  if (!monitor.may_prepare(Preparation::doubled_system)) return monitor.setup_done();
  const Formulation formulation = smooth_reformulation(bench.p, speed_unit(bench));
  JudgedPath<D> path(bench, formulation, Centering::mehrotra, LineSearch::backtracking);
  monitor.setup_done();
  for (int k = 0; k < options.runs && !monitor.stopped(); ++k)
    path.run(0, options.regularisation * shares[static_cast<std::size_t>(k) % std::size(shares)]);
  if (!monitor.stopped()) monitor.give_up_stalled("; a stationary point need not be an answer");
}

}  // namespace
}  // namespace quadratic_constraints

using namespace quadratic_constraints;

OptionFields NopOptions::fields() {
  return {{"regularisation", &regularisation,
           "proximal term of the Newton steps in the first run, in units of the Delassus diagonal", 1e-16, 1},
          {"runs", &runs, "runs with other regularisations until one ends at an answer", 1, 1000}};
}

Report Nop::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  const Vector guess = guess_or_zero(problem, solution);
  newton::on_workbench(problem, monitor, [&](auto&& bench) { run(bench, options_, guess); });
  return monitor.finish(solution);
}

}  // namespace signorini
