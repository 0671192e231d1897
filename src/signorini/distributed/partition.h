#pragma once

#include <vector>

#include "signorini/problem/contact_problem.h"

namespace signorini::distributed {

/// Who has which bodies and contacts. Bodies are sorted into leaves by recursive bisection of the graph whose edges are
/// the contacts; leaves depend on the problem alone, and every rank takes some that follow each other. Sums are taken
/// leaf by leaf, then over the leaves in order: the same bits for any number of ranks.
struct Partition {
  /// `problem` in global form. Ranks beyond the number of bodies get nothing.
  Partition(const ContactProblem& problem, int ranks);

  int ranks;
  int leaves;
  std::vector<int> body_of_freedom;  ///< degrees of freedom that M ties together are a body
  std::vector<int> leaf_of_body;
  std::vector<int> leaf_of_contact;  ///< that of its first body; a free or positive row is a contact too
  std::vector<int> contact_of_row;
  std::vector<int> rank_of_leaf;  ///< not decreasing

  int bodies() const { return static_cast<int>(leaf_of_body.size()); }
  int rank_of_freedom(int j) const { return rank_of_leaf[leaf_of_body[body_of_freedom[j]]]; }
  int rank_of_row(int k) const { return rank_of_leaf[leaf_of_contact[contact_of_row[k]]]; }

  /// Enough for 64 ranks to be balanced to a few percent; more only where there are more ranks.
  static constexpr int usual_leaves = 256, leaves_per_rank = 4;
};

/// The number of the body that each degree of freedom belongs to: runs of six, or of three, where M does not reach
/// beyond them; else what M ties together.
std::vector<int> bodies_of_freedoms(const SparseMatrix& M);
int body_count(const SparseMatrix& M);

}  // namespace signorini::distributed
