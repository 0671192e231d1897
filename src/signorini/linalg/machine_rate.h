#pragma once

namespace signorini {

/// Operations a second of the sparse Cholesky factorisation where the matrix is full, and so of the BLAS behind it,
/// measured once a process in a few milliseconds. For predictions under a time limit only: it is another number in
/// every run.
double machine_rate();

}  // namespace signorini
