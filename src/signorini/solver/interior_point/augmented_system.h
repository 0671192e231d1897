#pragma once

#include "signorini/linalg/symmetry.h"
#include "signorini/linalg/term_matrix.h"
#include "signorini/solver/interior_point/newton_system.h"

namespace signorini::interior_point {

/// Nothing eliminated (thesis §4.8): the saddle-point matrix
///
///     [  M      -H V            ]
///     [ -VᵀHᵀ   -(Vᵀ E V + Λ² + δ) ]
///
/// in the eigenbasis V of every W, where the scaling Λ is diagonal. Symmetric indefinite.
template <int D>
class AugmentedSystem : public NewtonSystem<D> {
 public:
  AugmentedSystem(const ScaledProblem& problem, const ConePoint<D>& point, Factorization& factorization)
      : NewtonSystem<D>(problem, point),
        M_(symmetric_part(problem.original.M)),
        basis_(problem.cones, MatrixN<D>::Identity()) {
    K_.lay_out(problem.original.dof() + problem.rows(), [&](auto&& add) { for_each_term(0, add); });
    this->analyze(factorization, K_.matrix());
  }

  Factorization::Outcome factorize(double delta) override {
    for (int i = 0; i < this->p_.cones; ++i) basis_[i] = this->point_.scaling(i).basis();
    K_.sum([&](auto&& add) { for_each_term(delta, add); });
    return this->factorization_->factorize(K_.matrix());
  }

  void solve_once(const Vector& a, const Vector& b, NewtonStep& step) override {
    step.r = -b;
    this->turn_in(basis_, step.r);
    both_.resize(a.size() + b.size());
    both_ << a, step.r;
    this->factorization_->solve(both_);
    step.v = both_.head(a.size());
    step.r = both_.tail(b.size());
    this->turn_out(basis_, step.r, step.rho);
  }

 private:
  /// Of the lower triangle.
  template <typename Add>
  void for_each_term(double delta, Add&& add) const {
    const ScaledProblem& p = this->p_;
    for (Eigen::Index j = 0; j < M_.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(M_, j); it; ++it)
        if (it.row() >= j) add(static_cast<int>(it.row()), static_cast<int>(j), it.value());
    const int r = p.original.dof();
    add_directions(p.H.free, r, add);
    add_directions(p.H.positive, r + p.free, add);
    for (int k = 0; k < p.free; ++k) add(r + k, r + k, -(p.free_delta + p.E[k]));
    for (int k = p.free; k < p.first_cone(); ++k) {
      const double w = this->point_.positive_scaling(k - p.free);
      add(r + k, r + k, -(w * w + p.E[k] + delta));
    }
    for (int i = 0; i < p.cones; ++i) add_cone(i, delta, add);
  }

  /// -Hᵀ of single rows, the first of them being this row of K.
  template <typename Add>
  static void add_directions(const BlockColumns& H, int first, Add&& add) {
    for (int k = 0; k < H.groups(); ++k)
      for (int e = H.start()[k]; e < H.start()[k + 1]; ++e)
        for (int b = 0; b < H.width(); ++b) add(first + k, H.width() * H.block()[e] + b, -H.values(e)[b]);
  }

  template <typename Add>
  void add_cone(int i, double delta, Add&& add) const {
    const ScaledProblem& p = this->p_;
    const MatrixN<D>& V = basis_[i];
    const int row = p.original.dof() + p.cone_row(i);
    MatrixN<D> C = V.transpose() * p.E.segment<D>(p.cone_row(i)).asDiagonal() * V;
    C.diagonal().array() += this->point_.scaling(i).eigenvalues().array().square() + delta;
    for (int c = 0; c < D; ++c)
      for (int d = c; d < D; ++d) add(row + d, row + c, -C(d, c));
    const BlockColumns& H = p.H.cones;
    for (int e = H.start()[i]; e < H.start()[i + 1]; ++e)
      for (int b = 0; b < H.width(); ++b) {
        VectorN<D> h;
        for (int d = 0; d < D; ++d) h[d] = H.values(e)[H.width() * d + b];
        const VectorN<D> turned = V.transpose() * h;
        for (int d = 0; d < D; ++d) add(row + d, H.width() * H.block()[e] + b, -turned[d]);
      }
  }

  const SparseMatrix M_;
  TermMatrix K_;
  std::vector<MatrixN<D>> basis_;
  Vector both_;
};

}  // namespace signorini::interior_point
