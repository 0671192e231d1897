#pragma once

#include "signorini/problem/contact_problem.h"

/// An answer to compare solvers with: small problems, dense matrices, long double, and a method that has nothing in
/// common with those of the library.
namespace signorini::test {

using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

/// What is unique in the answer of a problem under the laws frictionless and convex is v (global form) and u; r is one
/// choice of many when there are more rows than degrees of freedom.
struct Reference {
  LongVector v;
  LongVector r;
  LongVector u;
  /// ‖q‖ over the rows of positive and friction cones, m/s; 1 when that is 0.
  long double speed = 1;
  /// How far the answer is from the law, relative to the speed: see law_violation.
  long double violation = 0;
};

/// Throws std::runtime_error when the rows contradict each other. Takes local problems with a symmetric W.
///
/// With M = L Lᵀ and y = Lᵀ v the problem is to find the point nearest to L⁻¹ f in a convex set: the y whose relative
/// velocities satisfy every row. Compliance is one more coordinate a row, √E r. The set is an intersection of half
/// spaces: u ≥ 0 for a positive row, u_N + μ d·u_T ≥ 0 for every unit vector d for a friction cone. The dual active set
/// method of Goldfarb and Idnani (Math. Prog. 27, 1983) takes them in one at a time, always the one violated most, so
/// the infinitely many of a cone in space need not be listed.
Reference reference_solution(const ContactProblem& problem);

/// The largest breach of the law by the impulses r and the velocities that follow from them, relative to ‖q‖ as in the
/// certificate: u of free rows, the distances of u and D r from their cones, |u·r|/|r|.
long double law_violation(const ContactProblem& problem, const LongVector& r);

}  // namespace signorini::test
