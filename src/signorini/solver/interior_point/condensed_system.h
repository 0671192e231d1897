#pragma once

#include "signorini/linalg/normal_matrix.h"
#include "signorini/solver/interior_point/graded_inverse.h"
#include "signorini/solver/interior_point/newton_system.h"

namespace signorini::interior_point {

/// Δr eliminated (QP study §3.1.3): S = M + H (E + W² + δ)⁻¹ Hᵀ, positive definite. Free rows, which have neither E nor
/// W, take a δ of their own. `Matrix` is NormalMatrix, or GeneralNormalMatrix where M is not symmetric.
template <int D, typename Matrix = NormalMatrix>
class CondensedSystem : public NewtonSystem<D> {
 public:
  CondensedSystem(const ScaledProblem& problem, const ConePoint<D>& point, Factorization& factorization)
      : NewtonSystem<D>(problem, point),
        S_(problem.original.M, problem.H.parts()),
        inverse_(problem.first_cone()),
        inverse_spectrum_(problem.cones),
        rho_spectrum_(problem.cones),
        graded_(problem.compliant ? problem.cones : 0) {
    this->analyze(factorization, S_.to_factor());
  }

  Factorization::Outcome factorize(double delta) override {
    const ScaledProblem& p = this->p_;
    S_.reset();
    for (int k = 0; k < p.free; ++k) {
      inverse_[k] = 1 / (p.free_delta + p.E[k]);
      S_.add(0, k, &inverse_[k]);
    }
    for (int k = 0; k < p.positive; ++k) {
      const double w = this->point_.positive_scaling(k);
      inverse_[p.free + k] = 1 / (w * w + p.E[p.free + k] + delta);
      S_.add(1, k, &inverse_[p.free + k]);
    }
    for (int i = 0; i < p.cones; ++i) {
      const MatrixN<D> B = invert_block(i, delta);
      S_.add(2, i, B.data());
    }
    const auto outcome = this->factorization_->factorize(S_.to_factor());
    return outcome == Factorization::Outcome::breakdown ? factorize_lifted() : outcome;
  }

  void solve_once(const Vector& a, const Vector& b, NewtonStep& step) override {
    const ScaledProblem& p = this->p_;
    apply_inverse(b, step.r);
    step.v = a;
    p.H.scatter(step.r, step.v);
    this->factorization_->solve(step.v);
    p.H.gather(step.v, relative_);
    relative_ = b - relative_;
    apply_inverse(relative_, step.r, &step.rho);
  }

 private:
  /// Light bodies that roll between heavy ones have motions that no contact resists: their masses are below the
  /// rounding of S. A larger δ would soften the contacts more than W² does; a larger diagonal keeps those motions
  /// still.
  Factorization::Outcome factorize_lifted() {
    constexpr double lift = 1e-15;
    S_.scale_diagonal(1 + lift);
    return this->factorization_->factorize(S_.to_factor());
  }

  /// (E + W² + δ)⁻¹ of cone i, its parts kept for apply_inverse.
  MatrixN<D> invert_block(int i, double delta) {
    const NesterovTodd<D>& nt = this->point_.scaling(i);
    if (!this->p_.compliant) {
      inverse_spectrum_[i] = (nt.eigenvalues().array().square() + delta).inverse();
      rho_spectrum_[i] = nt.eigenvalues().cwiseProduct(inverse_spectrum_[i]);
      return nt.with_spectrum(inverse_spectrum_[i]);
    }
    graded_[i] = GradedInverse<D>(nt, this->p_.E.template segment<D>(this->p_.cone_row(i)), delta);
    return graded_[i].matrix();
  }

  /// r = (E + W² + δ)⁻¹ x and, where it is asked for, ρ = W r, in the eigenbasis of each W, where nothing is lost to
  /// the ratio of its eigenvalues.
  void apply_inverse(const Vector& x, Vector& r, Vector* rho = nullptr) const {
    const ScaledProblem& p = this->p_;
    r.resize(x.size());
    r.head(p.first_cone()) = inverse_.cwiseProduct(x.head(p.first_cone()));
    if (rho != nullptr) {
      rho->resize(x.size());
      rho->head(p.free).setZero();
      for (int k = p.free; k < p.first_cone(); ++k) (*rho)[k] = this->point_.positive_scaling(k - p.free) * r[k];
    }
    for (int i = 0; i < p.cones; ++i) {
      const int k = p.cone_row(i);
      const VectorN<D> xi = x.segment<D>(k);
      if (p.compliant) {
        VectorN<D> ri, rhoi;
        graded_[i].apply(xi, ri, rhoi);
        r.segment<D>(k) = ri;
        if (rho != nullptr) rho->segment<D>(k) = rhoi;
      } else {
        const NesterovTodd<D>& nt = this->point_.scaling(i);
        if (rho == nullptr)
          r.segment<D>(k) = nt.apply_spectrum(inverse_spectrum_[i], xi);
        else
          nt.apply_spectra(inverse_spectrum_[i], rho_spectrum_[i], xi.data(), r.data() + k, rho->data() + k);
      }
    }
  }

  Matrix S_;
  Vector inverse_;                            ///< of the free and positive rows
  std::vector<VectorN<D>> inverse_spectrum_;  ///< 1/(λ² + δ)
  std::vector<VectorN<D>> rho_spectrum_;      ///< λ/(λ² + δ)
  std::vector<GradedInverse<D>> graded_;
  Vector relative_;
};

}  // namespace signorini::interior_point
