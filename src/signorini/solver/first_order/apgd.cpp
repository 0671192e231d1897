#include "signorini/solver/first_order/apgd.h"

#include "signorini/solver/first_order/descent.h"

namespace signorini {
namespace {

using namespace first_order;

constexpr int default_max_iterations = 100'000;
}  // namespace

OptionFields ApgdOptions::fields() {
  return {{"momentum", &momentum, "how points are extrapolated", 0, 0, {"greedy", "nesterov"}},
          {"threads", &threads, "threads of the passes over the contacts; 0: as many as the machine has", 0, 64},
          {"scaling", &scaling, "units of the impulses", 0, 0, {"rows", "contact", "none"}}};
}

Report Apgd::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  const ConeQp qp(problem, scaling_from_string(options_.scaling), options_.threads);
  Point start = qp.start(solution);
  qp.judge(monitor, start);
  if (!monitor.may_prepare(Preparation::norm_estimate)) return monitor.finish(solution);
  Descent<ConeQp, Monitor> descent(problem, qp, options_.momentum == "greedy", std::move(start), monitor);
  monitor.setup_done();
  descent.run();
  return monitor.finish(solution);
}

}  // namespace signorini
