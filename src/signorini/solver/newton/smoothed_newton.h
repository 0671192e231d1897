#pragma once

#include <algorithm>
#include <cmath>

#include "signorini/solver/newton/smoothed_cone.h"
#include "signorini/solver/newton/workbench.h"

namespace signorini::newton {

struct SmoothedNewtonOptions {
  /// ν is this share of the mean square of what the law is missed by, and never rises: as with the gap of an interior
  /// point, what is rounded off vanishes with what is wrong.
  double nu_share = 0.3;
  /// The proximal term is this share of what the law is missed by, relative to the free velocities, within limits: in
  /// units of the Delassus diagonal 1 is as large as that.
  double alpha_share = 1, smallest_alpha = 1e-9, largest_alpha = 1;
};

/// Newton steps on the law, convex or Coulomb's, with its corners rounded off: contacts are never quite open, nor do
/// they quite stick, so that a step sees what they may become. With x the impulses, y = u + |u_T| e (convex: u) and ν >
/// 0, x ∘ y = ν e holds by itself where x = ½ (z + √(z² + 4ν)) and y = x - z; the unknown is z, in
///
///     F = y - |y_T| e - u(x) - a (x - anchor) = 0                convex: without |y_T| e; a: an outer proximal term
///     K δz = F - Hᵀ δv,   K = C (I - L) + (α + a + E) L          L = ∂x/∂z, C = I - e y_Tᵀ/|y_T|; convex: C = I
///     (M + H L K⁻¹ Hᵀ) δv = H L K⁻¹ F
///
/// α belongs to a proximal point at the present x, which therefore shows in K alone.
template <int D, typename Matrix = GeneralNormalMatrix>
class SmoothedNewton {
 public:
  SmoothedNewton(Workbench<D, Matrix>& bench, Law law, const SmoothedNewtonOptions& options = {})
      : bench_(bench),
        p_(bench.p),
        options_(options),
        exact_(law == Law::coulomb),
        K_inverse_(bench.p),
        zero_(Vector::Zero(bench.p.original.dof())) {}

  /// Begins at scaled impulses, which are also the anchor of the outer proximal term a.
  void start(const Vector& anchor, double a) {
    anchor_ = x_ = anchor;
    a_ = a;
    nu_ = INFINITY;
    bench_.motion.velocities(x_, u_);
    z_ = x_;
    for (int k = p_.free; k < p_.rows(); ++k) z_[k] -= u_[k];
    for (int k = p_.first_cone(); exact_ && k < p_.rows(); k += D) z_[k] -= u_.segment<D - 1>(k + 1).norm();
  }

  /// False where there is no factor, or no time for it.
  bool step() {
    const double missed = residual();
    nu_ = std::min(nu_, options_.nu_share * missed * missed / std::max(1, p_.degree()));
    const double alpha =
        std::clamp(options_.alpha_share * missed / bench_.free_speed, options_.smallest_alpha, options_.largest_alpha);
    move();
    if (!bench_.prepare_system()) return false;
    linearise(alpha);
    if (!bench_.factorize()) return false;
    auto& system = bench_.system();
    system.B.apply(p_, F_, right_);
    system.solve(zero_, right_, v_, change_);
    if (!change_.allFinite()) return false;
    if (p_.global()) {
      p_.H.gather(v_, right_);
    } else {
      right_ = p_.W * change_;
    }
    F_ -= right_;
    K_inverse_.apply(p_, F_, change_);
    z_ += change_;
    move();
    return true;
  }

  const Vector& impulses() const { return x_; }

  /// By how much the impulses miss the law with the outer proximal term: the norm of x - P(x - y), in scaled units.
  double residual() const {
    double sum = 0;
    for (int k = 0; k < p_.first_cone(); ++k) {
      const double missed = k < p_.free ? u_[k] : std::min(x_[k], u_[k]);
      sum += missed * missed;
    }
    for (int k = p_.first_cone(); k < p_.rows(); k += D) {
      const VectorN<D> x = x_.segment<D>(k);
      VectorN<D> y = u_.segment<D>(k);
      if (exact_) y[0] += y.template tail<D - 1>().norm();
      sum += (x - SmoothedProjection<D>(x - y, 0).point()).squaredNorm();
    }
    return std::sqrt(sum);
  }

 private:
  /// x and u, the outer term included, from z.
  void move() {
    x_.head(p_.free) = z_.head(p_.free);
    for (int k = p_.free; k < p_.first_cone(); ++k) x_[k] = SmoothedPart(z_[k], nu_).value;
    for (int k = p_.first_cone(); k < p_.rows(); k += D)
      x_.segment<D>(k) = SmoothedProjection<D>(z_.segment<D>(k), nu_).point();
    bench_.motion.velocities(x_, u_);
    u_ += a_ * (x_ - anchor_);
  }

  /// F, K⁻¹ and the blocks of the linear system: B = L K⁻¹, C = I.
  void linearise(double alpha) {
    auto& system = bench_.system();
    F_ = -u_;
    for (int k = 0; k < p_.first_cone(); ++k) {
      const bool free = k < p_.free;
      const SmoothedPart part(z_[k], nu_), opposite(-z_[k], nu_);
      const double slope = free ? 1 : part.slope();
      const double K = free ? p_.free_delta + a_ + p_.E[k] : opposite.slope() + (alpha + a_ + p_.E[k]) * slope;
      if (!free) F_[k] += opposite.value;
      K_inverse_.scalar[k] = 1 / K;
      system.B.scalar[k] = slope / K;
      system.C.scalar[k] = system.C_inverse.scalar[k] = 1;
    }
    for (int i = 0; i < p_.cones; ++i) linearise_cone(i, alpha);
  }

  void linearise_cone(int i, double alpha) {
    const int k = p_.cone_row(i);
    const VectorN<D> z = z_.segment<D>(k);
    const SmoothedProjection<D> opposite(-z, nu_);
    const VectorN<D> y = opposite.point();
    const MatrixN<D> L = SmoothedProjection<D>(z, nu_).jacobian();
    MatrixN<D> K = opposite.jacobian();
    F_.segment<D>(k) += y;
    const double speed = y.template tail<D - 1>().norm();
    if (exact_) F_[k] -= speed;
    if (exact_ && speed > 0)
      K.row(0) -= (y.template tail<D - 1>().transpose() / speed * K.template bottomRows<D - 1>()).eval();
    for (int d = 0; d < D; ++d) K.row(d) += (alpha + a_ + p_.E[k + d]) * L.row(d);
    K_inverse_.cone[i] = K.inverse();
    auto& system = bench_.system();
    system.B.cone[i].noalias() = L * K_inverse_.cone[i];
    system.C.cone[i].setIdentity();
    system.C_inverse.cone[i].setIdentity();
  }

  Workbench<D, Matrix>& bench_;
  const ScaledProblem& p_;
  const SmoothedNewtonOptions options_;
  const bool exact_;
  DiagonalBlocks<D> K_inverse_;
  const Vector zero_;
  double nu_ = INFINITY, a_ = 0;
  Vector anchor_, x_, z_, u_, F_, v_, change_, right_;
};

}  // namespace signorini::newton
