#include "signorini/solver/coulomb/newton_alart_curnier.h"

#include <cstdlib>

#include <fmt/format.h>

#include "signorini/solver/coulomb/central_path.h"
#include "signorini/solver/coulomb/semismooth_newton.h"
#include "signorini/solver/gauss_seidel_sweep.h"
#include "signorini/solver/sweep_state.h"

namespace signorini {
namespace {

using namespace coulomb;

constexpr const char* name = "newton-alart-curnier";
constexpr int default_max_iterations = 10'000;

template <int D>
void run(const ContactProblem& problem, const NewtonAlartCurnierOptions& options, Monitor& monitor,
         const Vector& guess) {
  const Delassus delassus(problem);
  const GaussSeidelSweep sweep(problem, delassus, 1, 1);
  SweepState state(delassus, guess);
  state.judge(monitor);
  Workbench<D> bench(problem, monitor);
  SemismoothNewton<D> newton(bench);
  monitor.setup_done();

  if (const char* method = std::getenv("METHOD"); method && *method == 'B') {
    CentralPath<D> path(bench);
    typename CentralPath<D>::Settings settings;
    const auto number = [](const char* key, double value) {
      const char* text = std::getenv(key);
      return text ? std::atof(text) : value;
    };
    settings.start_on_axes = number("AXES", 0) > 0;
    settings.sigma_low = number("SIGLOW", 0.1);
    settings.fraction = number("FRACTION", 0.99);
    settings.size = number("SIZE", 1);
    settings.restart_gap = number("GAP", 1e-2);
    settings.iterations = int(number("ITER", 60));
    settings.correctors = int(number("CORR", 2));
    settings.recentre = number("RECENTRE", 10);
    path.run(settings);
    if (monitor.stopped()) return;
    state.r = bench.p.impulses(path.impulses());
    state.judge(monitor);
  }
  const char* env = std::getenv("ROUNDS");
  const int rounds = env ? std::atoi(env) : 1;
  for (int round = 0; round < rounds && !monitor.stopped(); ++round) {
    for (int k = 0; k < options.sweeps && monitor.running(); ++k) {
      sweep.run(state.r, state.x);
      if (monitor.due()) state.judge(monitor);
    }
    if (monitor.stopped()) break;
    Vector r = bench.p.scaled_impulses(state.r);
    newton.run(r, std::getenv("STEPS")?std::atoi(std::getenv("STEPS")):100, options.regularisation);
    if (monitor.stopped()) break;
    state.r = bench.p.impulses(r);
    state.judge(monitor);
  }
  if (!monitor.stopped())
    monitor.give_up(Status::inaccurate, fmt::format("stalled at certificate {:.2e}", monitor.best()));
}

}  // namespace

OptionFields NewtonAlartCurnierOptions::fields() {
  return {{"sweeps", &sweeps, "Gauss-Seidel sweeps before the first Newton step", 0, 1e9},
          {"regularisation", &regularisation, "proximal term over the residual", 1e-12, 1e6}};
}

NewtonAlartCurnier::NewtonAlartCurnier(NewtonAlartCurnierOptions options) : options_(options) {
  validate_options(options_.fields(), name);
}

Report NewtonAlartCurnier::solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name, problem, rule, default_max_iterations);
  const Vector guess = usable_guess(problem, solution);
  problem.cones.dimension == 3 ? run<3>(problem, options_, monitor, guess)
                               : run<2>(problem, options_, monitor, guess);
  return monitor.finish(solution);
}

}  // namespace signorini
