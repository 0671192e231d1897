#include "signorini/solver/first_order/admm.h"

#include <algorithm>
#include <cmath>

#include "signorini/solver/first_order/proximal_system.h"
#include "signorini/solver/first_order/s_correction.h"

namespace signorini {
namespace {

using namespace first_order;

constexpr int default_max_iterations = 20'000;
/// Free rows have no cone to stay in: a small penalty makes them exact at once.
constexpr double free_penalty = 1e-6;
/// Of s, in one iteration; iterations in which the residual must fall, or s is slowed down.
constexpr double share = 1;
constexpr int patience = 400;
/// ρ changes when it is off by more than this factor, after 10, 20, 40, … iterations.
constexpr double tolerated_imbalance = 2;
constexpr int first_adaptation = 10;
constexpr double smallest_penalty = 1e-6, largest_penalty = 1e6;

Vector penalties(const Cones& cones, double rho) {
  Vector result = Vector::Constant(cones.rows(), rho);
  result.head(cones.free) *= free_penalty;
  return result;
}

}  // namespace

OptionFields AdmmOptions::fields() {
  return {{"rho", &rho, "penalty at the start, in units of the Delassus diagonal", 1e-12, 1e12},
          {"adaptive", &adaptive, "balance the residuals by changing the penalty"},
          {"relaxation", &relaxation, "over-relaxation (Boyd et al. 3.4.3)", 1, 1.99},
          {"threads", &threads, "threads of the passes over the contacts; 0: as many as the machine has", 0, 64},
          {"scaling", &scaling, "units of the impulses", 0, 0, {"rows", "contact", "none"}}};
}

Admm::Admm(AdmmOptions options) : Solver("admm", every_law()), options_(std::move(options)) {
  validate_options(options_.fields(), name());
}

Report Admm::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  const ReducedProblem reduced(problem, scaling_from_string(options_.scaling));
  const ConeQp qp(reduced, options_.threads);
  const Cones& K = qp.cones();
  Point start = qp.start(solution);
  qp.judge(monitor, start);
  if (!monitor.may_prepare(Preparation::system)) return monitor.finish(solution);
  ProximalSystem system(reduced.problem);
  Stopwatch clock;
  system.analyze();
  monitor.count_analysis(clock.seconds());
  double rho = options_.rho;
  const auto factorize = [&] {
    if (!monitor.may_factorize(system.factorization())) return;
    const Stopwatch factor_clock;
    const auto outcome = system.factorize(penalties(K, rho));
    monitor.count_factorization(factor_clock.seconds());
    if (outcome == Factorization::Outcome::out_of_memory)
      monitor.give_up(Status::numerical_failure, "the factorisation does not fit into memory");
    else if (outcome == Factorization::Outcome::breakdown)
      monitor.give_up(Status::numerical_failure, "the factorisation broke down");
  };
  monitor.setup_done();
  factorize();

  // min f(x) + [z ∈ K] with x = z; y is the multiplier over ρ, at the start that of the guess: -g/ρ.
  Vector x, y, z_old, c;
  SCorrection sliding(problem.law, qp, share, patience);
  sliding.start(qp, start);
  qp.gradient(start, y);
  if (sliding.active()) y += sliding.s();
  y /= -rho;
  y.head(K.free).setZero();
  Point answer = std::move(start);
  Vector& z = answer.x;
  const double b2 = qp.delassus().q().squaredNorm();
  int next_adaptation = first_adaptation;
  for (int iteration = 1; monitor.running(); ++iteration) {
    c = penalties(K, rho).cwiseProduct(z - y);
    if (sliding.active()) c -= sliding.s();
    system.solve(c, x);
    z_old = z;
    double primal2 = 0, dual2 = 0, z2 = 0, y2 = 0;
    qp.for_each_block([&](const Block& block, auto rows) {
      constexpr int d = rows;
      VectorN<d> relaxed;
      for (int i = 0; i < d; ++i) {
        const int k = block.row + i;
        relaxed[i] = options_.relaxation * x[k] + (1 - options_.relaxation) * z[k] + y[k];
      }
      const VectorN<d> end = ConeQp::project<d>(block, relaxed);
      for (int i = 0; i < d; ++i) {
        const int k = block.row + i;
        y[k] = relaxed[i] - end[i];
        z[k] = end[i];
        if (block.kind == Block::Kind::free) continue;
        primal2 += (x[k] - z[k]) * (x[k] - z[k]);
        dual2 += (z[k] - z_old[k]) * (z[k] - z_old[k]);
        z2 += z[k] * z[k];
        y2 += y[k] * y[k];
      }
      sliding.follow<d>(block, -rho * y.template segment<d>(block.row));
    });
    if (sliding.stalled(primal2 + dual2)) sliding.damp();
    if (monitor.due()) qp.judge(monitor, answer);
    if (!options_.adaptive || iteration < next_adaptation || monitor.stopped()) continue;
    // Both residuals relative, as in OSQP.
    next_adaptation = 2 * iteration;
    const double factor = std::pow(primal2 * std::max(y2, b2 / (rho * rho)) / (dual2 * z2), 0.25);
    const double next = std::clamp(rho * factor, smallest_penalty, largest_penalty);
    if (!(std::abs(std::log(next / rho)) > std::log(tolerated_imbalance))) continue;
    if (!monitor.fits(system.factorization())) continue;
    y *= rho / next;
    rho = next;
    factorize();
  }
  return monitor.finish(solution);
}

}  // namespace signorini
