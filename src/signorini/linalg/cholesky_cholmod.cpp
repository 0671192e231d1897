#include <cholmod.h>

#include "signorini/linalg/cholesky.h"

#define SIGNORINI_TEXT_OF(x) #x
#define SIGNORINI_TEXT(x) SIGNORINI_TEXT_OF(x)

namespace signorini {
namespace {

/// CHOLMOD refuses null pointers, which is what Eigen has for empty arrays.
template <typename T>
T* not_null(const T* array) {
  static T nothing{};
  return array ? const_cast<T*>(array) : &nothing;
}

/// Views of Eigen's arrays in CHOLMOD's clothes; CHOLMOD's interface is not const-correct, it only reads them.
cholmod_sparse view(const SparseMatrix& A, int stype) {
  cholmod_sparse view{};
  view.nrow = static_cast<std::size_t>(A.rows());
  view.ncol = static_cast<std::size_t>(A.cols());
  view.nzmax = static_cast<std::size_t>(A.nonZeros());
  view.p = not_null(A.outerIndexPtr());
  view.i = not_null(A.innerIndexPtr());
  view.x = not_null(A.valuePtr());
  view.stype = stype;
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = 1;
  view.packed = 1;
  return view;
}

cholmod_dense view(const Vector& b) {
  cholmod_dense view{};
  view.nrow = view.nzmax = view.d = static_cast<std::size_t>(b.size());
  view.ncol = 1;
  view.x = not_null(b.data());
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  return view;
}

}  // namespace

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

  Vector solve(int system, const Vector& b) const {
    cholmod_dense rhs = view(b);
    cholmod_dense* x = cholmod_solve(system, L, &rhs, &common);
    Vector result = Eigen::Map<const Vector>(static_cast<const double*>(x->x), b.size());
    cholmod_free_dense(&x, &common);
    return result;
  }
};

Cholesky::Cholesky(const SparseMatrix& A) : factor_(std::make_unique<Factor>()) {
  cholmod_sparse lower = view(A, -1);
  factor_->L = cholmod_analyze(&lower, &factor_->common);
  cholmod_factorize(&lower, factor_->L, &factor_->common);
}
Cholesky::~Cholesky() = default;
Cholesky::Cholesky(Cholesky&&) noexcept = default;

bool Cholesky::ok() const { return factor_->common.status == CHOLMOD_OK && factor_->L->minor == factor_->L->n; }

Vector Cholesky::solve(const Vector& b) const { return factor_->solve(CHOLMOD_A, b); }

Vector Cholesky::half_solve(const Vector& b) const { return factor_->solve(CHOLMOD_L, factor_->solve(CHOLMOD_P, b)); }

SparseMatrix Cholesky::half_solve(const SparseMatrix& B) const {
  cholmod_sparse rhs = view(B, 0);
  cholmod_sparse* permuted = cholmod_spsolve(CHOLMOD_P, factor_->L, &rhs, &factor_->common);
  cholmod_sparse* Y = cholmod_spsolve(CHOLMOD_L, factor_->L, permuted, &factor_->common);
  cholmod_free_sparse(&permuted, &factor_->common);
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
