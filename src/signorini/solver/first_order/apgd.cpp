#include "signorini/solver/first_order/apgd.h"

#include <algorithm>
#include <cmath>

#include "signorini/solver/first_order/s_correction.h"

namespace signorini {
namespace {

using namespace first_order;

constexpr int default_max_iterations = 100'000;
constexpr int norm_steps = 20;
/// The bound L is taken a little above the curvature met.
constexpr double curvature_margin = 1.05;
/// Momentum lets steps grow now and then. When they exceed the shortest so far by this factor, L was too small.
constexpr double tolerated_growth = 100;
/// Whole moves as extrapolation are stable for steps below 4/3 of 1/‖A‖.
constexpr double greedy_step = 1.3;
/// Of s, in one iteration: slow enough for the momentum, and all of it where the momentum is guarded.
constexpr double free_share = 0.1, guarded_share = 1;
/// How much longer an extrapolated step of a guarded run may be than the step before, squared.
constexpr double guarded_growth = 1.1;
/// Iterations in which the residual must fall, or s is slowed down.
constexpr int patience = 400;

/// The share β of the last move by which the next point is extrapolated.
class Extrapolation {
 public:
  explicit Extrapolation(bool greedy) : greedy_(greedy) {}

  double next(bool restart) {
    if (restart) t_ = 1;
    const double t_next = 0.5 * (1 + std::sqrt(1 + 4 * t_ * t_)), beta = (t_ - 1) / t_next;
    t_ = t_next;
    return greedy_ ? (restart ? 0.0 : 1.0) : beta;
  }

 private:
  bool greedy_;
  double t_ = 1;
};

}  // namespace

OptionFields ApgdOptions::fields() {
  return {{"momentum", &momentum, "how points are extrapolated", 0, 0, {"greedy", "nesterov"}},
          {"threads", &threads, "threads of the passes over the contacts; 0: as many as the machine has", 0, 64},
          {"scaling", &scaling, "units of the impulses", 0, 0, {"rows", "contact", "none"}}};
}

Apgd::Apgd(ApgdOptions options) : Solver("apgd", every_law()), options_(std::move(options)) {
  validate_options(options_.fields(), name());
}

Report Apgd::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  const ConeQp qp(problem, scaling_from_string(options_.scaling), options_.threads);
  Point x = qp.start(solution), x_old = x, step;
  qp.judge(monitor, x);
  if (!monitor.may_prepare(Preparation::norm_estimate)) return monitor.finish(solution);
  const bool greedy = options_.momentum == "greedy";
  Extrapolation extrapolation(greedy);
  double L = curvature_margin * qp.norm_estimate(norm_steps), shortest2 = INFINITY, last2 = INFINITY, beta = 0;
  Vector y_state = x.s, x_next(qp.rows());
  SCorrection sliding(problem.law, qp, free_share, patience);
  sliding.start(qp, x);
  bool guarded = false;
  const auto guard = [&] {
    guarded = true;
    sliding.set_share(guarded_share);
  };
  // Momentum that runs away would lose the guess.
  if (sliding.active() && !x.x.isZero()) guard();
  const auto drop_momentum = [&] {
    beta = extrapolation.next(true);
    y_state = x.s;
  };
  monitor.setup_done();

  while (monitor.running()) {
    // y = x + β (x - x_old), x⁺ = P_K(y - α g(y)); `step` is x⁺ - y.
    const double alpha = (greedy ? greedy_step : 1) / L;
    const auto y = [&](int row) { return x.x[row] + beta * (x.x[row] - x_old.x[row]); };
    const auto [length2, turn, unused, none] =
        qp.sweep_at(y, y_state, step, [&]<int d>(Sums& sums, const Block& block, VectorN<d> g, const VectorN<d>& from) {
          g[0] += sliding.follow<d>(block, g);
          VectorN<d> target;
          for (int i = 0; i < d; ++i) target[i] = from[i] - alpha * g[i];
          VectorN<d> move = ConeQp::project<d>(block, target);
          for (int i = 0; i < d; ++i) {
            const double end = x_next[block.row + i] = move[i];
            move[i] -= from[i];
            sums[0] += move[i] * move[i];
            sums[1] += move[i] * (end - x.x[block.row + i]);
          }
          return move;
        });
    shortest2 = std::min(shortest2, length2);
    if (sliding.stalled(length2)) guarded ? sliding.damp() : guard();
    // f(x⁺) ≤ f(y) + g(y)ᵀ(x⁺-y) + L/2 |x⁺-y|², which for a quadratic f reads:
    const double curvature = qp.curvature(step);
    if (curvature > L * length2) {
      L = curvature_margin * curvature / length2;
    } else if (guarded && beta > 0 && length2 > guarded_growth * last2) {
      // Under law coulomb momentum can run away: there is no objective that it descends.
      drop_momentum();
    } else if (length2 > tolerated_growth * tolerated_growth * shortest2) {
      L *= curvature_margin;
      drop_momentum();
      shortest2 = INFINITY;
    } else {
      last2 = length2;
      x_old.x.swap(x.x);
      x.x.swap(x_next);
      // O'Donoghue and Candès: start over when the move turns against the generalised gradient y - x⁺.
      beta = extrapolation.next(turn < 0);
      qp.for_ranges(x.s.size(), [&](Eigen::Index begin, Eigen::Index end) {
        for (Eigen::Index i = begin; i < end; ++i) {
          const double now = y_state[i] + step.s[i];
          y_state[i] = now + beta * (now - x.s[i]);
          x.s[i] = now;
        }
      });
    }
    if (monitor.due()) {
      qp.judge(monitor, x);
      // What rounding left in y alone would double with every extrapolation.
      qp.refresh(x_old);
      y_state = x.s + beta * (x.s - x_old.s);
    }
  }
  return monitor.finish(solution);
}

}  // namespace signorini
