#pragma once

#include <algorithm>

#include "signorini/linalg/entry_place.h"
#include "signorini/linalg/symmetry.h"
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
      : NewtonSystem<D>(problem, point) {
    lay_out();
    this->analyze(factorization, K_);
  }

  Factorization::Outcome factorize(double delta) override {
    const ScaledProblem& p = this->p_;
    double* values = K_.valuePtr();
    for (int k = 0; k < p.free; ++k) values[diagonal_[k]] = -(p.free_delta + p.E[k]);
    for (int k = p.free; k < p.first_cone(); ++k) {
      const double w = this->point_.positive_scaling(k - p.free);
      values[diagonal_[k]] = -(w * w + p.E[k] + delta);
    }
    basis_.resize(p.cones);
    for (int i = 0; i < p.cones; ++i) {
      const MatrixN<D> V = basis_[i] = this->point_.scaling(i).basis();
      write_scaling(i, V, delta);
      write_directions(i, V);
    }
    return this->factorization_->factorize(K_);
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
  int dof() const { return this->p_.original.dof(); }
  /// Row of K of row k of r.
  int row_of(int k) const { return dof() + k; }

  /// The pattern, the values that never change, and the places of those that do.
  void lay_out() {
    const ScaledProblem& p = this->p_;
    const SparseMatrix M = symmetric_part(p.original.M);
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index j = 0; j < M.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(M, j); it; ++it)
        if (it.row() >= j) entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(j), it.value());
    int first = 0;
    for (const BlockColumns* part : {&p.H.free, &p.H.positive, &p.H.cones}) {
      for_each_entry(*part,
                     [&](int k, int column, double value) { entries.emplace_back(row_of(first + k), column, -value); });
      first += part->group() * part->groups();
    }
    for (int k = 0; k < p.first_cone(); ++k) entries.emplace_back(row_of(k), row_of(k), -1.0);
    for (int i = 0; i < p.cones; ++i)
      for (int c = 0; c < D; ++c)
        for (int r = c; r < D; ++r) entries.emplace_back(row_of(p.cone_row(i) + r), row_of(p.cone_row(i) + c), -1.0);
    K_.resize(dof() + p.rows(), dof() + p.rows());
    K_.setFromTriplets(entries.begin(), entries.end());
    K_.makeCompressed();

    for (int k = 0; k < p.rows(); ++k) diagonal_.push_back(place(row_of(k), row_of(k)));
    for_each_entry(p.H.cones,
                   [&](int k, int column, double) { direction_.push_back(place(row_of(p.first_cone() + k), column)); });
  }

  /// f(row of the part, column of K, value) for each stored entry of the blocks, in their order.
  template <typename F>
  static void for_each_entry(const BlockColumns& part, F&& f) {
    for (int k = 0; k < part.groups(); ++k)
      for (int e = part.start()[k]; e < part.start()[k + 1]; ++e)
        for (int g = 0; g < part.group(); ++g)
          for (int b = 0; b < part.width(); ++b)
            f(part.group() * k + g, part.width() * part.block()[e] + b, part.values(e)[part.width() * g + b]);
  }

  int place(int row, int column) const { return place_of_entry(K_, row, column); }

  void write_scaling(int i, const MatrixN<D>& V, double delta) {
    const ScaledProblem& p = this->p_;
    MatrixN<D> C = V.transpose() * p.E.segment<D>(p.cone_row(i)).asDiagonal() * V;
    C.diagonal().array() += this->point_.scaling(i).eigenvalues().array().square() + delta;
    for (int c = 0; c < D; ++c)
      for (int r = c; r < D; ++r) K_.valuePtr()[diagonal_[p.cone_row(i) + c] + r - c] = -C(r, c);
  }

  void write_directions(int i, const MatrixN<D>& V) {
    const BlockColumns& H = this->p_.H.cones;
    for (int e = H.start()[i]; e < H.start()[i + 1]; ++e) {
      const int* places = direction_.data() + std::ptrdiff_t{D} * H.width() * e;
      for (int b = 0; b < H.width(); ++b) {
        VectorN<D> h;
        for (int g = 0; g < D; ++g) h[g] = H.values(e)[H.width() * g + b];
        const VectorN<D> turned = V.transpose() * h;
        for (int g = 0; g < D; ++g) K_.valuePtr()[places[H.width() * g + b]] = -turned[g];
      }
    }
  }

  SparseMatrix K_;
  std::vector<int> diagonal_;   ///< by row of r: the place of its diagonal entry
  std::vector<int> direction_;  ///< by entry of the cones' blocks of H
  std::vector<MatrixN<D>> basis_;
  Vector both_;
};

}  // namespace signorini::interior_point
