#pragma once

#include <memory>

#include <Eigen/LU>
#include "signorini/linalg/factorization.h"

#include "signorini/linalg/normal_matrix.h"
#include "signorini/solver/interior_point/cone_point.h"

namespace signorini::interior_point {

/// The linear system of a Newton step, in the unknowns (Δv, Δr):
///
///     M Δv - H Δr          = a
///     Hᵀ Δv + (E + W²) Δr  = b         local form: (W_Delassus + E + W²) Δr = b
///
/// Solved by reduction to one positive definite matrix, with a small δ added to W² (a proximal term, undone by
/// refinement against the system as it stands).
template <int D>
class NewtonSystem {
 public:
  virtual ~NewtonSystem() = default;

  /// False when the reduced matrix was not positive definite to rounding.
  virtual bool factorize(double delta) = 0;

  /// Refines at least `refinements` times and goes on, up to a limit, while the residual of the second line is large
  /// but falling: redundant free rows need it. Returns that residual relative to b.
  double solve(const Vector& a, const Vector& b, Vector& dv, Vector& dr, int refinements) {
    const double size = std::max(b.norm(), std::numeric_limits<double>::min());
    reduced_solve(a, b, dv, dr);
    residual(a, b, dv, dr);
    double relative = residual_b_.norm() / size;
    for (int step = 0; step < refinements || (step < most_refinements && relative > good_residual); ++step) {
      reduced_solve(residual_a_, residual_b_, correction_v_, correction_r_);
      dv += correction_v_;
      dr += correction_r_;
      residual(a, b, dv, dr);
      const double refined = residual_b_.norm() / size;
      const bool falling = refined < 0.5 * relative;
      relative = refined;
      if (!falling) break;
    }
    return relative;
  }

  const Factorization& factorization() const { return *factorization_; }

 protected:
  static constexpr int most_refinements = 5;
  static constexpr double good_residual = 1e-12;

  NewtonSystem(const ScaledProblem& problem, const ConePoint<D>& point)
      : p_(problem), point_(point), factorization_(make_cholesky_factorization()) {}
  virtual void reduced_solve(const Vector& a, const Vector& b, Vector& dv, Vector& dr) = 0;
  /// residual_a_, residual_b_ of the system as it stands.
  virtual void residual(const Vector& a, const Vector& b, const Vector& dv, const Vector& dr) = 0;

  const ScaledProblem& p_;
  const ConePoint<D>& point_;
  std::unique_ptr<Factorization> factorization_;
  Vector residual_a_, residual_b_, correction_v_, correction_r_;
};

/// Global form, Δr eliminated: S = M + H (E + W² + δ)⁻¹ Hᵀ. Free rows, which have neither E nor W, take a δ of their
/// own.
template <int D>
class CondensedSystem : public NewtonSystem<D> {
 public:
  CondensedSystem(const ScaledProblem& problem, const ConePoint<D>& point)
      : NewtonSystem<D>(problem, point),
        S_(problem.original.M, {&problem.H.free, &problem.H.positive, &problem.H.cones}) {
    this->factorization_->analyze(S_.lower());
  }

  bool factorize(double delta) override {
    const ScaledProblem& p = this->p_;
    delta_ = delta;
    S_.reset();
    diagonal_.resize(p.first_cone());
    for (int k = 0; k < p.free; ++k) diagonal_[k] = 1 / (free_delta + p.E[k]);
    for (int k = 0; k < p.positive; ++k) {
      const double w = this->point_.positive_scaling(k);
      diagonal_[p.free + k] = 1 / (w * w + p.E[p.free + k] + delta);
    }
    for (int k = 0; k < p.first_cone(); ++k)
      k < p.free ? S_.add(0, k, &diagonal_[k]) : S_.add(1, k - p.free, &diagonal_[k]);
    for (int i = 0; i < p.cones; ++i) {
      const MatrixN<D> B = inverse_block(i);
      S_.add(2, i, B.data());
    }
    return this->factorization_->factorize(S_.lower());
  }

 protected:
  void reduced_solve(const Vector& a, const Vector& b, Vector& dv, Vector& dr) override {
    const ScaledProblem& p = this->p_;
    apply_inverse(b, scaled_);
    dv = a;
    p.H.scatter(scaled_, dv);
    this->factorization_->solve(dv);
    p.H.gather(dv, relative_);
    relative_ = b - relative_;
    apply_inverse(relative_, dr);
  }

  void residual(const Vector& a, const Vector& b, const Vector& dv, const Vector& dr) override {
    const ScaledProblem& p = this->p_;
    this->residual_a_ = a - p.original.M * dv;
    p.H.scatter(dr, this->residual_a_);
    p.H.gather(dv, relative_);
    relative_ += p.E.cwiseProduct(dr);
    this->point_.add_squared(dr, relative_);
    this->residual_b_ = b - relative_;
  }

 private:
  /// δ of the free rows, relative to their Delassus diagonal, which scaling has made one.
  static constexpr double free_delta = 1e-8;

