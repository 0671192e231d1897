#include <cholmod.h>

#include "late_library.h"

// All that linalg/*_cholmod.cpp call. cholmod.h declares them: with other types they would not compile.
#define LATE(name, ...) SIGNORINI_LATE(SIGNORINI_CHOLMOD_LIBRARY, name, __VA_ARGS__)

extern "C" {

int cholmod_start(cholmod_common* common) { LATE(cholmod_start, common); }
int cholmod_finish(cholmod_common* common) { LATE(cholmod_finish, common); }

cholmod_factor* cholmod_analyze(cholmod_sparse* A, cholmod_common* common) { LATE(cholmod_analyze, A, common); }
int cholmod_factorize(cholmod_sparse* A, cholmod_factor* L, cholmod_common* common) {
  LATE(cholmod_factorize, A, L, common);
}
int cholmod_super_numeric(cholmod_sparse* A, cholmod_sparse* F, double beta[2], cholmod_factor* L,
                          cholmod_common* common) {
  LATE(cholmod_super_numeric, A, F, beta, L, common);
}
int cholmod_change_factor(int xtype, int ll, int super, int packed, int monotonic, cholmod_factor* L,
                          cholmod_common* common) {
  LATE(cholmod_change_factor, xtype, ll, super, packed, monotonic, L, common);
}
double cholmod_rcond(cholmod_factor* L, cholmod_common* common) { LATE(cholmod_rcond, L, common); }

cholmod_dense* cholmod_solve(int system, cholmod_factor* L, cholmod_dense* B, cholmod_common* common) {
  LATE(cholmod_solve, system, L, B, common);
}
int cholmod_solve2(int system, cholmod_factor* L, cholmod_dense* B, cholmod_sparse* B_set, cholmod_dense** X,
                   cholmod_sparse** X_set, cholmod_dense** Y, cholmod_dense** E, cholmod_common* common) {
  LATE(cholmod_solve2, system, L, B, B_set, X, X_set, Y, E, common);
}
cholmod_sparse* cholmod_spsolve(int system, cholmod_factor* L, cholmod_sparse* B, cholmod_common* common) {
  LATE(cholmod_spsolve, system, L, B, common);
}

int cholmod_sort(cholmod_sparse* A, cholmod_common* common) { LATE(cholmod_sort, A, common); }
cholmod_sparse* cholmod_transpose(cholmod_sparse* A, int values, cholmod_common* common) {
  LATE(cholmod_transpose, A, values, common);
}
cholmod_sparse* cholmod_ptranspose(cholmod_sparse* A, int values, int* order, int* subset, size_t subset_size,
                                   cholmod_common* common) {
  LATE(cholmod_ptranspose, A, values, order, subset, subset_size, common);
}

int cholmod_free_sparse(cholmod_sparse** A, cholmod_common* common) { LATE(cholmod_free_sparse, A, common); }
int cholmod_free_dense(cholmod_dense** X, cholmod_common* common) { LATE(cholmod_free_dense, X, common); }
int cholmod_free_factor(cholmod_factor** L, cholmod_common* common) { LATE(cholmod_free_factor, L, common); }

}  // extern "C"
