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

/// min f(x) + [z ∈ K] with x = z, by turns in x, z and y, the multiplier over ρ.
class Splitting {
 public:
  Splitting(const ContactProblem& problem, const ConeQp& qp, const AdmmOptions& options, ProximalSystem& system,
            Point start, Monitor& monitor)
      : qp_(qp),
        options_(options),
        system_(system),
        monitor_(monitor),
        sliding_(problem.law, qp, share, patience),
        answer_(std::move(start)),
        rho_(options.rho),
        b2_(qp.delassus().q().squaredNorm()) {
    sliding_.start(qp, answer_);
    // That of the guess: -g/ρ.
    qp.gradient(answer_, y_);
    if (sliding_.active()) y_ += sliding_.s();
    y_ /= -rho_;
    y_.head(qp.cones().free).setZero();
  }

  void run() {
    factorize();
    int next_adaptation = first_adaptation;
    for (int iteration = 1; monitor_.running(); ++iteration) {
      solve_for_x();
      const Residuals residuals = project();
      if (sliding_.stalled(residuals.primal2 + residuals.dual2)) sliding_.damp();
      if (monitor_.due()) qp_.judge(monitor_, answer_);
      if (!options_.adaptive || iteration < next_adaptation || monitor_.stopped()) continue;
      next_adaptation = 2 * iteration;
      adapt(residuals);
    }
  }

 private:
  /// Squared, over all rows but the free ones.
  struct Residuals {
    double primal2 = 0, dual2 = 0;  ///< |x - z|, |z - z_old|
    double z2 = 0, y2 = 0;
  };

  void factorize() {
    if (!monitor_.may_factorize(system_.factorization())) return;
    const Stopwatch clock;
    const auto outcome = system_.factorize(penalties(qp_.cones(), rho_));
    monitor_.count_factorization(clock.seconds());
    if (outcome == Factorization::Outcome::out_of_memory)
      monitor_.give_up(Status::numerical_failure, "the factorisation does not fit into memory");
    else if (outcome == Factorization::Outcome::breakdown)
      monitor_.give_up(Status::numerical_failure, "the factorisation broke down");
  }

  void solve_for_x() {
    c_ = penalties(qp_.cones(), rho_).cwiseProduct(answer_.x - y_);
    if (sliding_.active()) c_ -= sliding_.s();
    system_.solve(c_, x_);
  }

  /// z = P_K of the relaxed x + y, and y what that takes away.
  Residuals project() {
    Residuals sums;
    Vector& z = answer_.x;
    z_old_ = z;
    qp_.for_each_block([&](const Block& block, auto rows) {
      constexpr int d = rows;
      VectorN<d> relaxed;
      for (int i = 0; i < d; ++i) {
        const int k = block.row + i;
        relaxed[i] = options_.relaxation * x_[k] + (1 - options_.relaxation) * z[k] + y_[k];
      }
      const VectorN<d> end = ConeQp::project<d>(block, relaxed);
      for (int i = 0; i < d; ++i) {
        const int k = block.row + i;
        y_[k] = relaxed[i] - end[i];
        z[k] = end[i];
        if (block.kind == Block::Kind::free) continue;
        sums.primal2 += (x_[k] - z[k]) * (x_[k] - z[k]);
        sums.dual2 += (z[k] - z_old_[k]) * (z[k] - z_old_[k]);
        sums.z2 += z[k] * z[k];
        sums.y2 += y_[k] * y_[k];
      }
      sliding_.follow<d>(block, -rho_ * y_.template segment<d>(block.row));
    });
    return sums;
  }

  /// Balances the residuals, both relative, as in OSQP.
  void adapt(const Residuals& now) {
    const double factor = std::pow(now.primal2 * std::max(now.y2, b2_ / (rho_ * rho_)) / (now.dual2 * now.z2), 0.25);
    const double next = std::clamp(rho_ * factor, smallest_penalty, largest_penalty);
    if (!(std::abs(std::log(next / rho_)) > std::log(tolerated_imbalance))) return;
    if (!monitor_.fits(system_.factorization())) return;
    y_ *= rho_ / next;
    rho_ = next;
    factorize();
  }

  const ConeQp& qp_;
  const AdmmOptions& options_;
  ProximalSystem& system_;
  Monitor& monitor_;
  SCorrection sliding_;
  Point answer_;  ///< z
  Vector x_, y_, z_old_, c_;
  double rho_;
  const double b2_;
};

}  // namespace

OptionFields AdmmOptions::fields() {
  return {{"rho", &rho, "penalty at the start, in units of the Delassus diagonal", 1e-12, 1e12},
          {"adaptive", &adaptive, "balance the residuals by changing the penalty"},
          {"relaxation", &relaxation, "over-relaxation (Boyd et al. 3.4.3)", 1, 1.99},
          {"threads", &threads, "threads of the passes over the contacts; 0: as many as the machine has", 0, 64},
          {"scaling", &scaling, "units of the impulses", 0, 0, {"rows", "contact", "none"}}};
}

Report Admm::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  const ReducedProblem reduced(problem, scaling_from_string(options_.scaling));
  const ConeQp qp(reduced, options_.threads);
  Point start = qp.start(solution);
  qp.judge(monitor, start);
  if (!monitor.may_prepare(Preparation::system)) return monitor.finish(solution);
  ProximalSystem system(reduced.problem);
  Stopwatch clock;
  system.analyze();
  monitor.count_analysis(clock.seconds());
  monitor.setup_done();
  Splitting(problem, qp, options_, system, std::move(start), monitor).run();
  return monitor.finish(solution);
}

}  // namespace signorini
