#include "signorini/solver/coulomb/newton_alart_curnier.h"

#include "signorini/solver/coulomb/polish.h"
#include "signorini/solver/coulomb/semismooth_newton.h"

namespace signorini {
namespace {

constexpr int default_max_iterations = 10'000;

template <int D>
void run(newton::Workbench<D>& bench, const NewtonAlartCurnierOptions& options, const Vector& guess) {
  Monitor& monitor = bench.monitor;
  Vector r = bench.p.scaled_impulses(guess);
  bench.judge(r);
  monitor.setup_done();
  coulomb::Polish<D>(bench, {}).sweep(r, options.sweeps);
  if (!monitor.stopped()) coulomb::SemismoothNewton<D>(bench).run(r, default_max_iterations);
  if (!monitor.stopped() && options.proximal) coulomb::ProximalPoint<D>(bench).run(r, default_max_iterations);
  if (!monitor.stopped()) monitor.give_up_stalled();
}

}  // namespace

OptionFields NewtonAlartCurnierOptions::fields() {
  return {{"sweeps", &sweeps, "Gauss-Seidel sweeps before the first Newton step", 0, 1e9},
          {"proximal", &proximal, "the proximal point method where the line search ends"}};
}

Report NewtonAlartCurnier::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  const Vector guess = guess_or_zero(problem, solution);
  newton::on_workbench(problem, monitor, [&](auto&& bench) { run(bench, options_, guess); });
  return monitor.finish(solution);
}

}  // namespace signorini
