#include <Eigen/SparseCholesky>

#include "signorini/linalg/factorization.h"

namespace signorini {
namespace {

class EigenFactorization : public Factorization {
 public:
  void analyze(const SparseMatrix& lower) override { llt_.analyzePattern(lower); }
  bool factorize(const SparseMatrix& lower) override {
    llt_.factorize(lower);
    return llt_.info() == Eigen::Success;
  }
  void solve(Vector& b) override { b = llt_.solve(b).eval(); }
  double flops() const override {
    const SparseMatrix& L = llt_.matrixL().nestedExpression();
    double sum = 0;
    for (Eigen::Index j = 0; j < L.outerSize(); ++j) {
      const double entries = L.outerIndexPtr()[j + 1] - L.outerIndexPtr()[j];
      sum += entries * entries;
    }
    return sum;
  }
  double factor_entries() const override { return static_cast<double>(llt_.matrixL().nestedExpression().nonZeros()); }

 private:
  Eigen::SimplicialLLT<SparseMatrix> llt_;
};

}  // namespace

std::unique_ptr<Factorization> make_cholesky_factorization() { return std::make_unique<EigenFactorization>(); }

}  // namespace signorini
