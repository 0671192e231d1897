#pragma once

#include <string>

#include "signorini/solver/interior_point/newton_system.h"
#include "signorini/solver/scaled/scaled_motion.h"

namespace signorini::interior_point {

/// Where the method starts. The papers write 1 for the size of every component; here that is χ, the root mean square of
/// the scaled free velocities, so that the choice of units does not matter, and component-wise functions act on the
/// eigenvalues of a cone's vector. Sizes are those of the inequalities; where these have nothing but rounding to go by,
/// as a limit that a motor runs against at rest, those of all rows.
template <int D>
class StartingPoint {
 public:
  StartingPoint(const ScaledProblem& problem, ScaledMotion& motion, NewtonSystem<D>& system, ConePoint<D>& point,
                Vector& v)
      : p_(problem), motion_(motion), system_(system), point_(point), v_(v), first_(problem.free) {
    motion_.velocities(Vector::Zero(p_.rows()), q_);
    const Eigen::Index inequalities = p_.rows() - p_.free;
    if (inequalities == 0) return;
    const double of_all = rms(q_), of_inequalities = rms(q_.tail(inequalities));
    if (!(of_inequalities > rounding * of_all)) first_ = 0;
    chi_ = first_ == 0 ? of_all : of_inequalities;
    if (!(chi_ > 0)) chi_ = 1;
  }

  void cold(const std::string& kind) {
    point_.r.setZero();
    point_.u.setZero();
    v_.setZero(p_.original.dof());
    if (kind == "nocedal") return nocedal();
    if (kind == "dapuzzo") return dapuzzo();
    if (kind == "cone") return cone();
    axes();
  }

  /// From impulses that nearly solve the problem: the pair (r, u) with the same difference r - u as the guess and r∘u =
  /// μ e, which exists for any guess and lies on the central path of its own equations. Free rows and v follow.
  void warm(const Vector& guess, double mu) {
    const Vector r = p_.scaled_impulses(guess), u = velocities_of(r);
    point_.r.head(p_.free) = r.head(p_.free);
    point_.set_on_path(r - u, mu);
    if (p_.global()) v_ = motion_.body_velocities(point_.r);
  }

  /// Mean square over the cones of what the guess violates: r - P_K(r - u).
  double violation(const Vector& guess) const {
    const Vector r = p_.scaled_impulses(guess), u = velocities_of(r);
    double sum = 0;
    const auto positive_part = [](double x) { return std::max(x, 0.0); };
    for (int k = p_.free; k < p_.first_cone(); ++k) sum += std::pow(r[k] - positive_part(r[k] - u[k]), 2);
    for (int k = p_.first_cone(); k < p_.rows(); k += D)
      sum += (r.segment<D>(k) - lorentz::spectral<D>(r.segment<D>(k) - u.segment<D>(k), positive_part)).squaredNorm();
    return sum / std::max(1, p_.degree());
  }

 private:
  static double rms(const Vector& x) {
    return x.size() == 0 ? 0 : x.stableNorm() / std::sqrt(static_cast<double>(x.size()));
  }

  Vector velocities_of(const Vector& r) const {
    Vector u;
    motion_.velocities(r, u);
    return u;
  }

  /// v = 0, every normal impulse three times the largest that f exerts along a normal, every opening velocity the root
  /// mean square of the free velocities.
  void axes() {
    const ContactProblem& problem = p_.original;
    double largest = 0, squares = 0;
    for (int k = first_; k < p_.rows(); ++k) {
      const int row = p_.source[k];
      const double q = q_[k] / p_.t[k];
      squares += q * q;
      if (!p_.is_axis(k)) continue;
      const double diagonal = p_.global() ? 0 : problem.W.coeff(row, row);
      const double exerted = p_.global()    ? problem.H.col(row).dot(problem.f)
                             : diagonal > 0 ? problem.q[row] / diagonal
                                            : 0;
      largest = std::max(largest, std::abs(exerted));
    }
    double velocity = std::sqrt(squares / std::max(1, p_.rows() - first_));
    if (velocity == 0) velocity = 1;
    const double impulse = largest > 0 ? 3 * largest : velocity;
    point_.set_on_axes(impulse * p_.t.cwiseInverse(), velocity * p_.t);
  }

  /// One affine step from the axes, its absolute values, at least χ (ECCOMAS paper eq. 21, thesis eq. 4.23).
  void nocedal() {
    if (!factor_on_axes()) return;
    Vector primal, dual, right;
    point_.residuals(v_, dual, primal);
    point_.apply(-point_.z, right);
    NewtonStep step;
    system_.solve(dual, right - primal, step, 1);
    const auto size = [this](double x) { return std::max(chi_, std::abs(x)); };
    // Δu = υ = -z - ρ.
    point_.set_spectral(Vector(point_.r + step.r), size, Vector(point_.u - point_.z - step.rho), size);
  }

  /// Opening velocities of v = 0, at least χ, and impulses with r∘u = χ² e (ECCOMAS paper eq. 22).
  void dapuzzo() {
    Vector u = p_.w;
    point_.set_spectral(
        u, [this](double x) { return chi_ * chi_ / std::max(chi_, x); }, u,
        [this](double x) { return std::max(chi_, x); });
  }

  /// The optimum with the cones replaced by a quadratic penalty, u = -r, shifted into the cones (thesis §4.14.4).
  void cone() {
    if (!factor_on_axes()) return;
    NewtonStep step;
    system_.solve(p_.global() ? p_.original.f : Vector(), -p_.w, step, 1);
    const Vector& dr = step.r;
    v_ = step.v;
    point_.r.head(p_.free) = dr.head(p_.free);
    const double low = lowest_eigenvalue(dr), negated = lowest_eigenvalue(-dr);
    const double shift_r = low > 0 ? 0 : chi_ - low, shift_u = negated > 0 ? 0 : chi_ - negated;
    point_.set_spectral(
        dr, [=](double x) { return x + shift_r; }, Vector(-dr), [=](double x) { return x + shift_u; });
  }

  /// The system at r = u = χ on the axes, where W is the identity; false, and the start `axes`, when it has no factor.
  bool factor_on_axes() {
    point_.set_on_axes(chi_);
    point_.scale();
    if (system_.factorize(start_delta) == Factorization::Outcome::done) return true;
    axes();
    return false;
  }

  double lowest_eigenvalue(const Vector& x) const {
    double lowest = INFINITY;
    for (int k = p_.free; k < p_.first_cone(); ++k) lowest = std::min(lowest, x[k]);
    for (int k = p_.first_cone(); k < p_.rows(); k += D)
      lowest = std::min(lowest, x[k] - x.segment<D - 1>(k + 1).norm());
    return lowest;
  }

  static constexpr double start_delta = 1e-14;
  /// Free velocities of inequalities below this share of those of all rows say nothing: the judge's bound, too
  /// (problem/certificate.h).
  static constexpr double rounding = 1e-6;
  const ScaledProblem& p_;
  ScaledMotion& motion_;
  NewtonSystem<D>& system_;
  ConePoint<D>& point_;
  Vector& v_;
  int first_;  ///< of the rows that tell the sizes
  Vector q_;   ///< scaled
  double chi_ = 1;
};

}  // namespace signorini::interior_point
