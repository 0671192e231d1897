#include "signorini/solver/sweeps/momentum.h"

namespace signorini {

void Momentum::extrapolate(Vector& r, Vector& x) {
  residual_ = 0;
  double against = 0;
  for (Eigen::Index i = 0; i < r.size(); ++i) {
    const double gap = start_[i] - r[i];
    residual_ += weights_[i] * gap * gap;
    against += weights_[i] * gap * (r[i] - r_previous_[i]);
  }
  if (t_ > 1 && residual_ > accepted_residual_) {
    t_ = 1;
    accepted_residual_ = INFINITY;
    r = start_ = r_previous_;
    x = x_previous_;
    return;
  }
  accepted_residual_ = residual_;
  if (against > 0) t_ = 1;
  const double t_next = 0.5 * (1 + std::sqrt(1 + 4 * t_ * t_));
  const double beta = (t_ - 1) / t_next;
  t_ = t_next;
  const auto advance = [beta](Vector& now, Vector& previous) {
    for (Eigen::Index i = 0; i < now.size(); ++i) {
      const double current = now[i];
      now[i] += beta * (current - previous[i]);
      previous[i] = current;
    }
  };
  advance(r, r_previous_);
  advance(x, x_previous_);
  start_ = r;
}

}  // namespace signorini
