#pragma once

#include "signorini/problem/contact_problem.h"

namespace signorini {

/// Where the energy of a step went. With M (v⁺ - v) = h F + H r, u = Hᵀ v⁺ + w + E r, and places that move by h v⁺, so
/// that the work of constant forces is exact,
///
///     ΔE = -½ |v⁺ - v|²_M - r·w - r·E r + r·u
///
/// in which r·u is 0 under the laws frictionless and convex. Only w can add energy: where a row pushes apart what
/// penetrates, w < 0. (Gyroscopic torques of bodies that are not round add a term of their own.)
struct EnergyBalance {
  double pushed;       ///< Σ of -r w where positive: what the stabilisation term may add, J
  double unexplained;  ///< ΔE less the terms above but r·u, J
};

inline EnergyBalance energy_balance(const ContactProblem& problem, const Solution& solution, const Vector& v_before,
                                    double change) {
  const Vector jump = solution.v - v_before;
  const Vector work = -solution.r.cwiseProduct(problem.w);
  double softness = 0;
  if (problem.E.size() > 0) softness = solution.r.dot(problem.E.cwiseProduct(solution.r));
  return {work.cwiseMax(0).sum(), change + 0.5 * jump.dot(problem.M * jump) - work.sum() + softness};
}

}  // namespace signorini
