#include <Eigen/LU>

#include "signorini/linalg/factorization.h"

namespace signorini {
namespace {

/// Up to this many rows the matrix is stored in full.
constexpr Eigen::Index most_dense_rows = 150;

class LuFactorization : public Factorization {
 public:
  Outcome factorize_values(const SparseMatrix& matrix) override {
    if (!small_) return sparse().factorize(matrix);
    lu_.compute(Eigen::MatrixXd(matrix));
    // Eigen divides by whatever the pivots are.
    const auto pivots = lu_.matrixLU().diagonal();
    return pivots.allFinite() && (pivots.array() != 0).all() ? Outcome::done : Outcome::breakdown;
  }
  void solve_with_factor(Vector& b) override { small_ ? void(b = lu_.solve(b).eval()) : sparse().solve(b); }
  double flops() const override { return small_ ? 2 * size_ * size_ * size_ / 3 : sparse_->flops(); }
  double factor_entries() const override { return small_ ? size_ * size_ : sparse_->factor_entries(); }

 private:
  void analyze_pattern(const SparseMatrix& matrix) override {
    small_ = matrix.rows() <= most_dense_rows;
    size_ = static_cast<double>(matrix.rows());
    if (!small_) sparse().analyze(matrix);
  }
  Factorization& sparse() {
    if (sparse_ == nullptr) sparse_ = make_sparse_lu_factorization();
    return *sparse_;
  }

  bool small_ = true;
  double size_ = 0;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  std::unique_ptr<Factorization> sparse_;
};

}  // namespace

std::unique_ptr<Factorization> make_lu_factorization() { return std::make_unique<LuFactorization>(); }

}  // namespace signorini
