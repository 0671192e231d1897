#pragma once

#include <vector>

#include "signorini/linalg/block_columns.h"

namespace signorini {

/// The contacts of a large problem in two lots of parts: those of a lot touch different parts of the state, so that
/// they can be swept at once. It follows from the problem alone, and so does the order in which a body's contacts are
/// visited: any number of threads gives the same bits.
///
/// Bodies are numbered by their distance, in contacts, from one at the edge: a contact joins bodies of one level or of
/// two that follow each other. Runs of levels are the parts; contacts within a run are the first lot, those between two
/// runs the second. Runs have two levels at least, so that the borders of a run do not meet.
class SweepParts {
 public:
  /// One part while there are few contacts. `state_size`: rows of the columns.
  SweepParts(const BlockColumns& contacts, int state_size);

  /// Whether there is more than one part; else there are no lists.
  bool several() const { return inner_.size() > 1; }
  /// Contacts, ascending within each part.
  const std::vector<std::vector<int>>& inner() const { return inner_; }
  const std::vector<std::vector<int>>& borders() const { return borders_; }

 private:
  std::vector<std::vector<int>> inner_, borders_;
};

}  // namespace signorini
