#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "signorini/run/player.h"
#include "signorini/run/run.h"
#include "signorini/view/live_view.h"

namespace signorini::cli {

/// A scene that is simulated while people look at it and play with it. One thread calls run(); any thread may ask and
/// order. Orders are done between two steps, one after the other.
class PlaySession {
 public:
  using Clock = std::chrono::steady_clock;

  /// `reads`: gives the scene with these parameters. `saves`: the folder below which runs are saved. Throws InputError
  /// where the scene cannot be simulated.
  PlaySession(std::function<Run(const std::map<std::string, std::string>&)> reads,
              std::map<std::string, std::string> parameters, std::filesystem::path saves);

  /// Simulates and does orders until `stop` says so.
  void run(const std::function<bool()>& stop);

  /// Does what the JSON says, see docs/viewer.md, and returns JSON. Throws InputError where it cannot be done; then
  /// nothing has changed.
  std::string order(const std::string& json);
  /// A moment after number `seen` as a message, as soon as there is one; empty when nothing happens for a while.
  std::string moment_after(std::int64_t seen);
  std::string description();
  std::string geometry();
  /// What can be chosen: laws, solvers, materials, parameters.
  std::string choices();

  /// What it took to make moments, in any thread, and to simulate; how long it ran, waiting for the clock included, s.
  struct Cost {
    double serving = 0, stepping = 0, running = 0;
    std::int64_t steps = 0;
  };
  Cost cost();

 private:
  struct Order {
    Json json;
    std::string answer, fault;
    bool done = false;
  };

  void start(Run run, bool bodies);
  void renew_view(bool bodies);
  void do_orders(std::unique_lock<std::mutex>& lock);
  Json obey(const Json& json);
  Json act(const Json& json);
  Json save();
  void step();
  void publish();
  bool look_is_due() const;
  bool step_is_due() const;
  void set_pace(double speed);
  Json head() const;

  // Of the thread that simulates.
  std::function<Run(const std::map<std::string, std::string>&)> reads_;
  std::map<std::string, std::string> parameters_;
  std::filesystem::path saves_;
  Run run_;
  std::optional<ChangeSolver> chosen_;  ///< holds for whatever is started next
  std::optional<Player> player_;
  StepRecord last_;
  bool playing_ = false;
  std::int64_t steps_to_do_ = 0;  ///< of those asked for one by one
  double speed_ = 1;              ///< of the clock; 0: as fast as it goes
  std::int64_t steps_at_pace_ = 0;
  Clock::time_point pace_since_, last_look_;
  double looking_ = 0;  ///< s, what the last look cost
  std::string message_;
  int dropped_ = 0;
  std::function<bool()> stop_;

  // Of all threads.
  std::mutex mutex_;
  std::condition_variable ordered_, happened_;
  std::deque<std::shared_ptr<Order>> orders_;
  std::shared_ptr<const view::LiveView> view_;
  std::shared_ptr<const view::Moment> moment_;
  std::string choices_;
  std::int64_t number_ = 0;  ///< of the moment
  int version_ = 0;          ///< of the view
  int waiting_ = 0;          ///< who want to see a moment
  bool ended_ = false;
  std::shared_ptr<const std::string> encoded_;  ///< the moment of that number
  std::int64_t encoded_number_ = 0;
  double encoding_ = 0;  ///< s, what that cost
  Cost cost_;
};

}  // namespace signorini::cli
