#pragma once

#include <algorithm>
#include <cmath>

#include "signorini/solver/newton/workbench.h"
#include "signorini/solver/path/cone_equation.h"

namespace signorini::coulomb {

using interior_point::ScaledProblem;
using newton::JacobianSystem;
using newton::Workbench;

using interior_point::NewtonStep;

/// The Newton equation of exact friction, with s = |y_T| as an unknown. In scaled unknowns the law reads
///
///     y = u(r) + |y_T| e,   r ∘ y = 0,   r and y in the Lorentz cone.
///
/// Newton's equation for the first line is T Δy = Δu + residual with T = I - e tᵀ, t = y_T/y₀, so that
/// Hᵀ Δv + (E + T W²) Δr = T W d - residual. As |·| is convex, a step leaves |y_T + αΔy_T| above its linearisation; the
/// difference goes into y₀, where it widens the gap, instead of the residual, where nothing would ever reduce it.
///
/// `point` holds r and, as its u, y.
template <int D>
class SlidingEquation : public interior_point::ConeEquation<D, SlidingEquation<D>> {
 public:
  using Base = interior_point::ConeEquation<D, SlidingEquation<D>>;
  using typename Base::Direction, typename Base::Reach, typename Base::Steps;

  explicit SlidingEquation(Workbench<D>& bench) : Base(bench.p), bench_(bench), t_(Vector::Zero(bench.p.rows())) {}

  void look_around() {
    Base::look_around();
    for (int k = this->p_.first_cone(); k < this->p_.rows(); k += D) {
      const auto tangent = this->point.u.template segment<D - 1>(k + 1);
      this->primal_[k] += tangent.norm();
      t_.segment<D - 1>(k + 1) = tangent / this->point.u[k];
    }
  }

  /// False when there is no factor, or no time for it.
  bool factorize() {
    if (!bench_.prepare_system()) return false;
    set_blocks();
    return bench_.factorize();
  }

  /// T b.
  void tilt(Vector& b) const {
    for (int k = this->p_.first_cone(); k < this->p_.rows(); k += D)
      b[k] -= t_.segment<D - 1>(k + 1).dot(b.segment<D - 1>(k + 1));
  }
  void solve_roughly(const Vector& a, const Vector& b, NewtonStep& step) {
    bench_.system().solve(a, b, step.v, step.r);
    this->point.apply(step.r, step.rho);
  }
  void solve_well(const Vector& a, const Vector& b, NewtonStep& step) { solve_roughly(a, b, step); }
  Reach reach(const Direction& direction) const { return this->point.scaled_reach(direction.rho, direction.upsilon); }
  Steps steps(const Reach& reach, double fraction) const {
    const double alpha = std::min(1.0, fraction * reach.both());
    return {alpha, alpha};
  }

  void advance(const Direction& direction, const Steps& steps) {
    old_ = this->point.u;
    Base::advance(direction, steps);
    for (int i = 0; i < this->p_.cones; ++i) {
      const int k = this->p_.cone_row(i) + 1;
      const VectorN<D - 1> before = old_.segment<D - 1>(k), now = this->point.u.template segment<D - 1>(k);
      const double curvature = now.norm() - before.norm() - t_.segment<D - 1>(k).dot(now - before);
      if (curvature > 0) this->point.lift(i, curvature);
    }
  }

 private:
  /// B = I, C = E + T W².
  void set_blocks() {
    const ScaledProblem& p = this->p_;
    JacobianSystem<D>& system = bench_.system();
    for (int k = 0; k < p.first_cone(); ++k) {
      const double w = k < p.free ? std::sqrt(p.free_delta) : this->point.positive_scaling(k - p.free);
      system.B.scalar[k] = 1;
      system.C.scalar[k] = p.E[k] + w * w;
      system.C_inverse.scalar[k] = 1 / system.C.scalar[k];
    }
    for (int i = 0; i < p.cones; ++i) {
      const int k = p.cone_row(i);
      const VectorN<D - 1> t = t_.segment<D - 1>(k + 1);
      MatrixN<D> T = MatrixN<D>::Identity(), T_inverse = T;
      T.template block<1, D - 1>(0, 1) = -t.transpose();
      T_inverse.template block<1, D - 1>(0, 1) = t.transpose();
      system.B.cone[i].setIdentity();
      system.C.cone[i] = T * this->point.scaling(i).squared();
      if (p.compliant) {
        system.C.cone[i].diagonal() += p.E.segment<D>(k);
        system.C_inverse.cone[i] = system.C.cone[i].inverse();
      } else {
        system.C_inverse.cone[i] = this->point.scaling(i).inverse_squared() * T_inverse;
      }
    }
  }

  Workbench<D>& bench_;
  Vector t_, old_;
};

}  // namespace signorini::coulomb
