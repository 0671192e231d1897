#pragma once

#include <string>

#include "signorini/problem/contact_problem.h"
#include "signorini/solver/scaled/row_map.h"

namespace signorini::first_order {

/// In which units the impulses are counted.
enum class Scaling {
  none,     ///< as given
  contact,  ///< one factor a contact: its Delassus diagonals average to 1 (Krylov paper §4.3)
  rows,     ///< one factor for the normal row, one for the tangential ones: both diagonals are 1
};
Scaling scaling_from_string(const std::string& name);

/// A problem of the convex laws with the impulses counted in units of their own, r = t x, as a contact problem again:
/// H T, T w, T² E, friction μ t_N/t_T; v stays. Friction cones without friction keep their normal row only, as a
/// positive one. Rows that nothing can move have t = 0 and stay at rest.
struct ReducedProblem {
  ReducedProblem(const ContactProblem& original, Scaling scaling);

  ContactProblem problem;
  RowMap map;
};

}  // namespace signorini::first_order
