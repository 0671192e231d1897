#include <Eigen/LU>

#include "signorini/linalg/factorization.h"
#include "signorini/linalg/node_lu.h"

namespace signorini {
namespace {

/// Up to this many rows the matrix is stored in full; up to fewer where body by body it can be factored instead.
constexpr Eigen::Index most_dense_rows = 150, most_dense_rows_of_bodies = 36;

/// Operations up to which matrices of bodies are factored block by block. With condensed matrices of packings that
/// takes a tenth of MUMPS's time at 1e6 operations, half at 1.7e8, and as long at 1e9.
constexpr double most_by_nodes = 1e9;
/// How many times as many the whole pattern may ask for: most of its contacts may be open.
constexpr double most_share_open = 30;
/// What a factor may leave of a right side. The Newton steps that use it mend such errors.
constexpr double accurate = 1e-8;

class LuFactorization : public Factorization {
 public:
  Outcome factorize_values(const SparseMatrix& matrix) override {
    by_nodes_ = in_nodes_ && factorize_by_nodes(matrix);
    if (by_nodes_) return Outcome::done;
    if (small_) return factorize_full(matrix);
    sparse().analyze(matrix);
    return sparse().factorize(matrix);
  }
  void solve_with_factor(Vector& b) override {
    if (by_nodes_)
      nodes_.solve(b);
    else
      small_ ? void(b = lu_.solve(b).eval()) : sparse().solve(b);
  }
  double flops() const override {
    return by_nodes_ ? nodes_.flops() : small_ ? 2 * size_ * size_ * size_ / 3 : sparse_->flops();
  }
  double factor_entries() const override {
    return by_nodes_ ? nodes_.entries() : small_ ? size_ * size_ : sparse_->factor_entries();
  }

 private:
  void analyze_pattern(const SparseMatrix& matrix) override {
    small_ = matrix.rows() <= most_dense_rows;
    size_ = static_cast<double>(matrix.rows());
    in_nodes_ = matrix.rows() % NodeLu::width == 0 && matrix.rows() > most_dense_rows_of_bodies;
    if (in_nodes_) {
      nodes_.analyze(matrix, false);
      in_nodes_ = nodes_.flops() <= most_share_open * most_by_nodes;
    }
    by_nodes_ = in_nodes_;
    if (!small_ && !in_nodes_) sparse().analyze(matrix);
  }
  Outcome factorize_full(const SparseMatrix& matrix) {
    lu_.compute(Eigen::MatrixXd(matrix));
    // Eigen divides by whatever the pivots are.
    const auto pivots = lu_.matrixLU().diagonal();
    return pivots.allFinite() && (pivots.array() != 0).all() ? Outcome::done : Outcome::breakdown;
  }
  /// False where that takes too long, or is not accurate: pivots are not looked for among all rows.
  bool factorize_by_nodes(const SparseMatrix& matrix) {
    nodes_.analyze(matrix, true);
    if (nodes_.flops() > most_by_nodes || !nodes_.factorize(matrix)) return false;
    const Vector b = matrix * Vector::Ones(matrix.rows());
    Vector x = b;
    nodes_.solve(x);
    return (matrix * x - b).norm() <= accurate * b.norm();
  }
  Factorization& sparse() {
    if (sparse_ == nullptr) sparse_ = make_sparse_lu_factorization();
    return *sparse_;
  }

  bool small_ = true;
  bool in_nodes_ = false;  ///< whether the rows may be those of nodes
  bool by_nodes_ = false;  ///< whether the factor is
  double size_ = 0;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  NodeLu nodes_;
  std::unique_ptr<Factorization> sparse_;
};

}  // namespace

std::unique_ptr<Factorization> make_lu_factorization() { return std::make_unique<LuFactorization>(); }

}  // namespace signorini
