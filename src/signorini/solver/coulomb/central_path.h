#pragma once

#include <algorithm>
#include <cmath>

#include "signorini/solver/coulomb/workbench.h"
#include "signorini/solver/scaled/cone_point.h"

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
  explicit CentralPath(Workbench<D>& bench) : bench_(bench), p_(bench.p), point_(p_), t_(Vector::Zero(p_.rows())) {
    unit_ = std::pow(bench.free_speed, 2) / std::max(1, p_.degree());
  }

  /// All contacts on the axes of their cones, r and y of this size relative to the free velocities.
  void start_on_axes(double size) {
    point_.r.setZero();
    point_.u.setZero();
    point_.set_on_axes(size * std::sqrt(unit_));
    v_ = Vector::Zero(p_.original.dof());
  }
  /// From impulses that nearly solve the problem: r∘y = gap · e with r - y kept. `gap` is relative to the square of the
  /// free velocities.
  void start_from(const Vector& r, double gap) {
    point_.r = r;
    bench_.velocities(r, point_.u);
    for (int k = p_.first_cone(); k < p_.rows(); k += D) point_.u[k] += point_.u.template segment<D - 1>(k + 1).norm();
    point_.u.head(p_.free).setZero();
    recentre(gap * unit_);
    v_ = bench_.body_velocities(point_.r);
  }

  /// Follows the path until it leads no further: this many short steps in a row, a low certificate that no longer
  /// falls, the gap closed, the monitor.
  void follow(int most_short_steps) {
    double lowest = INFINITY;
    for (int since_lowest = 0, short_steps = 0; short_steps < most_short_steps && bench_.monitor.running();) {
      mu_ = point_.scale();
      if (exhausted() || (since_lowest >= patience && lowest < low)) return;
      residuals();
      if (!find_direction()) return;
      const double alpha = std::min(1.0, step_fraction * direction_.reach);
      advance(alpha);
      short_steps = alpha < short_step ? short_steps + 1 : 0;
      const double certificate = bench_.judge(point_.r);
      since_best_ = certificate < 0.9 * best_ ? 0 : since_best_ + 1;
      since_lowest = certificate < 0.9 * lowest ? 0 : since_lowest + 1;
      best_ = std::min(best_, certificate);
      lowest = std::min(lowest, certificate);
    }
  }
  /// There is nothing left of the gap, or nothing to be hoped for.
  bool exhausted() const { return !(mu_ > smallest_gap * unit_) || since_best_ >= most_since_best; }
  /// Back onto the path, with a gap this many times as wide.
  void retreat(double factor) { recentre(std::min(factor * mu_, unit_)); }

 private:
  static constexpr double smallest_gap = 1e-16, step_fraction = 0.99;
  /// δ of the free rows, relative to their Delassus diagonal, which scaling has made one.
  static constexpr double free_delta = 1e-8;
  /// Mehrotra's σ may be this small and no smaller: the curvature of |·| must not outrun the gap.
  static constexpr double smallest_sigma = 0.1;
  static constexpr double short_step = 0.1;
  /// Iterations without a better certificate: in a stretch whose certificate is low, and in all.
  static constexpr int patience = 4, most_since_best = 40;
  static constexpr double low = 1e-3;
  static constexpr int correctors = 6;

  /// Δv, Δr, ρ = W Δr and υ = W⁻¹ Δy with ρ + υ = d, and how far they reach.
  struct Direction {
    Vector v, r, rho, upsilon, d;
    double reach = 0;
  };

  void recentre(double mu) { point_.set_on_path(point_.r - point_.u, mu); }

  /// f + H r - M v; Hᵀ v + w + E r + |y_T| e - y; t.
  void residuals() {
    point_.residuals(v_, dual_, primal_);
    for (int k = p_.first_cone(); k < p_.rows(); k += D) {
      const auto tangent = point_.u.template segment<D - 1>(k + 1);
      primal_[k] += tangent.norm();
      t_.segment<D - 1>(k + 1) = tangent / point_.u[k];
    }
  }

  /// Δy = W d - W² Δr, so that Hᵀ Δv + (E_c + E W²) Δr = E W d - residual with E_c the compliance.
  bool factorize() {
    if (!bench_.prepare_system()) return false;
    JacobianSystem<D>& system = bench_.system();
    for (int k = 0; k < p_.first_cone(); ++k) {
      const double w = k < p_.free ? std::sqrt(free_delta) : point_.positive_scaling(k - p_.free);
      system.B.scalar[k] = 1;
      system.C.scalar[k] = p_.E[k] + w * w;
      system.C_inverse.scalar[k] = 1 / system.C.scalar[k];
    }
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      const VectorN<D - 1> t = t_.segment<D - 1>(k + 1);
      MatrixN<D> E = MatrixN<D>::Identity(), E_inverse = E;
      E.template block<1, D - 1>(0, 1) = -t.transpose();
      E_inverse.template block<1, D - 1>(0, 1) = t.transpose();
      system.B.cone[i].setIdentity();
      system.C.cone[i] = E * point_.scaling(i).squared();
      if (p_.compliant) {
        system.C.cone[i].diagonal() += p_.E.segment<D>(k);
        system.C_inverse.cone[i] = system.C.cone[i].inverse();
      } else {
        system.C_inverse.cone[i] = point_.scaling(i).inverse_squared() * E_inverse;
      }
    }
    return bench_.factorize();
  }

  /// Predictor, corrector and Gondzio's correctors; false when rounding or the lack of a factor leaves none.
  bool find_direction() {
    if (!factorize()) return false;
    predict();
    const double target = centering() * mu_;
    correct(target);
    for (int k = 0; k < correctors && centre(target); ++k) {
    }
    return direction_.reach >= 0 && direction_.r.allFinite();
  }

  /// Completes the direction with the given d.
  void solve(Direction& direction) {
    point_.apply(direction.d, right_);
    for (int k = p_.first_cone(); k < p_.rows(); k += D)
      right_[k] -= t_.segment<D - 1>(k + 1).dot(right_.segment<D - 1>(k + 1));
    right_ -= primal_;
    bench_.system().solve(dual_, right_, direction.v, direction.r);
    point_.apply(direction.r, direction.rho);
    direction.upsilon = direction.d - direction.rho;
    direction.reach = point_.scaled_reach(direction.rho, direction.upsilon).both();
  }

  void predict() {
    direction_.d = -point_.z;
    solve(direction_);
  }

  /// σ = (μ_p/μ)³, kept away from zero.
  double centering() const {
    if (p_.degree() == 0) return 0;
    const double alpha = std::min(1.0, direction_.reach);
    const double predicted =
        (point_.z + alpha * direction_.rho).dot(point_.z + alpha * direction_.upsilon) / p_.degree();
    return std::clamp(std::pow(predicted / mu_, 3), smallest_sigma, 1.0);
  }

  void correct(double target) {
    point_.corrected(direction_.rho, direction_.upsilon, target, direction_.d);
    solve(direction_);
  }

  /// One of Gondzio's correctors; false when it does not lengthen the step enough to go on.
  bool centre(double target) {
    constexpr double aim = 0.08, gain = 0.01;
    const double before = direction_.reach;
    if (before >= 1.02) return false;
    point_.centrality(direction_.rho, direction_.upsilon, std::min(1.0, (1 + aim) * before + aim), target, trial_.d);
    trial_.d += direction_.d;
    solve(trial_);
    if (!(trial_.reach >= before + gain * aim)) return false;
    std::swap(direction_, trial_);
    return true;
  }

  void advance(double alpha) {
    old_ = point_.u;
    v_ += alpha * direction_.v;
    point_.advance(alpha, alpha, direction_.r, direction_.rho, direction_.upsilon);
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i) + 1;
      const VectorN<D - 1> before = old_.segment<D - 1>(k), now = point_.u.template segment<D - 1>(k);
      const double curvature = now.norm() - before.norm() - t_.segment<D - 1>(k).dot(now - before);
      if (curvature > 0) point_.lift(i, curvature);
    }
  }

  Workbench<D>& bench_;
  const ScaledProblem& p_;
  ConePoint<D> point_;  ///< r and, as its u, y
  Vector v_, t_;
  Direction direction_, trial_;
  Vector dual_, primal_, right_, old_;
  double mu_ = 0, unit_ = 1;
  double best_ = INFINITY;  ///< certificate
  int since_best_ = 0;
};

}  // namespace signorini::coulomb
