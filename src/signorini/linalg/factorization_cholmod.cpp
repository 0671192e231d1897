#include <cholmod.h>

#include "signorini/linalg/cholmod_view.h"
#include "signorini/linalg/factorization.h"

namespace signorini {
namespace {

class CholmodFactorization : public Factorization {
 public:
  CholmodFactorization() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.quick_return_if_not_posdef = 1;
    common_.final_ll = 1;  // L Lᵀ, so that an indefinite matrix is noticed; L D Lᵀ would accept it
    // Try both orderings and keep the one with fewer operations; METIS wins on large packings, AMD on small ones.
    common_.nmethods = 2;
    common_.method[0].ordering = CHOLMOD_AMD;
    common_.method[1].ordering = CHOLMOD_METIS;
    common_.postorder = 1;
  }
  CholmodFactorization(const CholmodFactorization&) = delete;
  CholmodFactorization& operator=(const CholmodFactorization&) = delete;
  ~CholmodFactorization() override {
    cholmod_free_dense(&x_, &common_);
    cholmod_free_dense(&y_, &common_);
    cholmod_free_dense(&e_, &common_);
    cholmod_free_factor(&L_, &common_);
    cholmod_finish(&common_);
  }

  void analyze(const SparseMatrix& lower) override {
    cholmod_free_factor(&L_, &common_);
    cholmod_sparse A = cholmod_view(lower, -1);
    L_ = cholmod_analyze(&A, &common_);
    flops_ = common_.fl;
    entries_ = common_.lnz;
  }

  bool factorize(const SparseMatrix& lower) override {
    cholmod_sparse A = cholmod_view(lower, -1);
    cholmod_factorize(&A, L_, &common_);
    return common_.status == CHOLMOD_OK && L_->minor == L_->n;
  }

  void solve(Vector& b) override {
    cholmod_dense rhs = cholmod_view(b);
    cholmod_solve2(CHOLMOD_A, L_, &rhs, nullptr, &x_, nullptr, &y_, &e_, &common_);
    b = Eigen::Map<const Vector>(static_cast<const double*>(x_->x), b.size());
  }

  double flops() const override { return flops_; }
  double factor_entries() const override { return entries_; }

 private:
  cholmod_common common_{};
  cholmod_factor* L_ = nullptr;
  cholmod_dense *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
  double flops_ = 0, entries_ = 0;
};

}  // namespace

std::unique_ptr<Factorization> make_cholesky_factorization() { return std::make_unique<CholmodFactorization>(); }

}  // namespace signorini
