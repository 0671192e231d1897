#include "signorini/linalg/threads.h"

#include <dlfcn.h>

namespace signorini {

void set_blas_threads(int threads) {
  // Looked up at run time: Debian's libblas.so.3 may be OpenBLAS or another implementation without this function.
  using SetThreads = void (*)(int);
  if (const auto set = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))) set(threads);
}

}  // namespace signorini
