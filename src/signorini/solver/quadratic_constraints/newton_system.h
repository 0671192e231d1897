#pragma once

#include <memory>

#include "signorini/linalg/factorization.h"
#include "signorini/linalg/term_matrix.h"
#include "signorini/solver/quadratic_constraints/cone_problem.h"

namespace signorini::quadratic_constraints {

/// A point of the method, and equally a direction.
struct Point {
  Vector x, lambda;
};

/// Newton's equations (2.4) of the friction thesis as they stand, nothing eliminated, so that nothing is divided by the
/// constraints that go to zero:
///
///     (K + ρ - Σ λ_j ∇²g_j) Δx - Σ Δλ_j ∇g_j = -residual
///     λ_j ∇g_j·Δx + g_j Δλ_j                = goal_j - λ_j g_j
///
/// ρ is the regularisation of Friedlander and Orban, a proximal term: it bends the steps, not the answer.
class NewtonSystem {
 public:
  explicit NewtonSystem(const ConeProblem& problem);

  /// At a point with the constraints' values g.
  Factorization::Outcome factorize(const Point& at, const Vector& g, double regularisation);
  /// `complementarity` is the right-hand side of the second line.
  void solve(const Vector& residual, const Vector& complementarity, Point& direction);

  const Factorization& factorization() const { return *lu_; }

 private:
  /// Calls add(row, column, value) for every term of the matrix, in an order that is always the same.
  template <typename Add>
  void for_each_term(const Point& at, const Vector& g, double regularisation, Add&& add) const;

  const ConeProblem& problem_;
  TermMatrix J_;
  Vector row_scale_;  ///< of the second line
  Vector right_;
  std::unique_ptr<Factorization> lu_;
};

}  // namespace signorini::quadratic_constraints
