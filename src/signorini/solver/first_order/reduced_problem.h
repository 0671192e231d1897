#pragma once

#include <string>
#include <vector>

#include "signorini/problem/contact_problem.h"

namespace signorini::first_order {

/// In which units the impulses are counted.
enum class Scaling {
  none,     ///< as given
  contact,  ///< one factor a contact: its Delassus diagonals average to 1 (Krylov paper §4.3)
  rows,     ///< one factor for the normal row, one for the tangential ones: both diagonals are 1
};
Scaling scaling_from_string(const std::string& name);

/// Which row of the original problem each row is, and in which unit it is counted.
struct RowMap {
  Vector t;                 ///< r = t x
  std::vector<int> source;  ///< the original's row of each row
  int original_rows = 0;

  /// r = t x in the rows of the original, and x of the original's r.
  Vector impulses(const Vector& x) const;
  Vector scaled(const Vector& r) const;
};

/// A problem of the convex laws with the impulses counted in units of their own, r = t x, as a contact problem again:
/// H T, T w, T² E, friction μ t_N/t_T; v stays. Friction cones without friction keep their normal row only, as a
/// positive one. Rows that nothing can move have t = 0 and stay at rest.
struct ReducedProblem {
  ReducedProblem(const ContactProblem& original, Scaling scaling);

  ContactProblem problem;
  RowMap map;
};

}  // namespace signorini::first_order
