#include "thread_count.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "output.h"
#include "signorini/base/cores.h"
#include "signorini/base/parallel.h"
#include "signorini/linalg/threads.h"

namespace signorini::cli {

int within_cores(const std::string& flag, int asked) {
  const int used = threads_within_cores(asked);
  if (used < asked)
    warn(fmt::format("{} {}: there {} {} core{} here, so {} {} used", flag, asked, used == 1 ? "is" : "are", used,
                     used == 1 ? "" : "s", used, used == 1 ? "is" : "are"));
  return used;
}

void use_threads(int threads, BlasThreads blas, const std::map<std::string, std::string>& solver_options) {
  const auto option = solver_options.find("threads");
  const int by_option = option == solver_options.end() ? 0 : std::atoi(option->second.c_str());  // checked already
  if (by_option > threads)
    within_cores("threads", by_option);
  else
    within_cores("--threads", threads);
  set_blas_threads(blas == BlasThreads::all ? threads : 1);
  set_worker_threads(threads);
}

}  // namespace signorini::cli
