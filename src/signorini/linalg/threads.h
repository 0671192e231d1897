#pragma once

namespace signorini {

/// How many threads the BLAS behind the factorisations may use. One is the reproducible choice, and on a loaded machine
/// also the fast one. Without effect when the BLAS in use has no such setting.
void set_blas_threads(int threads);

}  // namespace signorini
