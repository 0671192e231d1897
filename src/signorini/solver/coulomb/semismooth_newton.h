#pragma once

#include <algorithm>
#include <cmath>
#include <deque>

#include "signorini/solver/coulomb/alart_curnier.h"
#include "signorini/solver/coulomb/workbench.h"

namespace signorini::coulomb {

/// Semismooth Newton on the Alart-Curnier function F(r, u(r)), with the Jacobian J = A + B (W + α) whose proximal term
/// α falls with the residual, and a non-monotone line search on ‖F‖ (Grippo, Lampariello, Lucidi).
template <int D>
class SemismoothNewton {
 public:
  explicit SemismoothNewton(Workbench<D>& bench)
      : bench_(bench), p_(bench.p), zero_(Vector::Zero(bench.p.original.dof())) {}

  /// Improves r until the monitor stops it, progress ends, or the iterations are used up. α is a share of ‖F‖, relative
  /// to the free velocities: more when the line search cuts the step short, less when it takes all of it.
  void run(Vector& r, int iterations) {
    bench_.velocities(r, u_);
    double norm = residual(r, u_), best = norm, share = smallest_share;
    std::deque<double> window{norm};
    int since_best = 0;
    for (int k = 0; k < iterations && norm > 0 && bench_.monitor.running(); ++k) {
      const double alpha = std::clamp(share * norm / bench_.free_speed, smallest_alpha, 1.0);
      if (!factorize(r, alpha) || !direction()) return;
      const double length = search(r, *std::max_element(window.begin(), window.end()));
      if (length < short_step) share *= 10;
      if (length == 1) share = std::max(smallest_share, share / 3);
      if (share > largest_share) return;
      if (length == 0) continue;
      r += length * step_;
      bench_.velocities(r, u_);
      norm = residual(r, u_);
      window.push_back(norm);
      if (window.size() > memory) window.pop_front();
      bench_.judge(r);
      since_best = norm < progress * best ? 0 : since_best + 1;
      best = std::min(best, norm);
      if (since_best == patience) return;
    }
  }

 private:
  static constexpr std::size_t memory = 5;
  static constexpr int halvings = 12, patience = 20;
  static constexpr double sufficient = 1e-4, progress = 0.9, short_step = 0.1;
  static constexpr double smallest_share = 1e-3, largest_share = 1e6, smallest_alpha = 1e-12;

  /// J Δr = -F, and the change of u with it.
  bool direction() {
    bench_.system().solve(zero_, Vector(-F_), v_, step_);
    if (!step_.allFinite()) return false;
    bench_.apply(step_, change_);
    return true;
  }

  /// The step length, 0 when none will do.
  double search(const Vector& r, double reference) {
    double length = 1;
    for (int k = 0; k < halvings; ++k, length *= 0.5) {
      trial_r_ = r + length * step_;
      trial_u_ = u_ + length * change_;
      if (residual(trial_r_, trial_u_) <= (1 - sufficient * length) * reference) return length;
    }
    residual(r, u_);
    return 0;
  }

  /// ‖F‖; leaves F in F_.
  double residual(const Vector& r, const Vector& u) {
    F_.resize(r.size());
    F_.head(p_.free) = u.head(p_.free);
    for (int k = p_.free; k < p_.first_cone(); ++k) F_[k] = std::min(r[k], u[k]);
    for (int k = p_.first_cone(); k < p_.rows(); k += D)
      F_.segment<D>(k) = alart_curnier<D>(r.segment<D>(k), u.segment<D>(k));
    return F_.norm();
  }

  bool factorize(const Vector& r, double alpha) {
    JacobianSystem<D>& system = bench_.system();
    for (int k = 0; k < p_.first_cone(); ++k) {
      const bool open = k >= p_.free && r[k] <= u_[k];
      system.B.scalar[k] = open ? 0 : 1;
      system.C.scalar[k] = open ? 1 : p_.E[k] + alpha;
      system.C_inverse.scalar[k] = 1 / system.C.scalar[k];
    }
    MatrixN<D> A;
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      alart_curnier_jacobian<D>(r.segment<D>(k), u_.segment<D>(k), A, system.B.cone[i]);
      system.C.cone[i] = A + system.B.cone[i] * (p_.E.segment<D>(k).array() + alpha).matrix().asDiagonal();
      system.C_inverse.cone[i] = system.C.cone[i].inverse();
    }
    return bench_.factorize();
  }

  Workbench<D>& bench_;
  const ScaledProblem& p_;
  const Vector zero_;
  Vector u_, F_, v_, step_, change_, trial_r_, trial_u_;
};

}  // namespace signorini::coulomb
