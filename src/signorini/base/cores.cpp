#include "signorini/base/cores.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace signorini {

int available_cores() {
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return std::max(1, CPU_COUNT(&allowed));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));  // more cores than the set has room for
}

int threads_within_cores(int asked) { return asked > 0 ? std::min(asked, available_cores()) : available_cores(); }

}  // namespace signorini
