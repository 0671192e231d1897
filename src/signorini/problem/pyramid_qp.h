#pragma once

#include "signorini/problem/contact_problem.h"
#include "signorini/problem/pyramid.h"

namespace signorini {

/// How good a pair (v, λ) is as an answer of a QP, in the measures of the QP study §4.1 (those of OOQP).
struct QpMeasures {
  double primal_objective = 0;      ///< ½ vᵀMv + cᵀv, J; local form: the dual one plus the gap
  double gap = 0;                   ///< vᵀMv + cᵀv - bᵀλ, J: the primal objective less the dual one
  double primal_infeasibility = 0;  ///< the most by which a row of A v ≥ b (or = b) is missed, m/s
  double dual_infeasibility = 0;    ///< the same for M v + c = Aᵀλ and λ ≥ 0, N s
  double largest_datum = 0;         ///< largest magnitude among the QP's data

  /// μ of §4.1.
  double relative_gap() const;
  /// The relative norm of the residual of §4.1.
  double relative_residual() const;
};

/// Law pyramid as a quadratic program, in both forms of the QP study §2.2. With c = -f, A = (H P)ᵀ and b = -Pᵀw, where
/// r = P λ spans the friction cones over p directions:
///
///     primal   min ½ vᵀM v + cᵀv   subject to A v ≥ b
///     dual     min ½ λᵀ(A M⁻¹Aᵀ) λ + κᵀλ   subject to λ ≥ 0      κ = -b - A M⁻¹c
///
/// The first `free` rows are equations, and λ is free there. (The study's f and κ lack M and M⁻¹.) Compliance becomes
/// rigid rows against bodies of mass 1/E, which have a velocity each behind those of the problem: so friction may be
/// compliant too. A problem in local form has the dual alone, that of the symmetric part of W.
class PyramidQp {
 public:
  /// Throws InputError for fewer than 3 sides. The study takes 3, the most for which A can have full rank.
  explicit PyramidQp(const ContactProblem& original, int sides = 3);

  /// The rows of both forms as a contact problem of free and positive rows, for any solver.
  const ContactProblem& rows() const { return pyramid_.problem(); }
  bool has_primal() const { return rows().form == Form::global; }
  int free() const { return rows().cones.free; }

  /// The primal one; global form only.
  const SparseMatrix& M() const { return rows().M; }
  Vector c() const { return -rows().f; }
  SparseMatrix A() const { return rows().H.transpose(); }
  Vector b() const { return -rows().w; }
  /// The dual one.
  struct Dual {
    SparseMatrix P;
    Vector kappa;
  };
  Dual dual() const;

  /// M⁻¹(Aᵀλ - c): what a dual solver's answer is in the primal.
  Vector velocities(const Vector& lambda) const;
  /// Of an answer in the rows of the QP; where it has no v, with velocities(λ).
  QpMeasures measure(const Solution& answer) const;
  /// Such an answer as (N, T1, T2) of the original problem.
  Solution back(const Solution& answer) const;
  /// An answer of the original problem as one of the QP: see Pyramid::forward().
  Solution forward(const Solution& original) const;

 private:
  int dof_;  ///< of the original
  ContactProblem rigid_;
  Pyramid pyramid_;
};

/// The same problem with rigid rows alone: compliance E_k as a mass 1/E_k, at rest, that row k pushes too. Its velocity
/// is E_k r_k. Global form; others as they are.
ContactProblem with_springs_as_masses(const ContactProblem& problem);

/// Whether forces can hold each other in balance: the friction cones are *pointed* (QP study §2.3) where no impulses
/// r ≠ 0 in the pyramids, and any in the free rows, have H r = 0. Where they are not, forces have no bound: bodies are
/// jammed. By Gordan's theorem they are pointed exactly where some motion keeps the free rows and opens every other
/// row of the QP. This is the problem of the least such motion that opens each by 1 m/s: a solver that finds an answer
/// has shown them pointed, and one that proves it infeasible has found impulses that jam. (The study's (2.15) leaves
/// out the normals; without them no cone is pointed, since the directions of a friction polygon sum to zero.)
///
/// Its rows are those of PyramidQp. Throws InputError in local form, which does not know H.
ContactProblem opening_problem(const ContactProblem& original, int sides = 3);

}  // namespace signorini
