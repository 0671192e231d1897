#include "signorini/base/team.h"

#include <system_error>

namespace signorini {

Team::Team(int threads) {
  try {
    for (int k = 1; k < threads; ++k) workers_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system has no more threads to give, or no memory for their stacks: those that are there do the work.
  }
}

Team::~Team() {
  quit_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void Team::run(int parts, const std::function<void(int)>& f) {
  if (workers_.empty() || parts == 1) {
    for (int part = 0; part < parts; ++part) f(part);
    return;
  }
  task_ = &f;
  parts_ = parts;
  next_ = 0;
  busy_ = static_cast<int>(workers_.size());
  ++round_;
  round_.notify_all();
  take_parts();
  for (int busy = busy_; busy != 0; busy = busy_) busy_.wait(busy);
}

void Team::take_parts() {
  for (int part = next_++; part < parts_; part = next_++) (*task_)(part);
}

void Team::work() {
  for (unsigned seen = 0;;) {
    round_.wait(seen);
    seen = round_;
    if (quit_) return;
    take_parts();
    if (--busy_ == 0) busy_.notify_one();
  }
}

}  // namespace signorini
