#include <cholmod.h>

#include <new>
#include <numeric>

#include "signorini/linalg/cholmod_view.h"
#include "signorini/linalg/factorization.h"
#include "signorini/linalg/ordering.h"
#include "signorini/linalg/supernodal.h"
#include "signorini/linalg/threads.h"

namespace signorini {
namespace {

class CholmodFactorization : public Factorization {
 public:
  CholmodFactorization() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.quick_return_if_not_posdef = 1;
    common_.final_ll = 1;  // L Lᵀ, so that an indefinite matrix is noticed; L D Lᵀ would accept it
    common_.method[0].ordering = CHOLMOD_AMD;
    common_.method[1].ordering = CHOLMOD_METIS;
    common_.postorder = 1;
    // Supernodal or simplicial is left to CHOLMOD's rule, 40 operations an entry of L: on packings the two break even
    // between 30 (μ = 0.3, 150 contacts) and 55 (μ = 0, 650 contacts).
  }
  CholmodFactorization(const CholmodFactorization&) = delete;
  CholmodFactorization& operator=(const CholmodFactorization&) = delete;
  ~CholmodFactorization() override {
    cholmod_free_dense(&x_, &common_);
    cholmod_free_dense(&y_, &common_);
    cholmod_free_dense(&e_, &common_);
    release();
    cholmod_finish(&common_);
  }

  Outcome factorize_values(const SparseMatrix& lower) override {
    if (L_ == nullptr) return Outcome::out_of_memory;
    const SerialOpenMp serial;
    if (permuted_ != nullptr) {
      require_blas_buffer();
      double* value = static_cast<double*>(permuted_->x);
      for (std::size_t k = 0; k < source_.size(); ++k) value[k] = lower.valuePtr()[source_[k]];
      if (own_numbers())
        factorize_supernodes();
      else
        factorize_by_cholmod();
    } else {
      cholmod_sparse A = cholmod_view(lower, -1);
      cholmod_factorize(&A, L_, &common_);
    }
    if (common_.status == CHOLMOD_OUT_OF_MEMORY) return Outcome::out_of_memory;
    // The ratio of the diagonal's ends is 0 when a pivot failed, and also when one is not a number.
    return cholmod_rcond(L_, &common_) > 0 ? Outcome::done : Outcome::breakdown;
  }

  void solve_with_factor(Vector& b) override {
    if (permuted_ != nullptr && own_numbers()) return solve_supernodes(b);
    cholmod_dense rhs = cholmod_view(b);
    if (!cholmod_solve2(CHOLMOD_A, L_, &rhs, nullptr, &x_, nullptr, &y_, &e_, &common_)) throw std::bad_alloc();
    b = Eigen::Map<const Vector>(static_cast<const double*>(x_->x), b.size());
  }

  void release_values() override {
    if (permuted_ != nullptr) cholmod_change_factor(CHOLMOD_PATTERN, 1, 1, 1, 1, L_, &common_);
  }

  double flops() const override { return flops_; }
  double factor_entries() const override { return entries_; }

 private:
  void analyze_pattern(const SparseMatrix& lower) override {
    release();
    // Both orderings are tried and the one with fewer operations is kept.
    common_.nmethods = lower.rows() < smallest_dissected ? 1 : 2;
    cholmod_sparse A = cholmod_view(lower, -1);
    L_ = cholmod_analyze(&A, &common_);
    if (L_ != nullptr && L_->is_super) permute(lower);
    flops_ = L_ != nullptr ? common_.fl : 0;
    // Supernodes are stored as full rectangles, with the zeros that their merging took in.
    entries_ = L_ == nullptr ? 0 : L_->is_super ? static_cast<double>(L_->xsize) : common_.lnz;
  }

  /// cholmod_factorize would permute and transpose the matrix anew for every supernodal factorisation (3 % of its time
  /// at 4,000 contacts, 12 % at 300). So that happens once, to the numbers of the entries.
  void permute(const SparseMatrix& lower) {
    SparseMatrix numbered = lower;
    std::iota(numbered.valuePtr(), numbered.valuePtr() + numbered.nonZeros(), 0.0);
    cholmod_sparse A = cholmod_view(numbered, -1);
    cholmod_sparse* upper = cholmod_ptranspose(&A, 1, static_cast<int*>(L_->Perm), nullptr, 0, &common_);
    permuted_ = upper != nullptr ? cholmod_transpose(upper, 1, &common_) : nullptr;
    cholmod_free_sparse(&upper, &common_);
    if (permuted_ == nullptr) return release();
    const double* number = static_cast<const double*>(permuted_->x);
    source_.assign(number, number + lower.nonZeros());
  }

  /// Whether supernodes are ours to do: with 32 bit indices and our BLAS functions.
  static bool own_numbers() {
    static const bool own = SupernodalCholesky::available();
    return own;
  }

  void factorize_by_cholmod() {
    double no_shift[2] = {0, 0};
    cholmod_super_numeric(permuted_, nullptr, no_shift, L_, &common_);
  }

  void factorize_supernodes() {
    common_.status = CHOLMOD_OK;
    if (L_->xtype == CHOLMOD_PATTERN) {
      cholmod_change_factor(CHOLMOD_REAL, 1, 1, 1, 1, L_, &common_);
      if (L_->xtype == CHOLMOD_PATTERN) return;
      supernodes_.analyze({static_cast<int>(L_->n), static_cast<int>(L_->nsuper), static_cast<int*>(L_->super),
                           static_cast<int*>(L_->pi), static_cast<int*>(L_->px), static_cast<int*>(L_->s)});
    }
    const int done = supernodes_.factorize(static_cast<int*>(permuted_->p), static_cast<int*>(permuted_->i),
                                           static_cast<double*>(permuted_->x), static_cast<double*>(L_->x));
    L_->minor = static_cast<std::size_t>(done);
    if (L_->minor < L_->n) common_.status = CHOLMOD_NOT_POSDEF;
  }

  void solve_supernodes(Vector& b) {
    const int* const order = static_cast<int*>(L_->Perm);
    ordered_.resize(b.size());
    for (Eigen::Index k = 0; k < b.size(); ++k) ordered_[k] = b[order[k]];
    supernodes_.solve(static_cast<double*>(L_->x), ordered_.data());
    for (Eigen::Index k = 0; k < b.size(); ++k) b[order[k]] = ordered_[k];
  }

  void release() {
    cholmod_free_sparse(&permuted_, &common_);
    cholmod_free_factor(&L_, &common_);
  }

  cholmod_common common_{};
  cholmod_factor* L_ = nullptr;
  cholmod_sparse* permuted_ = nullptr;  ///< the lower triangle of P A Pᵀ; for supernodal factors only
  SupernodalCholesky supernodes_;
  Vector ordered_;
  std::vector<int> source_;  ///< which entry of A each of its entries is
  cholmod_dense *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
  double flops_ = 0, entries_ = 0;
};

}  // namespace

std::unique_ptr<Factorization> make_cholesky_factorization() { return std::make_unique<CholmodFactorization>(); }

}  // namespace signorini
