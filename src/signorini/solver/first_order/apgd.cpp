#include "signorini/solver/first_order/apgd.h"

#include <cmath>

#include "signorini/solver/first_order/cone_qp.h"

namespace signorini {
namespace {

using namespace first_order;

constexpr const char* name = "apgd";
constexpr int default_max_iterations = 100'000;
constexpr int norm_steps = 10;
/// A failed step shows the curvature it met; the next bound is a little above.
constexpr double curvature_margin = 1.05;

}  // namespace

OptionFields ApgdOptions::fields() {
  return {{"relaxation", &relaxation, "factor on the curvature bound after an accepted step", 0.5, 1},
          {"scaling", &scaling, "units of the impulses", 0, 0, {"rows", "contact", "none"}}};
}

Apgd::Apgd(ApgdOptions options) : options_(std::move(options)) { validate_options(options_.fields(), name); }

Report Apgd::solve(const ContactProblem& problem, const StopRule& rule, Solution& solution) {
  Monitor monitor(name, problem, rule, default_max_iterations);
  const ConeQp qp(problem, scaling_from_string(options_.scaling));
  Point x = qp.start(solution);
  qp.judge(monitor, x.x);
  double L = qp.norm_estimate(norm_steps), t = 1;
  Point y = x, step;
  monitor.setup_done();

  while (monitor.running()) {
    // x⁺ = P_K(y - g(y)/L); `step` is x⁺ - y.
    double length2 = 0, turn = 0;
    const double alpha = 1 / L;
    qp.sweep(y, step, [&]<int d>(const Block& block, const VectorN<d>& g, const VectorN<d>& from) {
      VectorN<d> target;
      for (int i = 0; i < d; ++i) target[i] = from[i] - alpha * g[i];
      VectorN<d> move = ConeQp::project<d>(block, target);
      for (int i = 0; i < d; ++i) {
        const double end = move[i];
        move[i] -= from[i];
        length2 += move[i] * move[i];
        turn += move[i] * (end - x.x[block.row + i]);
      }
      return move;
    });
    // f(x⁺) ≤ f(y) + g(y)ᵀ(x⁺-y) + L/2 |x⁺-y|², which for a quadratic f reads:
    const double curvature = qp.curvature(step);
    if (curvature > L * length2) {
      L = curvature_margin * curvature / length2;
      if (monitor.due()) qp.judge(monitor, x.x);
      continue;
    }
    L *= options_.relaxation;
    // O'Donoghue and Candès: start over when the move turns against the generalised gradient y - x⁺.
    if (turn < 0) t = 1;
    const double t_next = 0.5 * (1 + std::sqrt(1 + 4 * t * t)), beta = (t - 1) / t_next;
    t = t_next;
    const auto advance = [beta](Vector& x_now, Vector& y_now, const Vector& move) {
      for (Eigen::Index i = 0; i < x_now.size(); ++i) {
        const double end = y_now[i] + move[i];
        y_now[i] = end + beta * (end - x_now[i]);
        x_now[i] = end;
      }
    };
    advance(x.x, y.x, step.x);
    advance(x.s, y.s, step.s);
    if (monitor.due()) qp.judge(monitor, x.x);
  }
  return monitor.finish(solution);
}

}  // namespace signorini
