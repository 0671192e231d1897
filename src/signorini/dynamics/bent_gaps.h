#pragma once

#include <map>

#include "signorini/dynamics/assemble.h"

namespace signorini {

/// How the bodies get from the start of a step to its end.
struct Travel {
  const std::vector<Pose>& start;
  const std::vector<Pose>& end;
  const Vector& velocity;  ///< with which they move, for `step` seconds
  double step;
  const std::vector<int>& places;
};

/// What a step that is linear in the gaps does not see: a body that turns by a good part of a radian, or follows a
/// hollow, ends deeper than Φ + h u. The difference, the bend of the gap, goes into the contact's row, and the step is
/// solved again.
class BentGaps {
 public:
  void clear() { bends_.clear(), rounds_ = 0; }
  /// Each solve of a step has rounds of its own.
  void start_rounds() { rounds_ = 0; }
  bool has(const ContactKey& key) const { return bends_.contains(key); }
  /// w_N + bend/h.
  void add_to(const std::vector<Contact>& contacts, double step, Assembly& assembly) const;

  /// Looks where the step would end. Contacts there that are deeper than at the start, and by more than `slack`, m,
  /// in the other body get their bend and join `contacts`; those that nobody saw at the start join `near` too. False
  /// when no bend changes by more than the slack, or after too many rounds.
  bool find(const Travel& travel, const std::vector<Contact>& at_end, double slack, std::vector<Contact>& near,
            std::vector<Contact>& contacts);

 private:
  std::map<ContactKey, double> bends_;  ///< m
  int rounds_ = 0;
};

}  // namespace signorini
