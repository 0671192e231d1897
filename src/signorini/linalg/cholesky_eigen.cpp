#include <Eigen/SparseCholesky>

#include "signorini/linalg/cholesky.h"

namespace signorini {

struct Cholesky::Factor {
  Eigen::SimplicialLLT<SparseMatrix> llt;
};

Cholesky::Cholesky(const SparseMatrix& A) : factor_(std::make_unique<Factor>()) { factor_->llt.compute(A); }
Cholesky::~Cholesky() = default;
Cholesky::Cholesky(Cholesky&&) noexcept = default;

bool Cholesky::ok() const { return factor_->llt.info() == Eigen::Success; }

double Cholesky::flops() const {
  const SparseMatrix& L = factor_->llt.matrixL().nestedExpression();
  double sum = 0;
  for (Eigen::Index j = 0; j < L.cols(); ++j) {
    const double height = L.outerIndexPtr()[j + 1] - L.outerIndexPtr()[j];
    sum += height * height;
  }
  return sum;
}
double Cholesky::entries() const { return static_cast<double>(factor_->llt.matrixL().nestedExpression().nonZeros()); }

Vector Cholesky::solve(const Vector& b) const { return factor_->llt.solve(b); }

Vector Cholesky::half_solve(const Vector& b) const {
  Vector y = factor_->llt.permutationP() * b;
  factor_->llt.matrixL().solveInPlace(y);
  return y;
}

SparseMatrix Cholesky::half_solve(const SparseMatrix& B) const {
  SparseMatrix Y = factor_->llt.permutationP() * B;
  factor_->llt.matrixL().solveInPlace(Y);
  Y.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
  Y.makeCompressed();
  return Y;
}

Vector Cholesky::half_solve_transposed(const Vector& y) const {
  Vector x = y;
  factor_->llt.matrixU().solveInPlace(x);
  return factor_->llt.permutationPinv() * x;
}

std::string_view Cholesky::backend() { return "Eigen"; }

}  // namespace signorini
