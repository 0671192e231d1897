#include "blas_start.h"

#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <limits>

#include "signorini/base/memory.h"
#include "signorini/linalg/threads.h"

namespace signorini::cli {

void start_again_with_one_blas_thread(char** argv) {
  // Set by the first start as well: there is no third.
  constexpr const char* variable = "OPENBLAS_NUM_THREADS";
  const bool limited = address_space_limit() != std::numeric_limits<std::int64_t>::max();
  if (blas_threads() == 1) ::setenv(variable, "1", limited);  // also what a BLAS that is loaded later says
  if (!limited || blas_threads() == 1) return;
  if (const char* value = std::getenv(variable); value != nullptr && *value == '1' && value[1] == '\0') return;
  char program[PATH_MAX + 1] = {};
  if (::readlink("/proc/self/exe", program, PATH_MAX) <= 0 || ::setenv(variable, "1", 1) != 0) return;
  ::execv(program, argv);  // returns only when it fails: then it goes on as it is
}

}  // namespace signorini::cli
