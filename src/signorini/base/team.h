#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace signorini {

/// Threads that wait for work: run(parts, f) calls f(0) … f(parts - 1), each once, and returns when all are done. Which
/// thread does which part is left open; what f(part) does must not depend on it.
class Team {
 public:
  /// `threads` counts the caller, ≥ 1. Fewer where the system gives no more.
  explicit Team(int threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }
  void run(int parts, const std::function<void(int)>& f);

 private:
  void work();
  void take_parts();

  std::vector<std::thread> workers_;
  const std::function<void(int)>* task_ = nullptr;
  int parts_ = 0;
  std::atomic<int> next_{0}, busy_{0};
  std::atomic<unsigned> round_{0};
  std::atomic<bool> quit_{false};
};

}  // namespace signorini
