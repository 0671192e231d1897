#pragma once

#include "signorini/base/export.h"

namespace SIGNORINI_PUBLIC signorini {

/// How many threads the BLAS behind the factorisations may use. One is the reproducible choice, and on a loaded machine
/// also the fast one. Never more than there are cores. Without effect when the BLAS in use has no such setting. Throws
/// InputError when memory is limited to less than the buffers of so many threads. In a program that loads the BLAS late
/// it holds from require_blas_buffer() on.
void set_blas_threads(int threads);
/// What set_blas_threads has set, or the BLAS has chosen; 1 when it does not say.
int blas_threads();

/// To be called before the BLAS is used. OpenBLAS takes a large buffer with its first call, and where memory is limited
/// to less it tries again for ever: this throws InputError instead. Otherwise the BLAS has its buffer from here on.
void require_blas_buffer();

/// While it lives, OpenMP regions entered from this thread stay on this thread. CHOLMOD opens such a region, with four
/// threads whatever the machine, for every small assembly of its supernodal factorisation: without this guard a
/// factorisation takes 1.2 to 3 times as long.
class SIGNORINI_PRIVATE SerialOpenMp {
 public:
  SerialOpenMp();
  ~SerialOpenMp();
  SerialOpenMp(const SerialOpenMp&) = delete;
  SerialOpenMp& operator=(const SerialOpenMp&) = delete;

 private:
  int levels_ = -1;  ///< what to restore; -1: nothing was changed
};

}  // namespace signorini
