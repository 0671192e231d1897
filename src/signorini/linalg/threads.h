#pragma once

namespace signorini {

/// How many threads the BLAS behind the factorisations may use. One is the reproducible choice, and on a loaded machine
/// also the fast one. Never more than there are cores. Without effect when the BLAS in use has no such setting.
void set_blas_threads(int threads);

/// While it lives, OpenMP regions entered from this thread stay on this thread. CHOLMOD opens such a region, with four
/// threads whatever the machine, for every small assembly of its supernodal factorisation: without this guard a
/// factorisation takes 1.2 to 3 times as long.
class SerialOpenMp {
 public:
  SerialOpenMp();
  ~SerialOpenMp();
  SerialOpenMp(const SerialOpenMp&) = delete;
  SerialOpenMp& operator=(const SerialOpenMp&) = delete;

 private:
  int levels_ = -1;  ///< what to restore; -1: nothing was changed
};

}  // namespace signorini
