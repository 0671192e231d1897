#include "signorini/solver/first_order/p_spg_fb.h"

#include <algorithm>
#include <cmath>

#include "signorini/solver/first_order/s_correction.h"

namespace signorini {
namespace {

using namespace first_order;

constexpr int default_max_iterations = 100'000;
constexpr int norm_steps = 5;
/// Of s, in one iteration; iterations in which the residual must fall, or s is slowed down.
constexpr double share = 0.3;
constexpr int patience = 2000;

/// The last objectives, for the nonmonotone test of Grippo, Lampariello and Lucidi.
class PastObjectives {
 public:
  PastObjectives(int count, double first) : values_(static_cast<std::size_t>(count) + 1, first) {}
  double largest() const { return *std::max_element(values_.begin(), values_.end()); }
  void push(double value) {
    values_[next_] = value;
    next_ = (next_ + 1) % values_.size();
  }

 private:
  std::vector<double> values_;
  std::size_t next_ = 0;
};

/// The λ in (0,1] that passes the GLL test for f(λ) = f + λ slope + ½ λ² curvature, by interpolation within the bounds.
double line_search(double f, double slope, double curvature, double largest, const PSpgFbOptions& options) {
  double lambda = 1;
  while (f + lambda * slope + 0.5 * lambda * lambda * curvature > largest + options.xi * lambda * slope) {
    const double minimum = -slope / curvature;
    lambda = std::clamp(minimum, options.sigma_min * lambda, options.sigma_max * lambda);
  }
  return lambda;
}

/// ‖A d‖².
double slope_norm2(const ConeQp& qp, const Point& direction) {
  return qp.read_direction(direction, []<int d>(Sums& sums, const Block&, const VectorN<d>& slope, const VectorN<d>&) {
    for (int i = 0; i < d; ++i) sums[0] += slope[i] * slope[i];
  })[0];
}

}  // namespace

OptionFields PSpgFbOptions::fields() {
  return {{"alpha_min", &alpha_min, "smallest spectral step (Krylov paper 4.3)", 1e-30, 1},
          {"alpha_max", &alpha_max, "largest spectral step (Krylov paper 4.3)", 1, 1e30},
          {"xi", &xi, "sufficient decrease (Krylov paper 4.3)", 0, 0.5},
          {"sigma_min", &sigma_min, "strongest reduction of one line search step (Krylov paper 4.3)", 0.001, 0.5},
          {"sigma_max", &sigma_max, "weakest reduction of one line search step (Krylov paper 4.3)", 0.5, 0.999},
          {"n_gll", &n_gll, "past objectives that a step may return to (Krylov paper 4.3)", 0, 1000},
          {"tau_g", &tau_g, "step of the residual that chooses the fallback (Krylov paper eq. 24)", 1e-9, 1e9},
          {"threads", &threads, "threads of the passes over the contacts; 0: as many as the machine has", 0, 64},
          {"scaling", &scaling, "diagonal preconditioner", 0, 0, {"rows", "contact", "none"}}};
}

Report PSpgFb::do_solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name(), problem, rule, default_max_iterations);
  if (!monitor.may_prepare(Preparation::operators)) return monitor.finish(solution);
  const ConeQp qp(problem, scaling_from_string(options_.scaling), options_.threads);
  Point x = qp.start(solution), direction;
  qp.judge(monitor, x);
  if (!monitor.may_prepare(Preparation::norm_estimate)) return monitor.finish(solution);
  Point fallback = x;
  // Objectives count from the start: differences are all that matters.
  double objective = 0, best_residual2 = INFINITY, alpha = 1 / qp.norm_estimate(norm_steps);
  PastObjectives past(options_.n_gll, objective);
  const double tau = options_.tau_g;
  SCorrection sliding(problem.law, qp, share, patience);
  sliding.start(qp, x);
  monitor.setup_done();

  for (bool odd = false; monitor.running(); odd = !odd) {
    // d = P_K(x - α g) - x in the metric of the preconditioner, in which it always descends, and ε of eq. 24.
    const auto [slope, length2, residual2, unused] =
        qp.sweep(x, direction, [&]<int d>(Sums& sums, const Block& block, VectorN<d> g, const VectorN<d>& from) {
          VectorN<d> target, probe, exact = g;
          exact[0] += sliding.target<d>(block, g);
          g[0] += sliding.follow<d>(block, g);
          for (int i = 0; i < d; ++i) {
            target[i] = from[i] - alpha * g[i];
            probe[i] = from[i] - tau * exact[i];
          }
          VectorN<d> move = ConeQp::project<d>(block, target);
          probe = ConeQp::project<d>(block, probe);
          for (int i = 0; i < d; ++i) {
            move[i] -= from[i];
            sums[0] += g[i] * move[i];
            sums[1] += move[i] * move[i];
            sums[2] += (from[i] - probe[i]) * (from[i] - probe[i]);
          }
          return move;
        });
    if (residual2 <= best_residual2) {
      best_residual2 = residual2;
      fallback.x = x.x;
    }
    if (sliding.stalled(residual2)) sliding.damp();
    const double curvature = qp.curvature(direction);
    const double lambda = line_search(objective, slope, curvature, past.largest(), options_);
    x.add(lambda, direction);
    objective += lambda * slope + 0.5 * lambda * lambda * curvature;
    past.push(objective);
    // Barzilai-Borwein, eq. 22 and 23 in turn.
    if (curvature > 0) alpha = odd ? length2 / curvature : curvature / slope_norm2(qp, direction);
    alpha = std::clamp(alpha, options_.alpha_min, options_.alpha_max);
    if (monitor.due()) qp.judge(monitor, fallback);
  }
  return monitor.finish(solution);
}

}  // namespace signorini
