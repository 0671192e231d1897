#pragma once

#include "signorini/problem/contact_problem.h"

namespace signorini {

/// The friction cones of a problem as pyramids over p directions d_s: cone i becomes p positive rows n + μ d_s (QP
/// study §2), or the one row n when it has no friction, and impulses convert back by r = Σ_s β_s (1, μ d_s). The
/// converted problem has free and positive rows only, so its answer does not depend on a friction law.
class Pyramid {
 public:
  /// Throws InputError for fewer than 3 sides, and for compliant friction contacts in global form: the compliance of
  /// the positive rows would not be diagonal (the local form has room for it in W).
  Pyramid(const ContactProblem& original, int sides);

  const ContactProblem& problem() const { return problem_; }
  /// v and r of an answer of the converted problem, in the rows of the original; u is left empty.
  Solution back(const Solution& converted) const;
  /// A candidate of the original in the rows of the converted problem: each impulse spread over the two directions
  /// nearest to it, after projection on the pyramid.
  Solution forward(const Solution& original) const;

 private:
  Cones cones_;
  Vector mu_;  ///< as the law applies them
  int sides_;
  SparseMatrix P_;  ///< r = P β
  ContactProblem problem_;
};

}  // namespace signorini
