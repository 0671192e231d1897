#pragma once

#include <algorithm>

#include "signorini/solver/coulomb/alart_curnier.h"
#include "signorini/solver/coulomb/workbench.h"

namespace signorini::coulomb {

/// F(r, u) = 0, Alart and Curnier's function over all contacts, and its Newton steps.
template <int D>
class NewtonEquation {
 public:
  explicit NewtonEquation(Workbench<D>& bench)
      : bench_(bench), p_(bench.p), zero_(Vector::Zero(bench.p.original.dof())) {}

  /// ‖F‖ relative to the free velocities; F is kept for the step.
  double residual(const Vector& r, const Vector& u) {
    F_.resize(r.size());
    F_.head(p_.free) = u.head(p_.free);
    for (int k = p_.free; k < p_.first_cone(); ++k) F_[k] = std::min(r[k], u[k]);
    for (int k = p_.first_cone(); k < p_.rows(); k += D)
      F_.segment<D>(k) = alart_curnier<D>(r.segment<D>(k), u.segment<D>(k));
    return F_.norm() / bench_.free_speed;
  }

  /// J Δr = -F with the Jacobian J = A + B (W + α) at r and u, those of the last residual. False when there is none.
  bool step(const Vector& r, const Vector& u, double alpha, Vector& step) {
    if (!factorize(r, u, alpha)) return false;
    F_ = -F_;
    bench_.system().solve(zero_, F_, v_, step);
    return step.allFinite();
  }

 private:
  bool factorize(const Vector& r, const Vector& u, double alpha) {
    if (!bench_.prepare_system()) return false;
    JacobianSystem<D>& system = bench_.system();
    for (int k = 0; k < p_.first_cone(); ++k) {
      const bool open = k >= p_.free && r[k] <= u[k];
      system.B.scalar[k] = open ? 0 : 1;
      system.C.scalar[k] = open ? 1 : p_.E[k] + alpha;
      system.C_inverse.scalar[k] = 1 / system.C.scalar[k];
    }
    MatrixN<D> A;
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      alart_curnier_jacobian<D>(r.segment<D>(k), u.segment<D>(k), A, system.B.cone[i]);
      system.C.cone[i] = A + system.B.cone[i] * (p_.E.segment<D>(k).array() + alpha).matrix().asDiagonal();
      system.C_inverse.cone[i] = system.C.cone[i].inverse();
    }
    return bench_.factorize();
  }

  Workbench<D>& bench_;
  const ScaledProblem& p_;
  const Vector zero_;
  Vector F_, v_;
};

}  // namespace signorini::coulomb
