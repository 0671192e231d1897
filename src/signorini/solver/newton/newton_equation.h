#pragma once

#include <algorithm>

#include "signorini/solver/newton/alart_curnier.h"
#include "signorini/solver/newton/natural_map.h"
#include "signorini/solver/newton/workbench.h"

namespace signorini::newton {

/// F(r, u) = 0 and its Newton steps: Alart and Curnier's function over all contacts under law coulomb, else the natural
/// map.
template <int D, typename Matrix = GeneralNormalMatrix>
class NewtonEquation {
 public:
  explicit NewtonEquation(Workbench<D, Matrix>& bench, Law law = Law::coulomb)
      : bench_(bench), p_(bench.p), exact_(law == Law::coulomb), zero_(Vector::Zero(bench.p.original.dof())) {}

  /// ‖F‖ relative to the free velocities; F is kept for the step.
  double residual(const Vector& r, const Vector& u) {
    F_.resize(r.size());
    F_.head(p_.free) = u.head(p_.free);
    for (int k = p_.free; k < p_.first_cone(); ++k) F_[k] = std::min(r[k], u[k]);
    for (int k = p_.first_cone(); k < p_.rows(); k += D) {
      const VectorN<D> impulse = r.segment<D>(k), velocity = u.segment<D>(k);
      F_.segment<D>(k) = exact_ ? alart_curnier<D>(impulse, velocity) : natural_map<D>(impulse, velocity);
    }
    return F_.norm() / bench_.free_speed;
  }

  /// J Δr = -F with the Jacobian J = A + B (W + α) at r and u, those of the last residual; free rows may have an α of
  /// their own. False when there is none.
  bool step(const Vector& r, const Vector& u, double alpha, Vector& step) {
    return this->step(r, u, alpha, alpha, step);
  }
  bool step(const Vector& r, const Vector& u, double alpha, double free_alpha, Vector& step) {
    if (!factorize(r, u, alpha, free_alpha)) return false;
    F_ = -F_;
    bench_.system().solve(zero_, F_, v_, step);
    return step.allFinite();
  }

 private:
  bool factorize(const Vector& r, const Vector& u, double alpha, double free_alpha) {
    if (!bench_.prepare_system()) return false;
    auto& system = bench_.system();
    for (int k = 0; k < p_.first_cone(); ++k) {
      const bool open = k >= p_.free && r[k] <= u[k];
      system.B.scalar[k] = open ? 0 : 1;
      system.C.scalar[k] = open ? 1 : p_.E[k] + (k < p_.free ? free_alpha : alpha);
      system.C_inverse.scalar[k] = 1 / system.C.scalar[k];
    }
    MatrixN<D> A;
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i);
      const VectorN<D> impulse = r.segment<D>(k), velocity = u.segment<D>(k);
      exact_ ? alart_curnier_jacobian<D>(impulse, velocity, A, system.B.cone[i])
             : natural_map_jacobian<D>(impulse, velocity, A, system.B.cone[i]);
      system.C.cone[i] = A + system.B.cone[i] * (p_.E.segment<D>(k).array() + alpha).matrix().asDiagonal();
      system.C_inverse.cone[i] = system.C.cone[i].inverse();
    }
    return bench_.factorize();
  }

  Workbench<D, Matrix>& bench_;
  const ScaledProblem& p_;
  const bool exact_;
  const Vector zero_;
  Vector F_, v_;
};

}  // namespace signorini::newton
