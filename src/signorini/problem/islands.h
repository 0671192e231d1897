#pragma once

#include <vector>

#include "signorini/problem/certificate.h"
#include "signorini/problem/contact_problem.h"

namespace signorini {

/// The parts of a problem in global form that share neither degrees of freedom nor rows: each is a problem of its own.
/// Found in time linear in the entries of M and H. An answer of the whole is the answers of all, and its certificate is
/// at most the worst of theirs: each is measured against velocities and energies of its own.
class ProblemIslands {
 public:
  /// The problem must outlive its islands. Degrees of freedom that no row touches are one island, the last one,
  /// whatever M ties together among them; rows that touch none belong to the first island. The first `rigid` degrees of
  /// freedom stay together by sixes, as rigid bodies have them.
  explicit ProblemIslands(const ContactProblem& problem, int rigid = 0);

  int count() const { return static_cast<int>(islands_.size()); }
  /// How many of them have rows.
  int with_rows() const { return with_rows_; }
  /// Ascending, by their first degree of freedom.
  const std::vector<int>& freedoms(int island) const { return islands_[island].freedoms; }
  const std::vector<int>& rows(int island) const { return islands_[island].rows; }

  /// For a judge of the whole.
  Judge::Parts parts() const;
  ContactProblem problem(int island) const;
  /// The island's share of a guess, whose vectors may be empty.
  Solution share(int island, const Solution& whole) const;
  /// Writes the island's answer to its places in `whole`, whose vectors have the sizes of the problem.
  void put(int island, const Solution& answer, Solution& whole) const;
  /// The island's impulses among zeros.
  Vector impulses_of_all(int island, const Vector& r) const;

 private:
  struct Island {
    std::vector<int> freedoms, rows;
    Cones cones;
  };
  void sort_freedoms(const std::vector<int>& leader);
  void sort_rows(const std::vector<int>& leader);

  const ContactProblem& whole_;
  std::vector<Island> islands_;
  std::vector<int> place_;  ///< of each degree of freedom in its island
  int with_rows_ = 0;
};

}  // namespace signorini
