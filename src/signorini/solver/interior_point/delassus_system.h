#pragma once

#include "signorini/linalg/mass_factor.h"
#include "signorini/linalg/turned_matrix.h"
#include "signorini/solver/interior_point/newton_system.h"

namespace signorini::interior_point {

/// Δv eliminated: W_Delassus + E + W² + δ, in the eigenbasis V of every W, where the scaling is diagonal. The only kind
/// for local problems, whose Delassus matrix is symmetrised here and taken as given by the refinement; in global form
/// it is Hᵀ M⁻¹ H.
template <int D>
class DelassusSystem : public NewtonSystem<D> {
 public:
  /// `mass`: null in local form.
  DelassusSystem(const ScaledProblem& problem, const ConePoint<D>& point, const MassFactor* mass, Workspace& workspace)
      : NewtonSystem<D>(problem, point), mass_(mass), matrix_(delassus(), problem.first_cone()) {
    this->analyze(mostly_full(matrix_.lower()) ? workspace.dense() : workspace.delassus(), matrix_.lower());
  }

  bool needs_mass() const override { return mass_ != nullptr; }

  Factorization::Outcome factorize(double delta) override {
    const ScaledProblem& p = this->p_;
    diagonal_.setConstant(p.rows(), p.global() ? delta : std::max(delta, smallest_local_delta));
    diagonal_.head(p.free).setConstant(p.free_delta);
    for (int k = 0; k < p.positive; ++k) diagonal_[p.free + k] += std::pow(this->point_.positive_scaling(k), 2);
    basis_.resize(p.cones);
    for (int i = 0; i < p.cones; ++i) {
      diagonal_.segment<D>(p.cone_row(i)) += this->point_.scaling(i).eigenvalues().cwiseAbs2();
      basis_[i] = this->point_.scaling(i).basis();
    }
    matrix_.turn([&](int i) -> const MatrixN<D>& { return basis_[i]; }, diagonal_);
    return this->factorization_->factorize(matrix_.lower());
  }

  void solve_once(const Vector& a, const Vector& b, NewtonStep& step) override {
    const ScaledProblem& p = this->p_;
    step.r = b;
    if (mass_ != nullptr) {
      p.H.gather(mass_->solve(a), relative_);
      step.r -= relative_;
    }
    this->turn_in(basis_, step.r);
    this->factorization_->solve(step.r);
    this->turn_out(basis_, step.r, step.rho);
    if (mass_ == nullptr) return;
    forces_ = a;
    p.H.scatter(step.r, forces_);
    step.v = mass_->solve(forces_);
  }

 protected:
  void residual(const Vector& a, const Vector& b, const NewtonStep& step) override {
    if (mass_ != nullptr) return NewtonSystem<D>::residual(a, b, step);
    this->residual_b_.noalias() = this->p_.W * step.r;
    this->finish_residual(b, step);
  }

 private:
  /// Delassus matrices in files are rank-deficient as a rule, and sometimes slightly indefinite.
  static constexpr double smallest_local_delta = 1e-12;

  /// W_Delassus + E.
  SparseMatrix delassus() const {
    SparseMatrix W = this->p_.W;
    if (mass_ != nullptr) {
      const SparseMatrix whitened = mass_->whiten(this->p_.scaled_H());
      W = whitened.transpose() * whitened;
    }
    return this->p_.compliant ? SparseMatrix(W + SparseMatrix(this->p_.E.asDiagonal())) : W;
  }

  const MassFactor* mass_;
  TurnedMatrix<D> matrix_;
  std::vector<MatrixN<D>> basis_;
  Vector diagonal_, relative_, forces_;
};

}  // namespace signorini::interior_point
