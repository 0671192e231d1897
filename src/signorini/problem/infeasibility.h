#pragma once

#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/problem/contact_problem.h"

namespace SIGNORINI_PUBLIC signorini {

/// A proof that no motion satisfies all rows. Whoever satisfies them has (Hᵀv + w)ᵀr ≥ 0 for every r in K, so that
/// impulses r that push no body, H r = 0, although wᵀr < 0 rule every motion out (Farkas). Rounding leaves a little of
/// H r; what remains is a bound: leaving the free motion M⁻¹f for one that satisfies the rows takes the energy
///
///     E(r) = ½ (qᵀr)² / rᵀ(W + E)r   or more, if qᵀr < 0,
///
/// to be compared with what stopping every row by itself at the highest speed would take, ½ max|q|² Σ 1/W_kk.
struct Infeasibility {
  /// E(r) of the impulses at hand, J; 0 when they prove nothing.
  double energy = 0;
  /// ½ max|q|² Σ 1/W_kk, J.
  double reference = 0;

  /// The speeds that the rows ask for are this many times those at hand.
  double ratio() const;
  /// Nothing in double precision tells a ratio of a million from infinity.
  bool proven() const { return ratio() > 1e6; }
};

/// `r` must lie in K (not checked); the scale of r does not matter.
Infeasibility judge_infeasibility(const ContactProblem& problem, const Vector& r);

/// The first rows of the joints' rows, positive rows and contacts that contradict each other according to such
/// impulses, the heaviest first.
std::vector<int> contradicting_blocks(const ContactProblem& problem, const Vector& r);
/// The heaviest of them in a sentence: "no motion satisfies all rows; these contradict each other: free row 3, contact
/// 7".
std::string contradiction_message(const ContactProblem& problem, const Vector& r);

}  // namespace signorini
