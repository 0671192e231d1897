#include <cholmod.h>

#include <new>

#include "signorini/linalg/cholesky.h"
#include "signorini/linalg/cholmod_view.h"
#include "signorini/linalg/threads.h"

#define SIGNORINI_TEXT_OF(x) #x
#define SIGNORINI_TEXT(x) SIGNORINI_TEXT_OF(x)

namespace signorini {
struct Cholesky::Factor {
  mutable cholmod_common common{};
  cholmod_factor* L = nullptr;

  Factor() {
    cholmod_start(&common);
    common.print = 0;
    common.final_ll = 1;  // L Lᵀ, not L D Lᵀ, so that half solves whiten
    common.quick_return_if_not_posdef = 1;
  }
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;
  ~Factor() {
    cholmod_free_factor(&L, &common);
    cholmod_finish(&common);
  }

  Vector solve(int system, const Vector& b) const { return solve_with_factor(system, L, b, common); }
};

Cholesky::Cholesky(const SparseMatrix& A) : factor_(std::make_unique<Factor>()) {
  cholmod_sparse lower = cholmod_view(A, -1);
  factor_->L = cholmod_analyze(&lower, &factor_->common);
  if (factor_->L != nullptr && factor_->L->is_super) require_blas_buffer();
  const SerialOpenMp serial;
  cholmod_factorize(&lower, factor_->L, &factor_->common);
  if (factor_->common.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
}
Cholesky::~Cholesky() = default;
Cholesky::Cholesky(Cholesky&&) noexcept = default;

bool Cholesky::ok() const { return factor_->common.status == CHOLMOD_OK && factor_->L->minor == factor_->L->n; }

double Cholesky::flops() const { return factor_->common.fl; }
double Cholesky::entries() const { return factor_->common.lnz; }

Vector Cholesky::solve(const Vector& b) const { return factor_->solve(CHOLMOD_A, b); }

Vector Cholesky::half_solve(const Vector& b) const { return factor_->solve(CHOLMOD_L, factor_->solve(CHOLMOD_P, b)); }

SparseMatrix Cholesky::half_solve(const SparseMatrix& B) const {
  cholmod_sparse rhs = cholmod_view(B, 0);
  cholmod_sparse* permuted = cholmod_spsolve(CHOLMOD_P, factor_->L, &rhs, &factor_->common);
  cholmod_sparse* Y = cholmod_spsolve(CHOLMOD_L, factor_->L, permuted, &factor_->common);
  cholmod_free_sparse(&permuted, &factor_->common);
  if (Y == nullptr) throw std::bad_alloc();
  cholmod_sort(Y, &factor_->common);
  SparseMatrix result = Eigen::Map<const SparseMatrix>(static_cast<int>(Y->nrow), static_cast<int>(Y->ncol),
                                                       static_cast<int*>(Y->p)[Y->ncol], static_cast<int*>(Y->p),
                                                       static_cast<int*>(Y->i), static_cast<double*>(Y->x));
  cholmod_free_sparse(&Y, &factor_->common);
  return result;
}

Vector Cholesky::half_solve_transposed(const Vector& y) const {
  return factor_->solve(CHOLMOD_Pt, factor_->solve(CHOLMOD_Lt, y));
}

std::string_view Cholesky::backend() {
  return "CHOLMOD " SIGNORINI_TEXT(CHOLMOD_MAIN_VERSION) "." SIGNORINI_TEXT(CHOLMOD_SUB_VERSION) " (supernodal, GPL)";
}

}  // namespace signorini
