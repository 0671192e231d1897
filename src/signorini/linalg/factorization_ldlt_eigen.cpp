#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>

#include "signorini/linalg/eigen_factorization.h"

namespace signorini {
namespace {

class EigenLu : public Factorization {
 public:
  Outcome factorize_values(const SparseMatrix& matrix) override {
    if (!matrix.coeffs().allFinite()) return Outcome::breakdown;
    solver_.factorize(matrix);
    return solver_.info() == Eigen::Success ? Outcome::done : Outcome::breakdown;
  }
  void solve_with_factor(Vector& b) override { b = solver_.solve(b).eval(); }
  double flops() const override { return 0; }  // known only to the solver itself
  double factor_entries() const override { return 0; }

 private:
  void analyze_pattern(const SparseMatrix& matrix) override { solver_.analyzePattern(matrix); }

  Eigen::SparseLU<SparseMatrix> solver_;
};

}  // namespace

std::unique_ptr<Factorization> make_indefinite_factorization() {
  return std::make_unique<EigenFactorization<Eigen::SimplicialLDLT<SparseMatrix>>>();
}

std::unique_ptr<Factorization> make_sparse_lu_factorization() { return std::make_unique<EigenLu>(); }

std::string_view indefinite_backend() { return "Eigen"; }

}  // namespace signorini