  MatrixN<D> inverse_block(int i) const {
    const NesterovTodd<D>& nt = this->point_.scaling(i);
    const MatrixN<D> V = nt.basis();
    const VectorN<D> squares = nt.eigenvalues().cwiseAbs2();
    if (!this->p_.compliant) return V * (squares.array() + delta_).inverse().matrix().asDiagonal() * V.transpose();
    MatrixN<D> C = V * squares.asDiagonal() * V.transpose();
    for (int d = 0; d < D; ++d) C(d, d) += delta_ + this->p_.E[this->p_.cone_row(i) + d];
    return C.inverse();
  }

  /// y = (E + W² + δ)⁻¹ x, in the eigenbasis of each W, where nothing is lost to the ratio of its eigenvalues.
  void apply_inverse(const Vector& x, Vector& y) const {
    const ScaledProblem& p = this->p_;
    y.resize(x.size());
    y.head(p.first_cone()) = diagonal_.cwiseProduct(x.head(p.first_cone()));
    for (int i = 0; i < p.cones; ++i) {
      const int k = p.cone_row(i);
      if (p.compliant) {
        y.segment<D>(k) = inverse_block(i) * x.segment<D>(k);
        continue;
      }
      const NesterovTodd<D>& nt = this->point_.scaling(i);
      const MatrixN<D> V = nt.basis();
      const VectorN<D> squares = nt.eigenvalues().cwiseAbs2();
      const VectorN<D> h = V.transpose() * x.segment<D>(k);
      y.segment<D>(k) = V * VectorN<D>(h.array() / (squares.array() + delta_));
    }
  }

  NormalMatrix S_;
  Vector diagonal_, scaled_, relative_;
  double delta_ = 0;
};

/// Local form, in the eigenbasis V of every W: the matrix is Vᵀ W_Delassus V + E + diag(λ²) + δ, with the Delassus
/// matrix symmetrised. Refinement uses it as given, so that slightly non-symmetric files are solved as they stand.
template <int D>
class LocalSystem : public NewtonSystem<D> {
 public:
  LocalSystem(const ScaledProblem& problem, const ConePoint<D>& point)
      : NewtonSystem<D>(problem, point), transposed_(problem.W.transpose()) {
    symmetric_ = 0.5 * (problem.W + transposed_);
  }

  bool factorize(double delta) override {
    const ScaledProblem& p = this->p_;
    fill_basis();
    rotated_ = basis_.transpose() * SparseMatrix(symmetric_ * basis_);
    if (p.compliant) rotated_ += SparseMatrix(basis_.transpose() * SparseMatrix(p.E.asDiagonal()) * basis_);
    Vector diagonal = Vector::Constant(p.rows(), std::max(delta, smallest_delta));
    for (int k = 0; k < p.positive; ++k) diagonal[p.free + k] += std::pow(this->point_.positive_scaling(k), 2);
    for (int i = 0; i < p.cones; ++i)
      diagonal.segment<D>(p.cone_row(i)) += this->point_.scaling(i).eigenvalues().cwiseAbs2();
    rotated_ += SparseMatrix(diagonal.asDiagonal());
    lower_ = rotated_.template triangularView<Eigen::Lower>();
    lower_.makeCompressed();
    if (lower_.nonZeros() != analyzed_entries_) {
      this->factorization_->analyze(lower_);
      analyzed_entries_ = lower_.nonZeros();
    }
    return this->factorization_->factorize(lower_);
  }

 protected:
  void reduced_solve(const Vector&, const Vector& b, Vector& dv, Vector& dr) override {
    dv.resize(0);
    dr = basis_.transpose() * b;
    this->factorization_->solve(dr);
    dr = basis_ * dr;
  }

  void residual(const Vector&, const Vector& b, const Vector&, const Vector& dr) override {
    const ScaledProblem& p = this->p_;
    this->residual_a_.resize(0);
    this->residual_b_ = p.W * dr + p.E.cwiseProduct(dr);
    this->point_.add_squared(dr, this->residual_b_);
    this->residual_b_ = b - this->residual_b_;
  }

 private:
  /// Delassus matrices in files are rank-deficient, and some slightly indefinite.
  static constexpr double smallest_delta = 1e-12;

  void fill_basis() {
    const ScaledProblem& p = this->p_;
    basis_.resize(p.rows(), p.rows());
    for (int k = 0; k < p.first_cone(); ++k) {
      basis_.startVec(k);
      basis_.insertBack(k, k) = 1;
    }
    for (int i = 0; i < p.cones; ++i) {
      const MatrixN<D> V = this->point_.scaling(i).basis();
      for (int c = 0; c < D; ++c) {
        basis_.startVec(p.cone_row(i) + c);
        for (int r = 0; r < D; ++r) basis_.insertBack(p.cone_row(i) + r, p.cone_row(i) + c) = V(r, c);
      }
    }
    basis_.finalize();
  }

  SparseMatrix transposed_, symmetric_, basis_, rotated_, lower_;
  Eigen::Index analyzed_entries_ = -1;
};

template <int D>
std::unique_ptr<NewtonSystem<D>> make_newton_system(const ScaledProblem& problem, const ConePoint<D>& point) {
  if (problem.global()) return std::make_unique<CondensedSystem<D>>(problem, point);
  return std::make_unique<LocalSystem<D>>(problem, point);
}

}  // namespace signorini::interior_point
