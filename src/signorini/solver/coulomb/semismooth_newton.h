#pragma once

#include <algorithm>
#include <cmath>
#include <deque>

#include "signorini/solver/coulomb/options.h"
#include "signorini/solver/newton/newton_equation.h"
#include "signorini/solver/progress.h"

namespace signorini::coulomb {

using newton::NewtonEquation;
using newton::Workbench;

/// Semismooth Newton on the Alart-Curnier function F(r, u(r)), with the Jacobian J = A + B (W + α) whose proximal term
/// α falls with the residual, and a non-monotone line search on ‖F‖ (Grippo, Lampariello, Lucidi).
template <int D>
class SemismoothNewton {
 public:
  explicit SemismoothNewton(Workbench<D>& bench, const LineSearchOptions& options = {})
      : bench_(bench), options_(options), equation_(bench) {}

  /// Improves r until the monitor stops it, progress ends, or the iterations are used up. α is a share of ‖F‖: more
  /// when the line search cuts the step short, less when it takes all of it.
  void run(Vector& r, int iterations) {
    bench_.motion.velocities(r, u_);
    double norm = equation_.residual(r, u_), share = options_.smallest_share;
    std::deque<double> window{norm};
    Progress progress(good_share);
    progress.add(norm);
    for (int k = 0; k < iterations && norm > 0 && bench_.monitor.running(); ++k) {
      if (!equation_.step(r, u_, std::clamp(share * norm, smallest_alpha, 1.0), step_)) return;
      bench_.motion.apply(step_, change_);
      const double length = search(r, *std::max_element(window.begin(), window.end()));
      if (length < options_.short_step) share *= options_.adapt;
      if (length == 1) share = std::max(options_.smallest_share, share / std::sqrt(options_.adapt));
      if (share > options_.largest_share) return;
      if (length == 0) continue;
      r += length * step_;
      bench_.motion.velocities(r, u_);
      norm = equation_.residual(r, u_);
      window.push_back(norm);
      if (window.size() > static_cast<std::size_t>(options_.window)) window.pop_front();
      bench_.judge(r);
      progress.add(norm);
      if (progress.idle() >= options_.patience) return;
    }
  }

 private:
  /// The step length, 0 when none will do.
  double search(const Vector& r, double reference) {
    double length = 1;
    for (int k = 0; k < options_.halvings; ++k, length *= 0.5) {
      trial_r_ = r + length * step_;
      trial_u_ = u_ + length * change_;
      if (equation_.residual(trial_r_, trial_u_) <= (1 - options_.sufficient * length) * reference) return length;
    }
    equation_.residual(r, u_);
    return 0;
  }

  Workbench<D>& bench_;
  const LineSearchOptions options_;
  NewtonEquation<D> equation_;
  Vector u_, step_, change_, trial_r_, trial_u_;
};

}  // namespace signorini::coulomb
