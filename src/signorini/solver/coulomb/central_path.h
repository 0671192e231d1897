#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "signorini/solver/coulomb/workbench.h"
#include "signorini/solver/interior_point/cone_point.h"

namespace signorini::coulomb {

using interior_point::ConePoint;

/// The interior point method with s = |y_T| as an unknown of the loop. In scaled unknowns the law reads
///
///     y = u(r) + |y_T| e,   r ∘ y = 0,   r and y in the Lorentz cone.
///
/// Newton's equation for the first line is E Δy = Δu + residual with E = I - e tᵀ, t = y_T/y₀. As |·| is convex, a step
/// leaves |y_T + αΔy_T| above its linearisation; the difference goes into y₀, where it widens the gap, instead of the
/// residual, where nothing would ever reduce it.
template <int D>
class CentralPath {
 public:
  struct Settings {
    double sigma_low = 0.1, fraction = 0.99;
    bool start_on_axes = false;  ///< with the convex law first, until the gap is small
    double size = 1, restart_gap = 1e-2;
    int iterations = 60, correctors = 2;
    double recentre = 10;
  };

  explicit CentralPath(Workbench<D>& bench)
      : bench_(bench), p_(bench.p), point_(p_), t_(Vector::Zero(p_.rows())) {}

  const Vector& impulses() const { return point_.r; }

  /// True when the gap has closed.
  void run(const Settings& settings) {
    const bool verbose = std::getenv("VERBOSE") != nullptr;
    const double unit = std::pow(bench_.free_speed, 2) / std::max(1, p_.degree());
    start(settings);
    slipping_ = settings.start_on_axes;
    int shorts = 0;
    for (int k = 0; k < settings.iterations && bench_.monitor.running(); ++k) {
      mu_ = point_.scale();
      if (!slipping_ && mu_ < settings.restart_gap * unit) slipping_ = true;
      if (mu_ < smallest_gap * unit) return;
      residuals();
      if (!factorize()) return;
      d_ = -point_.z;
      solve();
      double sigma = slipping_ ? std::clamp(std::pow(affine_gap() / mu_, 3), settings.sigma_low, 1.0)
                               : std::clamp(std::pow(affine_gap() / mu_, 3), 0.0, 1.0);
      if (shorts >= 2 && settings.recentre > 0) {
        shorts = 0;
        recentre(settings.recentre * mu_);
        if (verbose) std::fprintf(stderr, "  recentred\n");
        continue;
      }
      if (shorts >= 2) {
        sigma = 1;
        shorts = 0;
        d_ = -point_.z;
        rho_.setZero();
        upsilon_.setZero();
      }
      point_.corrected(rho_, upsilon_, sigma * mu_, d_);
      solve();
      for (int c = 0; c < settings.correctors && centre(sigma * mu_); ++c) {
      }
      const double alpha = std::min(1.0, settings.fraction * point_.scaled_reach(rho_, upsilon_).both());
      if (verbose)
        std::fprintf(stderr, "  %3d slip %d mu %.2e primal %.2e dual %.2e sigma %.2e alpha %.3f", k, slipping_, mu_ / unit,
                     primal_.norm() / bench_.free_speed, dual_.norm(), sigma, alpha);
      shorts = alpha < 0.1 ? shorts + 1 : 0;
      advance(alpha);
      const double c = bench_.judge(point_.r);
      if (verbose) std::fprintf(stderr, " cert %.2e\n", c);
      if (alpha < 1e-8) return;
    }
  }

 private:
  static constexpr double smallest_gap = 1e-16, free_delta = 1e-8;

  void start(const Settings& settings) {
    point_.r.setZero();
    point_.u.setZero();
    const double size = settings.size * bench_.free_speed / std::sqrt(std::max(1, p_.degree()));
    point_.set_on_axes(size);
    v_ = Vector::Zero(p_.original.dof());
  }

  void residuals() {
    if (p_.global()) {
      p_.H.gather(v_, primal_);
      dual_ = p_.original.f;
      dual_.noalias() -= p_.original.M * v_;
      p_.H.scatter(point_.r, dual_);
    } else {
      primal_.noalias() = p_.W * point_.r;
    }
    primal_ += p_.w - point_.u;
    if (p_.compliant) primal_ += p_.E.cwiseProduct(point_.r);
    if (!slipping_) return;
    for (int k = p_.first_cone(); k < p_.rows(); k += D) {
      primal_[k] += point_.u.template segment<D - 1>(k + 1).norm();
      t_.segment<D - 1>(k + 1) = point_.u.template segment<D - 1>(k + 1) / point_.u[k];
    }
  }

