#pragma once

#include <algorithm>

#include "signorini/dynamics/simulation_parts.h"

namespace signorini {

/// Islands that stand, as parts of the world.
///
/// What a step does to an island follows from its places, velocities and impulses. One that stood, and ended with the
/// bits that it began with, does the same in the next step: it need not be done again. So the others make steps in
/// which its bodies are fixed, until one of them has a contact with it: then that step is begun again with the island
/// among those that move. No bit depends on what rests here. Islands with joints, springs or applied forces do not
/// rest, nor does anything where steps are made in pieces or by a solver that was given.
struct Simulation::Parts::Resting {
 public:
  explicit Resting(Parts& whole);

  /// A step of all bodies.
  StepRecord step(const StepInputs& inputs, const std::function<bool()>& cancelled);
  /// Bodies that rest.
  int count() const {
    return static_cast<int>(std::ranges::count_if(island_, [](int k) { return k != moves; }));
  }
  void complete_warm_start();
  void show_last_step();
  /// Of contacts of the last step, sorted by key. What rests is not done again for it.
  std::vector<ContactLoad> loads_of(const std::vector<Contact>& contacts);

 private:
  static constexpr int moves = -1;
  bool rests(int body) const { return island_[body] != moves; }
  bool rests(const ContactKey& key) const { return rests(key.body_a) || rests(key.body_b); }
  Parts& moving() { return moving_ ? *moving_ : whole_; }

  void begin(const StepInputs& inputs);
  StepRecord whole_of(StepRecord record);
  bool wake(const std::vector<char>& islands);
  bool wake_pushed(const StepInputs& inputs);
  bool wake_reached(const StepRecord& record);
  void wake_all();
  void begin_again();
  bool contacts_hold_at(double search);
  void note_standing(const StepRecord& record);
  std::vector<std::vector<int>> standing_islands();
  void lay_to_rest(const std::vector<std::vector<int>>& islands, const StepRecord& record);
  void start_moving();
  Vector velocities_of_all(const Vector& of_moving) const;
  WarmStart with_resting(const WarmStart& of_moving) const;

  Parts& whole_;
  const bool possible_;                    ///< as far as model and settings go
  const std::vector<char> alone_;          ///< bodies_alone()
  std::vector<int> island_;                ///< by body, in which it rests, or `moves`
  std::vector<Certificate> certificates_;  ///< of the islands that rest
  std::vector<Contact> contacts_;          ///< of what rests, by key
  std::vector<Vector3> impulses_;          ///< of these
  std::vector<ContactLoad> loads_;         ///< of these
  std::vector<PairForce> pairs_;           ///< of these
  std::vector<double> verified_;           ///< distances of search at which these are the contacts
  std::unique_ptr<Parts> moving_;          ///< with what rests fixed; null while nothing rests

  /// What the last step began with: the moving bodies' velocities and impulses, all poses.
  State start_;
  WarmStart start_warm_;
  std::vector<double> start_shifts_;
  StepInputs inputs_;
  bool begun_ = false;                         ///< whether the above is kept
  bool moved_ = false;                         ///< whether the moving ones, as they are now, did the last step
  bool complete_ = true;                       ///< whether the whole's warm start is that of all bodies
  bool shown_ = true;                          ///< whether the whole's last problem is that of all bodies
  State whole_start_;                          ///< of all bodies, while the last problem is not shown
  std::optional<WarmStart> whole_start_warm_;  ///< set where what rests has changed since
  std::int64_t stood_ = 0;  ///< steps of bodies that stood and were done since bodies were last laid to rest
};

}  // namespace signorini
