#include "play_session.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "play_choices.h"
#include "signorini/base/error.h"
#include "signorini/base/stopwatch.h"

namespace signorini::cli {
namespace {

namespace fs = std::filesystem;

/// As often as it is worth looking, s.
constexpr double look_every = 1.0 / 40;
/// Of the time: what looking may take of a simulation.
constexpr double share_of_looking = 0.03;
/// So long someone waits for a moment before asking again.
constexpr auto patience = std::chrono::milliseconds(1000);
/// Further behind its clock than this a simulation does not catch up, s.
constexpr double most_behind = 0.1;
constexpr double fastest = 100;
constexpr std::int64_t most_single_steps = 10'000;
constexpr int most_dropped = 1000;
/// Levels of an order in JSON; it takes three.
constexpr int deepest = 8;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

double seconds_since(PlaySession::Clock::time_point start) {
  return std::chrono::duration<double>(PlaySession::Clock::now() - start).count();
}

double number(const Json& json, const char* key, double least, double most) {
  const bool given = json.contains(key) && json.at(key).is_number();
  const double value = given ? json.at(key).get<double>() : NAN;
  if (!(value >= least && value <= most))
    throw InputError(fmt::format("{}: expected a number from {:g} to {:g}", key, least, most));
  return value;
}

/// The first folder below `base` that is not there yet.
fs::path next_folder(const fs::path& base) {
  for (int k = 1;; ++k)
    if (const fs::path folder = base / std::to_string(k); !fs::exists(fs::symlink_status(folder))) return folder;
}

bool same_bits(const State& a, const State& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.size() == y.size() &&
           std::memcmp(x.data(), y.data(), sizeof(double) * static_cast<std::size_t>(x.size())) == 0;
  };
  const auto same_pose = [&](const Pose& x, const Pose& y) {
    return same(x.position, y.position) && same(x.orientation.coeffs(), y.orientation.coeffs());
  };
  return same(a.v, b.v) && std::ranges::equal(a.nodes, b.nodes, same) &&
         std::ranges::equal(a.poses, b.poses, same_pose);
}

}  // namespace

PlaySession::PlaySession(std::function<Run(const std::map<std::string, std::string>&)> reads,
                         std::map<std::string, std::string> parameters, fs::path saves)
    : reads_(std::move(reads)), parameters_(std::move(parameters)), saves_(std::move(saves)) {
  start(reads_(parameters_), true);
}

/// From its start; whatever was played before is forgotten. `bodies`: whether there are others than now.
void PlaySession::start(Run run, bool bodies) {
  Settings settings = run.scene.settings;
  if (chosen_) {
    settings.law = chosen_->law;
    if (settings.solver != chosen_->solver) settings.solver_options.clear();
    settings.solver = chosen_->solver;
  }
  Player player(run.scene.model, settings);
  player_.emplace(std::move(player));
  run_ = std::move(run);
  run_.scene.settings = settings;
  player_->on_cancel([this] { return stop_ && stop_(); });
  last_ = {};
  last_.energies = player_->simulation().energies();
  playing_ = false;
  steps_to_do_ = 0;
  dropped_ = 0;
  message_.clear();
  renew_view(bodies);
}

/// Something about the scene is other than before; where that is its bodies, those who look have to begin anew.
void PlaySession::renew_view(bool bodies) {
  auto view = std::make_shared<view::LiveView>(player_->simulation().model(), player_->settings(), run_.scene.name);
  std::string choices = play_choices(run_, parameters_, *player_);
  const std::lock_guard lock(mutex_);
  view_ = std::move(view);
  choices_ = std::move(choices);
  if (bodies) ++version_;
  moment_ = std::make_shared<view::Moment>(
      view::Moment{player_->simulation().steps_done(), player_->simulation().state(), last_, head()});
  ++number_;
  happened_.notify_all();
}

Json PlaySession::head() const {
  Json head{{"number", number_ + 1},
            {"version", version_},
            {"playing", playing_},
            {"speed", speed_},
            {"steps", player_->simulation().steps_done()},
            {"seconds_a_step", last_.times.total()},
            {"message", message_}};
  const Vector3& gravity = player_->simulation().model().gravity;
  head["gravity"] = {gravity.x(), gravity.y(), gravity.z()};
  if (const auto& pull = player_->pulled()) {
    const auto list = [](const Vector3& v) { return Json{v.x(), v.y(), v.z()}; };
    head["pull"] = {{"body", pull->body},
                    {"point", list(pull->point)},
                    {"target", list(pull->target)},
                    {"force", list(pull->force)}};
  }
  return head;
}

