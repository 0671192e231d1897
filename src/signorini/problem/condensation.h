#pragma once

#include <vector>

#include "signorini/linalg/schur_complement.h"
#include "signorini/problem/contact_problem.h"

namespace signorini {

/// The problem seen from the degrees of freedom that H touches, where an M of finite elements ties many others to them:
/// S v_c = f_c - M_ci M_ii⁻¹ f_i + H_c r with the Schur complement S of M. Rows, cones and law stay, and so do r and u
/// of an answer; the other velocities follow. Keeps its symbolic work for the next problem.
class Condensation {
 public:
  /// False, and nothing is done, where the counted operations of an interior point solve do not become clearly fewer;
  /// in local form, and where M is diagonal or not symmetric.
  bool apply(const ContactProblem& problem);
  /// The same without asking whether it pays. Throws NotPositiveDefinite.
  void condense(const ContactProblem& problem);

  const ContactProblem& problem() const { return condensed_; }
  /// A candidate of the original in the condensed problem.
  Solution forward(const Solution& original) const;
  /// An answer of the condensed problem in the original, which must be the one condensed last.
  Solution back(const ContactProblem& original, const Solution& answer) const;
  /// M⁻¹ f of the original.
  Vector free_velocities(const ContactProblem& original) const { return schur_.solve(original.f); }

 private:
  bool pays(const ContactProblem& problem);

  SchurComplement schur_;
  std::vector<int> touched_;  ///< degrees of freedom that H touches, ascending
  ContactProblem condensed_;
};

}  // namespace signorini
