#include "signorini/solver/sweeps/jacobi.h"

#include "signorini/solver/sweeps/jacobi_sweep.h"
#include "signorini/solver/sweeps/momentum.h"
#include "signorini/solver/sweeps/sweep_state.h"

namespace signorini {
namespace {

constexpr int default_max_iterations = 100'000;

}  // namespace

OptionFields JacobiOptions::fields() {
  return {{"omega", &omega, "step length, dimensionless (Krylov paper eq. 12)", 0.001, 1.99},
          {"lambda", &lambda, "damping: share of the projected iterate taken (Krylov paper eq. 12)", 0.01, 1},
          {"momentum", &momentum, "extrapolate between sweeps"},
          {"scaling",
           &scaling,
           "metric of the step: mass splitting, or the trace of the paper",
           0,
           0,
           {"splitting", "trace"}}};
}

Report Jacobi::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  const Delassus delassus(problem);
  const auto scaling = options_.scaling == "trace" ? JacobiScaling::trace : JacobiScaling::splitting;
  const JacobiSweep sweep(problem, delassus, scaling, options_.omega, options_.lambda);
  SweepState state(delassus, guess_or_zero(problem, solution));
  state.judge(monitor);
  Momentum momentum(delassus.diagonal(), state.r, state.x);
  monitor.setup_done();

  for (Vector x_new; monitor.running();) {
    sweep.run(state.r, state.x, x_new);
    state.x.swap(x_new);
    if (monitor.due()) state.judge(monitor);
    if (options_.momentum) momentum.extrapolate(state.r, state.x);
  }
  return monitor.finish(solution);
}

}  // namespace signorini
