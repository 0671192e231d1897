#include "signorini/solver/sweeps/gauss_seidel.h"

#include "signorini/solver/sweeps/gauss_seidel_sweep.h"
#include "signorini/solver/sweeps/momentum.h"
#include "signorini/solver/sweeps/stall_watch.h"
#include "signorini/solver/sweeps/sweep_state.h"

namespace signorini {
namespace {

constexpr int default_max_iterations = 100'000;

}  // namespace

OptionFields GaussSeidelOptions::fields() {
  return {{"omega", &omega, "over-relaxation, dimensionless (Krylov paper 4.1)", 0.01, 1.99},
          {"lambda", &lambda, "damping: share of the projected iterate taken (Krylov paper 4.1)", 0.01, 1},
          {"momentum", &momentum, "extrapolate between sweeps; under law coulomb also damp when sweeps cycle"},
          {"order", &order, "order of the contacts in successive sweeps", 0, 0, {"forward", "symmetric"}}};
}

Report GaussSeidel::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  const Delassus delassus(problem);
  GaussSeidelSweep sweep(problem, delassus, options_.omega, options_.lambda);
  SweepState state(delassus, guess_or_zero(problem, solution));
  state.judge(monitor);
  Momentum momentum(delassus.diagonal(), state.r, state.x);
  StallWatch watch;
  monitor.setup_done();

  const Direction other = options_.order == "symmetric" ? Direction::backward : Direction::forward;
  for (Direction direction = Direction::forward; monitor.running();) {
    sweep.run(state.r, state.x, direction);
    direction = direction == Direction::forward ? other : Direction::forward;
    if (monitor.due()) state.judge(monitor);
    if (!options_.momentum) continue;
    momentum.extrapolate(state.r, state.x);
    if (problem.law == Law::coulomb && watch.stalled(momentum.residual())) sweep.damp();
  }
  return monitor.finish(solution);
}

}  // namespace signorini
