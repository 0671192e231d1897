#include "signorini/base/memory.h"

#include <sys/resource.h>

#include <fstream>
#include <limits>
#include <string>

namespace signorini {

std::int64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

std::int64_t available_memory_bytes() {
  std::ifstream meminfo("/proc/meminfo");
  std::string key, unit;
  std::int64_t kibibytes = 0;
  while (meminfo >> key >> kibibytes) {
    if (key == "MemAvailable:") return 1024 * kibibytes;
    std::getline(meminfo, unit);
  }
  return std::numeric_limits<std::int64_t>::max();
}

}  // namespace signorini
