#include "signorini/solver/first_order/proximal_system.h"

#include "signorini/linalg/symmetry.h"

namespace signorini::first_order {
namespace {

SparseMatrix skew_part(const SparseMatrix& A) {
  SparseMatrix skew = A - symmetric_part(A);
  skew.prune(0.0);
  return skew;
}

/// The lower triangle of (W + Wᵀ)/2 + E, every diagonal entry stored.
SparseMatrix symmetric_lower(const ContactProblem& p) {
  SparseMatrix diagonal(p.rows(), p.rows());
  diagonal.setIdentity();
  for (int k = 0; k < p.rows(); ++k) diagonal.coeffRef(k, k) = p.E.size() == 0 ? 0.0 : p.E[k];
  const SparseMatrix full = symmetric_part(p.W) + diagonal;
  SparseMatrix lower = full.triangularView<Eigen::Lower>();
  lower.makeCompressed();
  return lower;
}

}  // namespace

RowBlocks even_row_blocks(const ContactProblem& problem) {
  const Cones& K = problem.cones;
  return RowBlocks::even(problem.H, K.free, K.positive, K.friction(), K.dimension);
}

ProximalSystem::ProximalSystem(const ContactProblem& problem) : p_(problem) {
  if (p_.form == Form::local) {
    lower_ = symmetric_lower(p_);
    skew_ = skew_part(p_.W);
    factorization_ = mostly_full(lower_) ? make_dense_factorization() : make_cholesky_factorization();
    return;
  }
  H_ = even_row_blocks(p_);
  skew_ = skew_part(p_.M);
  S_.emplace(symmetric_part(p_.M), H_.parts());
  factorization_ = mostly_full(S_->lower()) ? make_dense_factorization() : make_cholesky_factorization();
}

void ProximalSystem::analyze() { factorization_->analyze(p_.form == Form::local ? lower_ : S_->lower()); }

Factorization::Outcome ProximalSystem::factorize(const Vector& rho) {
  if (p_.form == Form::local) {
    SparseMatrix shifted = lower_;
    // Columns of a lower triangle start with the diagonal.
    for (int k = 0; k < p_.rows(); ++k) shifted.valuePtr()[shifted.outerIndexPtr()[k]] += rho[k];
    return factorization_->factorize(shifted);
  }
  inverse_ = rho;
  if (p_.E.size() != 0) inverse_ += p_.E;
  inverse_ = inverse_.cwiseInverse();
  const Cones& K = p_.cones;
  S_->reset();
  for (int k = 0; k < K.free; ++k) S_->add(0, k, &inverse_[k]);
  for (int k = 0; k < K.positive; ++k) S_->add(1, k, &inverse_[K.first_positive() + k]);
  for (int i = 0; i < K.friction(); ++i) {
    const Eigen::MatrixXd B = inverse_.segment(K.friction_row(i), K.dimension).asDiagonal();
    S_->add(2, i, B.data());
  }
  return factorization_->factorize(S_->lower());
}

void ProximalSystem::solve(const Vector& c, Vector& x) {
  if (p_.form == Form::local) {
    rhs_ = c - p_.q;
    if (x.size() == rhs_.size()) rhs_ -= skew_ * x;
    factorization_->solve(rhs_);
    x = rhs_;
    return;
  }
  rhs_ = inverse_.cwiseProduct(c - p_.w);
  momentum_ = p_.f;
  H_.scatter(rhs_, momentum_);
  if (v_.size() == momentum_.size()) momentum_ -= skew_ * v_;
  factorization_->solve(momentum_);
  v_.swap(momentum_);
  H_.gather(v_, x);
  x = rhs_ - inverse_.cwiseProduct(x);
}

}  // namespace signorini::first_order