void PlaySession::publish() {
  const Stopwatch watch;
  const Simulation& simulation = player_->simulation();
  if (last_.contact_states.empty() && !last_.contacts.empty()) last_.contact_states = simulation.contact_states(last_);
  auto moment = std::make_shared<view::Moment>(view::Moment{simulation.steps_done(), simulation.state(), last_, {}});
  moment->record.state = {};  // it is there already
  const std::lock_guard lock(mutex_);
  moment->head = head();
  moment_ = std::move(moment);
  ++number_;
  last_look_ = Clock::now();
  looking_ = watch.seconds();
  cost_.serving += looking_;
  happened_.notify_all();
}

/// Somebody waits, and looking now keeps it a small share of the time. Called with the mutex.
bool PlaySession::look_is_due() const {
  return waiting_ > 0 && seconds_since(last_look_) > std::max(look_every, (looking_ + encoding_) / share_of_looking);
}

bool PlaySession::step_is_due() const {
  if (steps_to_do_ > 0) return true;
  if (!playing_) return false;
  if (speed_ == 0) return true;
  const double simulated =
      static_cast<double>(player_->simulation().steps_done() - steps_at_pace_) * player_->settings().step;
  return simulated <= speed_ * seconds_since(pace_since_);
}

void PlaySession::set_pace(double speed) {
  speed_ = speed;
  steps_at_pace_ = player_->simulation().steps_done();
  pace_since_ = Clock::now();
}

void PlaySession::step() {
  StepRecord record = player_->step();
  if (record.status == Status::interrupted) return;
  if (steps_to_do_ > 0) --steps_to_do_;
  message_ = record.message;
  const bool stops = record.failed || (player_->settings().on_miss == MissPolicy::stop && !record.message.empty());
  if (stops) {
    playing_ = false;
    steps_to_do_ = 0;
  }
  if (!record.failed) last_ = std::move(record);
  const double behind =
      speed_ * seconds_since(pace_since_) -
      static_cast<double>(player_->simulation().steps_done() - steps_at_pace_) * player_->settings().step;
  if (speed_ > 0 && behind > most_behind * std::max(1.0, speed_)) set_pace(speed_);
}

void PlaySession::run(const std::function<bool()>& stop) {
  stop_ = stop;
  constexpr auto nap = std::chrono::milliseconds(2), rest = std::chrono::milliseconds(50);
  for (Clock::time_point before = Clock::now(); !stop();) {
    std::unique_lock lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (playing_) cost_.running += std::chrono::duration<double>(now - before).count();
    before = now;
    do_orders(lock);
    if (!step_is_due()) {
      ordered_.wait_for(lock, playing_ ? nap : rest, [this] { return !orders_.empty(); });
      continue;
    }
    lock.unlock();
    const Stopwatch watch;
    const bool last_single = steps_to_do_ == 1;
    step();
    const double seconds = watch.seconds();
    lock.lock();
    cost_.stepping += seconds;
    ++cost_.steps;
    const bool look = look_is_due() || last_single || (!playing_ && steps_to_do_ == 0);
    lock.unlock();
    if (look) publish();
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  for (const auto& order : orders_) {
    order->fault = "the simulation has ended";
    order->done = true;
  }
  happened_.notify_all();
}

void PlaySession::do_orders(std::unique_lock<std::mutex>& lock) {
  while (!orders_.empty()) {
    const std::shared_ptr<Order> order = orders_.front();
    orders_.pop_front();
    lock.unlock();
    std::string answer, fault;
    try {
      answer = text_of(obey(order->json));
    } catch (const InputError& error) {
      fault = error.what();
    }
    if (fault.empty() && !(playing_ && step_is_due())) publish();
    lock.lock();
    order->answer = std::move(answer);
    order->fault = std::move(fault);
    order->done = true;
    happened_.notify_all();
  }
}

std::string PlaySession::order(const std::string& json) {
  auto order = std::make_shared<Order>();
  const auto shallow = [](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) throw InputError("nested too deep");  // what walks through it recurses
    return true;
  };
  order->json = Json::parse(json, shallow, false);
  if (!order->json.is_object() || !order->json.contains("do") || !order->json["do"].is_string())
    throw InputError("expected a JSON object with \"do\"");
  std::unique_lock lock(mutex_);
  if (ended_) throw InputError("the simulation has ended");
  orders_.push_back(order);
  ordered_.notify_all();
  happened_.wait(lock, [&] { return order->done; });
  if (!order->fault.empty()) throw InputError(order->fault);
  return order->answer;
}