  /// x ← E x.
  void apply_E(Vector& x) const {
    for (int k = p_.first_cone(); k < p_.rows(); k += D)
      x[k] -= t_.segment<D - 1>(k + 1).dot(x.segment<D - 1>(k + 1));
  }

  bool factorize() {
    JacobianSystem<D>& system = bench_.system();
    for (int k = 0; k < p_.first_cone(); ++k) {
      const double w = k < p_.free ? 0 : point_.positive_scaling(k - p_.free);
      system.B.scalar[k] = 1;
      system.C.scalar[k] = p_.E[k] + (k < p_.free ? free_delta : w * w);
      system.C_inverse.scalar[k] = 1 / system.C.scalar[k];
    }
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      MatrixN<D> E = MatrixN<D>::Identity(), E_inverse = E;
      E.template block<1, D - 1>(0, 1) = -t_.segment<D - 1>(k + 1).transpose();
      E_inverse.template block<1, D - 1>(0, 1) = t_.segment<D - 1>(k + 1).transpose();
      system.B.cone[i].setIdentity();
      system.C.cone[i] = E * point_.scaling(i).squared();
      if (p_.compliant) {
        system.C.cone[i].diagonal() += p_.E.segment<D>(k);
        system.C_inverse.cone[i] = system.C.cone[i].inverse();
      } else {
        system.C_inverse.cone[i] = point_.scaling(i).inverse_squared() * E_inverse;
      }
    }
    const Stopwatch clock;
    const bool done = system.factorize() == Factorization::Outcome::done;
    bench_.monitor.count_factorization(clock.seconds());
    return done;
  }

  /// Δv, Δr, ρ and υ for ρ + υ = d.
  void solve() {
    point_.apply(d_, right_);
    apply_E(right_);
    right_ -= primal_;
    bench_.system().solve(dual_, right_, delta_v_, delta_r_);
    point_.apply(delta_r_, rho_);
    upsilon_ = d_ - rho_;
  }

  /// One of Gondzio's correctors; false when it does not lengthen the step enough to go on.
  bool centre(double target) {
    constexpr double aim = 0.08, gain = 0.01;
    const double before = point_.scaled_reach(rho_, upsilon_).both();
    if (before >= 1.02) return false;
    old_d_ = d_;
    old_v_ = delta_v_;
    old_r_ = delta_r_;
    old_rho_ = rho_;
    old_upsilon_ = upsilon_;
    point_.centrality(rho_, upsilon_, std::min(1.0, (1 + aim) * before + aim), target, d_);
    d_ += old_d_;
    solve();
    if (point_.scaled_reach(rho_, upsilon_).both() >= before + gain * aim) return true;
    d_ = old_d_;
    delta_v_ = old_v_;
    delta_r_ = old_r_;
    rho_ = old_rho_;
    upsilon_ = old_upsilon_;
    return false;
  }

  void recentre(double mu) {
    const Vector difference = point_.r - point_.u;
    const auto root = [mu](double x) { return std::sqrt(x * x + 4 * mu); };
    // The smaller of the two from their product: their difference cancels.
    point_.set_spectral(
        difference, [&](double x) { return x > 0 ? 0.5 * (x + root(x)) : 2 * mu / (root(x) - x); }, difference,
        [&](double x) { return x < 0 ? 0.5 * (root(x) - x) : 2 * mu / (root(x) + x); });
  }

  double affine_gap() const {
    const double alpha = std::min(1.0, point_.scaled_reach(rho_, upsilon_).both());
    return (point_.z + alpha * rho_).dot(point_.z + alpha * upsilon_) / std::max(1, p_.degree());
  }

  void advance(double alpha) {
    old_ = point_.u;
    v_ += alpha * delta_v_;
    point_.advance(alpha, alpha, delta_r_, rho_, upsilon_);
    if (!slipping_) return;
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i) + 1;
      const VectorN<D - 1> before = old_.segment<D - 1>(k), now = point_.u.template segment<D - 1>(k);
      const double curvature = now.norm() - before.norm() - t_.segment<D - 1>(k).dot(now - before);
      if (curvature > 0) point_.lift(i, curvature);
    }
  }

  Workbench<D>& bench_;
  const ScaledProblem& p_;
  ConePoint<D> point_;
  Vector v_, t_;
  Vector dual_, primal_, right_, d_, delta_v_, delta_r_, rho_, upsilon_, old_, old_d_, old_v_, old_r_, old_rho_, old_upsilon_;
  double mu_ = 0;
  bool slipping_ = false;
};

}  // namespace signorini::coulomb
