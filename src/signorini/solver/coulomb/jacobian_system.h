#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <Eigen/LU>

#include "signorini/linalg/entry_place.h"
#include "signorini/linalg/factorization.h"
#include "signorini/linalg/general_normal_matrix.h"
#include "signorini/solver/scaled/scaled_problem.h"

namespace signorini::coulomb {

using interior_point::ScaledProblem;

/// One block a row kind: a number for every free and positive row, a matrix for every cone.
template <int D>
struct DiagonalBlocks {
  Vector scalar;
  std::vector<MatrixN<D>> cone;

  explicit DiagonalBlocks(const ScaledProblem& p)
      : scalar(Vector::Zero(p.first_cone())), cone(p.cones, MatrixN<D>::Zero()) {}

  /// y = blocks · x.
  void apply(const ScaledProblem& p, const Vector& x, Vector& y) const {
    y.resize(x.size());
    y.head(p.first_cone()) = scalar.cwiseProduct(x.head(p.first_cone()));
    for (int i = 0; i < p.cones; ++i) {
      const int k = p.cone_row(i);
      y.segment<D>(k).noalias() = cone[i] * x.segment<D>(k);
    }
  }
};

/// The linear system of a Newton step for exact Coulomb friction, with blocks B and C that are not symmetric:
///
///     M Δv - H Δr        = a
///     B Hᵀ Δv + C Δr     = b         local form: (B W + C) Δr = b
///
/// Global form eliminates Δr and factors S = M + H C⁻¹B Hᵀ; W is never formed.
template <int D>
class JacobianSystem {
 public:
  explicit JacobianSystem(const ScaledProblem& problem)
      : B(problem), C(problem), C_inverse(problem), p_(problem), gain_(problem), lu_(make_lu_factorization()) {
    if (p_.global()) {
      S_.emplace(p_.original.M, std::vector<const BlockColumns*>{&p_.H.free, &p_.H.positive, &p_.H.cones});
      lu_->analyze(S_->to_factor());
    } else {
      lay_out();
      lu_->analyze(J_);
    }
  }

  /// To be set before factorize. C⁻¹ comes beside C because its maker may know it to more digits.
  DiagonalBlocks<D> B, C, C_inverse;

  Factorization::Outcome factorize() { return p_.global() ? factorize_condensed() : factorize_local(); }

  /// `a` and Δv: global form only.
  void solve(const Vector& a, const Vector& b, Vector& v, Vector& r) {
    if (!p_.global()) {
      r = b;
      return lu_->solve(r);
    }
    C_inverse.apply(p_, b, scaled_);
    v = a;
    p_.H.scatter(scaled_, v);
    lu_->solve(v);
    p_.H.gather(v, relative_);
    gain_.apply(p_, relative_, r);
    r = scaled_ - r;
  }

  const Factorization& factorization() const { return *lu_; }

 private:
  Factorization::Outcome factorize_condensed() {
    S_->reset();
    gain_.scalar = C_inverse.scalar.cwiseProduct(B.scalar);
    for (int k = 0; k < p_.free; ++k) S_->add(0, k, &gain_.scalar[k]);
    for (int k = 0; k < p_.positive; ++k) S_->add(1, k, &gain_.scalar[p_.free + k]);
    for (int i = 0; i < p_.cones; ++i) {
      gain_.cone[i].noalias() = C_inverse.cone[i] * B.cone[i];
      S_->add(2, i, gain_.cone[i].data());
    }
    return lu_->factorize(S_->to_factor());
  }

  Factorization::Outcome factorize_local() {
    // By rows, which is how B acts.
    for (int k = 0; k < p_.first_cone(); ++k) {
      for (int e = W_.outerIndexPtr()[k]; e < W_.outerIndexPtr()[k + 1]; ++e)
        J_.valuePtr()[place_[e]] = B.scalar[k] * W_.valuePtr()[e];
      J_.valuePtr()[diagonal_[k]] += C.scalar[k];
    }
    for (int i = 0; i < p_.cones; ++i) {
      const int k = p_.cone_row(i), first = W_.outerIndexPtr()[k], count = W_.outerIndexPtr()[k + 1] - first;
      for (int e = 0; e < count; ++e) {
        VectorN<D> column;
        for (int d = 0; d < D; ++d) column[d] = W_.valuePtr()[first + d * count + e];
        column = (B.cone[i] * column).eval();
        for (int d = 0; d < D; ++d) J_.valuePtr()[place_[first + d * count + e]] = column[d];
      }
      const int* diagonal = diagonal_.data() + p_.first_cone() + D * D * i;
      for (int e = 0; e < D * D; ++e) J_.valuePtr()[diagonal[e]] += C.cone[i].data()[e];
    }
    return lu_->factorize(J_);
  }

  /// W by rows with the rows of each cone of one pattern that holds the diagonal block, and the same by columns for J.
  void lay_out() {
    const Eigen::SparseMatrix<double, Eigen::RowMajor> W = p_.W;
    std::vector<Eigen::Triplet<double>> entries;
    const auto add_rows = [&](int first, int count) {
      for (int d = 0; d < count; ++d) {
        for (int c = 0; c < count; ++c) entries.emplace_back(first + d, first + c, 0.0);
        for (Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator it(W, first + d); it; ++it)
          for (int other = 0; other < count; ++other)
            entries.emplace_back(first + other, static_cast<int>(it.col()), other == d ? it.value() : 0.0);
      }
    };
    for (int k = 0; k < p_.first_cone(); ++k) add_rows(k, 1);
    for (int i = 0; i < p_.cones; ++i) add_rows(p_.cone_row(i), D);
    W_.resize(p_.rows(), p_.rows());
    W_.setFromTriplets(entries.begin(), entries.end());
    W_.makeCompressed();
    J_ = W_;
    J_.makeCompressed();
    place_.resize(static_cast<std::size_t>(W_.nonZeros()));
    for (int k = 0; k < p_.rows(); ++k)
      for (int e = W_.outerIndexPtr()[k]; e < W_.outerIndexPtr()[k + 1]; ++e)
        place_[static_cast<std::size_t>(e)] = place_of_entry(J_, k, W_.innerIndexPtr()[e]);
    for (int k = 0; k < p_.first_cone(); ++k) diagonal_.push_back(place_of_entry(J_, k, k));
    for (int i = 0; i < p_.cones; ++i)
      for (int c = 0; c < D; ++c)
        for (int d = 0; d < D; ++d) diagonal_.push_back(place_of_entry(J_, p_.cone_row(i) + d, p_.cone_row(i) + c));
  }

  const ScaledProblem& p_;
  DiagonalBlocks<D> gain_;  ///< C⁻¹B
  std::optional<GeneralNormalMatrix> S_;
  Eigen::SparseMatrix<double, Eigen::RowMajor> W_;
  SparseMatrix J_;
  std::vector<int> place_;     ///< of each entry of W_ in J_
  std::vector<int> diagonal_;  ///< of the entries of C in J_, block by block, by columns
  std::unique_ptr<Factorization> lu_;
  Vector scaled_, relative_;
};

}  // namespace signorini::coulomb
