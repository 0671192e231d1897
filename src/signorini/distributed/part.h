#pragma once

#include <vector>

#include "signorini/distributed/partition.h"
#include "signorini/problem/contact_problem.h"

namespace signorini::distributed {

/// What one rank works on: all contacts that touch its bodies, and all bodies that these touch. Contacts across a
/// border are in two parts, where they move alike; the velocities of bodies that belong to others, the halo, come from
/// there. Contacts and degrees of freedom are in the order of the whole, so that sums over the contacts of a body are
/// the same everywhere.
struct Part {
  ContactProblem problem;         ///< whitened: M is the identity
  Vector guess;                   ///< impulses of its rows
  std::vector<int> owned;         ///< its own degrees of freedom, among the local ones
  std::vector<int> place;         ///< of each local degree of freedom in the vectors over all ranks
  std::vector<int> body;          ///< of each local degree of freedom, ascending
  std::vector<int> row_number;    ///< of each local row in the whole
  std::vector<int> row_leaf;      ///< -1 for rows of other ranks
  std::vector<int> freedom_leaf;  ///< the same
  int leaves = 1;
  long all_rows = 0, all_freedoms = 0;

  int owned_rows() const;
  int halo() const { return static_cast<int>(place.size() - owned.size()); }
};

/// Where the parts are in the whole.
struct Places {
  explicit Places(const Partition& partition);
  std::vector<std::vector<int>> rows, freedoms;  ///< by rank, ascending, those it owns
  std::vector<int> place_of_freedom;
};

/// The part of a rank. `whitened` has the identity for M, and `partition` that of the problem it was made from.
Part make_part(const ContactProblem& whitened, const Vector& guess, const Partition& partition, const Places& places,
               int rank);

}  // namespace signorini::distributed
