#pragma once

#include <cholmod.h>

#include <new>

#include "signorini/math/types.h"

/// Views of Eigen's arrays in CHOLMOD's clothes. CHOLMOD's interface is not const-correct; it only reads them. For use
/// inside linalg.
namespace signorini {

/// CHOLMOD refuses null pointers, which is what Eigen has for empty arrays.
template <typename T>
T* cholmod_array(const T* array) {
  static T nothing{};
  return array ? const_cast<T*>(array) : &nothing;
}

inline cholmod_sparse cholmod_view(const SparseMatrix& A, int stype) {
  cholmod_sparse view{};
  view.nrow = static_cast<std::size_t>(A.rows());
  view.ncol = static_cast<std::size_t>(A.cols());
  view.nzmax = static_cast<std::size_t>(A.nonZeros());
  view.p = cholmod_array(A.outerIndexPtr());
  view.i = cholmod_array(A.innerIndexPtr());
  view.x = cholmod_array(A.valuePtr());
  view.stype = stype;
  view.itype = CHOLMOD_INT;
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  view.sorted = 1;
  view.packed = 1;
  return view;
}

inline cholmod_dense cholmod_view(const Vector& b) {
  cholmod_dense view{};
  view.nrow = view.nzmax = view.d = static_cast<std::size_t>(b.size());
  view.ncol = 1;
  view.x = cholmod_array(b.data());
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  return view;
}

/// `system`: which of CHOLMOD's systems, such as CHOLMOD_A or CHOLMOD_L.
inline Vector solve_with_factor(int system, cholmod_factor* L, const Vector& b, cholmod_common& common) {
  cholmod_dense rhs = cholmod_view(b);
  cholmod_dense* x = cholmod_solve(system, L, &rhs, &common);
  if (x == nullptr) throw std::bad_alloc();
  const Vector result = Eigen::Map<const Vector>(static_cast<const double*>(x->x), b.size());
  cholmod_free_dense(&x, &common);
  return result;
}

}  // namespace signorini
