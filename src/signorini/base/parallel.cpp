#include "signorini/base/parallel.h"

#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "signorini/base/cores.h"
#include "signorini/base/team.h"

namespace signorini {
namespace {

struct Workers {
  std::mutex busy;
  int threads = 1;
  std::unique_ptr<Team> team;  ///< made when it is first needed
};
Workers& workers() {
  static Workers all;
  return all;
}

/// Whether this thread is in parallel_for(), or does a part of it.
thread_local bool within = false;

struct Within {
  bool before = within;
  Within() { within = true; }
  ~Within() { within = before; }
};

}  // namespace

void set_worker_threads(int threads) {
  Workers& all = workers();
  const std::lock_guard lock(all.busy);
  all.threads = threads_within_cores(threads);
  all.team.reset();
}

int worker_threads() { return workers().threads; }

void parallel_for(int parts, const std::function<void(int)>& f) {
  Workers& all = workers();
  const auto alone = [&] {
    for (int part = 0; part < parts; ++part) f(part);
  };
  if (within || parts < 2 || all.threads < 2) return alone();
  const std::unique_lock lock(all.busy, std::try_to_lock);
  if (!lock.owns_lock()) return alone();
  if (!all.team) all.team = std::make_unique<Team>(all.threads);
  std::vector<std::exception_ptr> thrown(static_cast<std::size_t>(parts));
  const Within here;
  all.team->run(parts, [&](int part) {
    const Within there;
    try {
      f(part);
    } catch (...) {
      thrown[static_cast<std::size_t>(part)] = std::current_exception();
    }
  });
  for (const std::exception_ptr& one : thrown)
    if (one) std::rethrow_exception(one);
}

}  // namespace signorini
