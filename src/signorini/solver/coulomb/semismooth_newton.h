#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>

#include "signorini/solver/coulomb/alart_curnier.h"
#include "signorini/solver/coulomb/workbench.h"

namespace signorini::coulomb {

/// Semismooth Newton on the Alart-Curnier function F(r, u(r)), with the Jacobian J = A + B (W + α) whose proximal term α
/// falls with the residual, and a non-monotone line search on ‖F‖ (Grippo, Lampariello, Lucidi).
template <int D>
class SemismoothNewton {
 public:
  explicit SemismoothNewton(Workbench<D>& bench) : bench_(bench), p_(bench.p) {}

  /// Improves r until the monitor stops it, progress ends, or the iterations are used up. α = regularisation · ‖F‖,
  /// relative to the free velocities.
  void run(Vector& r, int iterations, double regularisation) {
    bench_.velocities(r, u_);
    double norm = residual(r, u_);
    std::deque<double> window{norm};
    for (int k = 0; k < iterations && norm > 0 && bench_.monitor.running(); ++k) {
      if (!factorize(r, std::max(smallest_alpha, std::min(1.0, regularisation * norm / bench_.free_speed)))) return;
      residual(r, u_);
      bench_.system().solve(Vector::Zero(p_.original.dof()), Vector(-F_), v_, step_);
      if (!step_.allFinite()) return;
      bench_.apply(step_, change_);
      const double reference = *std::max_element(window.begin(), window.end());
      const double length = search(r, reference);
      if (std::getenv("VERBOSE") != nullptr) {
        Vector lin = r;
        std::fprintf(stderr, "    newton %d |F| %.3e step %.2e change %.2e |r| %.2e length %.2e", k, norm / bench_.free_speed,
                     step_.norm(), change_.norm(), r.norm(), length);
        for (double l : {1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5})
          std::fprintf(stderr, " %.4e", residual(r + l * step_, u_ + l * change_) / norm);
        std::fprintf(stderr, "\n");
        residual(r, u_);
      }
      if (length < 0.1) regularisation *= 10;
      if (length == 1) regularisation = std::max(1e-3, regularisation / 3);
      if (length == 0) {
        if (regularisation > 1e6) return;
        continue;
      }
      r += length * step_;
      bench_.velocities(r, u_);
      norm = residual(r, u_);
      window.push_back(norm);
      if (window.size() > memory) window.pop_front();
      bench_.judge(r);
    }
  }

 private:
  static constexpr std::size_t memory = 5;
  static constexpr int halvings = 12;
  static constexpr double sufficient = 1e-4, smallest_alpha = 1e-12;

  /// The step length, 0 when none will do.
  double search(const Vector& r, double reference) {
    double length = 1;
    for (int k = 0; k < halvings; ++k, length *= 0.5) {
      trial_r_ = r + length * step_;
      trial_u_ = u_ + length * change_;
      if (residual(trial_r_, trial_u_) <= (1 - sufficient * length) * reference) return length;
    }
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
    const Stopwatch clock;
    const bool done = system.factorize() == Factorization::Outcome::done;
    bench_.monitor.count_factorization(clock.seconds());
    return done;
  }

  Workbench<D>& bench_;
  const ScaledProblem& p_;
  Vector u_, F_, v_, step_, change_, trial_r_, trial_u_;
};

}  // namespace signorini::coulomb
