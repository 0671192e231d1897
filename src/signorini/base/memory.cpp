#include "signorini/base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace signorini {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// Of the machine.
std::int64_t unused_memory_bytes() {
  std::ifstream meminfo("/proc/meminfo");
  std::string key, unit;
  std::int64_t kibibytes = 0;
  while (meminfo >> key >> kibibytes) {
    if (key == "MemAvailable:") return 1024 * kibibytes;
    std::getline(meminfo, unit);
  }
  return unlimited;
}

}  // namespace

std::int64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

std::int64_t available_memory_bytes() { return std::min(unused_memory_bytes(), address_space_left()); }

std::int64_t address_space_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur >= static_cast<rlim_t>(unlimited)) return unlimited;
  return static_cast<std::int64_t>(limit.rlim_cur);
}

std::int64_t address_space_left() {
  const std::int64_t limit = address_space_limit();
  if (limit == unlimited) return unlimited;
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return std::max<std::int64_t>(0, limit - pages * sysconf(_SC_PAGESIZE));
}

}  // namespace signorini