Json PlaySession::obey(const Json& json) {
  const std::string what = json.at("do").get<std::string>();
  if (what == "run" || what == "pause") {
    playing_ = what == "run";
    steps_to_do_ = 0;
    set_pace(speed_);
  } else if (what == "step") {
    playing_ = false;
    const double count = json.contains("count") ? number(json, "count", 1, most_single_steps) : 1;
    steps_to_do_ = static_cast<std::int64_t>(count);
  } else if (what == "speed") {
    set_pace(number(json, "value", 0, fastest));
  } else if (what == "reset") {
    start(run_, dropped_ > 0);
  } else if (what == "rebuild") {
    std::map<std::string, std::string> parameters = parameters_;
    if (!json.contains("parameters") || !json["parameters"].is_object()) throw InputError("expected parameters");
    for (const auto& [name, value] : json["parameters"].items()) {
      if (!value.is_string()) throw InputError(fmt::format("parameter {}: expected its text", name));
      parameters[name] = value.get<std::string>();
    }
    Run next = reads_(parameters);
    std::swap(parameters_, parameters);
    try {
      start(std::move(next), true);
    } catch (const InputError&) {
      std::swap(parameters_, parameters);
      throw;
    }
  } else if (what == "save") {
    return save();
  } else {
    return act(json);
  }
  return {{"done", what}};
}

Json PlaySession::act(const Json& json) {
  Act act = act_from_json(text_of(json));
  if (auto* drop = std::get_if<DropBody>(&act)) {
    if (dropped_ >= most_dropped) throw InputError(fmt::format("{} bodies were dropped already", most_dropped));
    drop->name = fmt::format("dropped {}", dropped_ + 1);
  }
  player_->act(act);
  const bool changes_view = std::holds_alternative<DropBody>(act) || std::holds_alternative<ChangeSolver>(act) ||
                            std::holds_alternative<ChangeGravity>(act);
  if (std::holds_alternative<DropBody>(act)) {
    ++dropped_;
    last_.contacts.clear();  // of a step without the body
    last_.impulses.clear();
    last_.contact_states.clear();
  }
  if (const auto* chosen = std::get_if<ChangeSolver>(&act)) chosen_ = *chosen;
  if (changes_view) renew_view(std::holds_alternative<DropBody>(act));
  return {{"done", json.at("do")}};
}

/// Does all of it again and writes it down; tells whether it ends with the same bits.
Json PlaySession::save() {
  const bool was_playing = std::exchange(playing_, false);
  Run run = run_;
  run.recording = player_->recording();
  if (run.recording->steps == 0) throw InputError("nothing was played yet");
  run.scene.settings.duration = static_cast<double>(run.recording->steps) * run.scene.settings.step;
  run.folder = next_folder(saves_);
  run.cancelled = stop_;
  const RunResult result = simulate(run);
  playing_ = was_playing;
  set_pace(speed_);
  if (!result.complete) throw InputError(fmt::format("{}: stopped before its end", run.folder.string()));
  return {{"done", "save"},
          {"folder", run.folder.string()},
          {"steps", result.steps_done},
          {"same_bits", same_bits(result.end, player_->simulation().state())}};
}

std::string PlaySession::moment_after(std::int64_t seen) {
  std::unique_lock lock(mutex_);
  ++waiting_;
  happened_.wait_for(lock, patience, [&] { return number_ > seen || ended_; });
  --waiting_;
  if (number_ <= seen) return {};
  if (encoded_ == nullptr || encoded_number_ != number_) {  // of those who look the first one makes it for all
    const auto moment = moment_;
    const auto view = view_;
    const std::int64_t number = number_;
    lock.unlock();
    const Stopwatch watch;
    auto bytes = std::make_shared<const std::string>(view->moment(*moment));
    const double seconds = watch.seconds();
    lock.lock();
    encoding_ = seconds;
    cost_.serving += seconds;
    encoded_ = std::move(bytes);
    encoded_number_ = number;
  }
  const auto bytes = encoded_;
  lock.unlock();
  return *bytes;
}

std::string PlaySession::description() {
  std::unique_lock lock(mutex_);
  const auto view = view_;
  lock.unlock();
  return view->description();
}

std::string PlaySession::geometry() {
  std::unique_lock lock(mutex_);
  const auto view = view_;
  lock.unlock();
  return view->geometry();
}

std::string PlaySession::choices() {
  const std::lock_guard lock(mutex_);
  return choices_;
}

PlaySession::Cost PlaySession::cost() {
  const std::lock_guard lock(mutex_);
  return cost_;
}

}  // namespace signorini::cli
