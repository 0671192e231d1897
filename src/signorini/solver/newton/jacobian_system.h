#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <Eigen/LU>

#include "signorini/linalg/factorization.h"
#include "signorini/linalg/general_normal_matrix.h"
#include "signorini/linalg/term_matrix.h"
#include "signorini/solver/scaled/scaled_problem.h"

namespace signorini::newton {

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
/// Global form eliminates Δr and factors S = M + H C⁻¹B Hᵀ; W is never formed. Where M and C⁻¹B are symmetric, as under
/// the convex law, `Matrix` may be NormalMatrix, with a Cholesky factorisation.
template <int D, typename Matrix = GeneralNormalMatrix>
class JacobianSystem {
 public:
  explicit JacobianSystem(const ScaledProblem& problem) : JacobianSystem(problem, make_lu_factorization(), nullptr) {}
  /// With a factorisation that others use too: what they have analysed serves here.
  JacobianSystem(const ScaledProblem& problem, Factorization& shared) : JacobianSystem(problem, nullptr, &shared) {}

 private:
  JacobianSystem(const ScaledProblem& problem, std::unique_ptr<Factorization> own, Factorization* shared)
      : B(problem),
        C(problem),
        C_inverse(problem),
        p_(problem),
        gain_(problem),
        own_(std::move(own)),
        lu_(own_ ? own_.get() : shared) {
    if (p_.global()) {
      S_.emplace(p_.original.M, p_.H.parts());
      lu_->analyze(S_->to_factor());
    } else {
      J_.lay_out(p_.rows(), [&](auto&& add) { local_terms(add); });
      lu_->analyze(J_.matrix());
    }
  }

 public:
  /// To be set before factorize. C⁻¹ comes beside C because its maker may know it to more digits.
  DiagonalBlocks<D> B, C, C_inverse;

  Factorization::Outcome factorize() {
    if (p_.global()) return factorize_condensed();
    J_.sum([&](auto&& add) { local_terms(add); });
    return lu_->factorize(J_.matrix());
  }

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
    for (int k = 0; k < p_.first_cone(); ++k)
      if (gain_.scalar[k] != 0) S_->add(k < p_.free ? 0 : 1, k < p_.free ? k : k - p_.free, &gain_.scalar[k]);
    for (int i = 0; i < p_.cones; ++i) {
      if (B.cone[i].isZero(0)) {  // open
        gain_.cone[i].setZero();
        continue;
      }
      gain_.cone[i].noalias() = C_inverse.cone[i] * B.cone[i];
      S_->add(2, i, gain_.cone[i].data());
    }
    return lu_->factorize(S_->to_factor());
  }

  /// B W + C; in each column of W the rows of a cone follow each other.
  template <typename Add>
  void local_terms(Add&& add) const {
    for (int column = 0; column < p_.rows(); ++column)
      for (SparseMatrix::InnerIterator it(p_.W, column); it;) {
        const int row = static_cast<int>(it.row());
        if (row < p_.first_cone()) {
          add(row, column, B.scalar[row] * it.value());
          ++it;
          continue;
        }
        const int i = (row - p_.first_cone()) / D, first = p_.cone_row(i);
        VectorN<D> entries = VectorN<D>::Zero();
        for (; it && it.row() < first + D; ++it) entries[it.row() - first] = it.value();
        entries = (B.cone[i] * entries).eval();
        for (int d = 0; d < D; ++d) add(first + d, column, entries[d]);
      }
    for (int k = 0; k < p_.first_cone(); ++k) add(k, k, C.scalar[k]);
    for (int i = 0; i < p_.cones; ++i)
      for (int c = 0; c < D; ++c)
        for (int d = 0; d < D; ++d) add(p_.cone_row(i) + d, p_.cone_row(i) + c, C.cone[i](d, c));
  }

  const ScaledProblem& p_;
  DiagonalBlocks<D> gain_;  ///< C⁻¹B
  std::optional<Matrix> S_;
  TermMatrix J_;
  const std::unique_ptr<Factorization> own_;
  Factorization* const lu_;
  Vector scaled_, relative_;
};

}  // namespace signorini::newton
