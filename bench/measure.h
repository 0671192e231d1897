#pragma once

#include <time.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "signorini/base/stopwatch.h"

namespace signorini::bench {

/// The shortest of several runs, seconds: on a shared machine the minimum is the least disturbed one.
template <typename F>
double fastest(int runs, F&& run) {
  double best = INFINITY;
  for (int k = 0; k < runs; ++k) {
    const Stopwatch clock;
    run();
    best = std::min(best, clock.seconds());
  }
  return best;
}

/// Processor time of this thread: other programs on the machine count little. s
inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Bytes a second of a[i] = b[i] + 3 c[i] over arrays far larger than the caches of one core.
inline double triad_bandwidth() {
  constexpr std::size_t n = std::size_t{1} << 24;
  std::vector<double> a(n), b(n, 1.0), c(n, 2.0);
  const double seconds = fastest(10, [&] {
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
    asm volatile("" : : "r"(a.data()) : "memory");
  });
  return 3 * sizeof(double) * n / seconds;
}

/// Least-squares slope of log time against log contacts.
inline double exponent(const std::vector<double>& contacts, const std::vector<double>& seconds) {
  const auto n = static_cast<double>(contacts.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const double a = std::log(contacts[k]), b = std::log(seconds[k]);
    x += a, y += b, xx += a * a, xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace signorini::bench
