#include "signorini/linalg/threads.h"

#include <dlfcn.h>

#include "signorini/base/cores.h"

namespace signorini {
namespace {

/// Looked up at run time: Debian's libblas.so.3 may be OpenBLAS or another implementation without these functions, and
/// OpenMP comes with CHOLMOD or not at all.
template <typename Function>
Function* find_function(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

const auto get_levels = find_function<int()>("omp_get_max_active_levels");
const auto set_levels = find_function<void(int)>("omp_set_max_active_levels");

}  // namespace

void set_blas_threads(int threads) {
  if (const auto set = find_function<void(int)>("openblas_set_num_threads")) set(threads_within_cores(threads));
}

SerialOpenMp::SerialOpenMp() {
  if (get_levels == nullptr || set_levels == nullptr) return;
  levels_ = get_levels();
  set_levels(0);  // no nesting level may have more than one thread
}

SerialOpenMp::~SerialOpenMp() {
  if (levels_ >= 0) set_levels(levels_);
}

}  // namespace signorini
