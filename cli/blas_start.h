#pragma once

namespace signorini::cli {

/// OpenBLAS starts a thread a core when the program is loaded, and each of them asks for its buffer again and again
/// until it gets one. Where address space is limited that may be for ever, and the program cannot end. So under such a
/// limit it starts again with one thread; `run` and `solve` set the number of threads anyway. A BLAS that is not loaded
/// yet is told to start with one thread, unless the environment says otherwise.
void start_again_with_one_blas_thread(char** argv);

}  // namespace signorini::cli
