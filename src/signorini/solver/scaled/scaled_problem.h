#pragma once

#include "signorini/linalg/row_blocks.h"
#include "signorini/problem/contact_problem.h"
#include "signorini/solver/scaled/row_map.h"

namespace signorini::interior_point {

/// The problem in the unknowns of the method: r̃ = r/t and ũ = t u row by row. t turns friction cones into Lorentz cones
/// (r̃ = s (μ r_N, r_T), ũ = (u_N/μ, u_T)/s) and, by s, makes the mean Delassus diagonal of every contact one, so that
/// grams and tonnes take the same path. Contacts without friction keep their normal row only, as a positive one. v, M
/// and f stay as they are.
struct ScaledProblem : RowMap {
  explicit ScaledProblem(const ContactProblem& problem);

  const ContactProblem& original;
  /// δ of the free rows in Newton's equations, relative to their Delassus diagonal, which scaling has made one.
  static constexpr double free_delta = 1e-8;
  int free = 0, dimension = 3;
  int first_cone() const { return free + positive; }
  int rows() const { return first_cone() + dimension * cones; }
  /// Whether row k is the axis of its cone, or free.
  bool is_axis(int k) const { return k < first_cone() || (k - first_cone()) % dimension == 0; }
  int cone_row(int i) const { return first_cone() + dimension * i; }
  /// Positive rows and cones: what the complementarity measure is averaged over.
  int degree() const { return positive + cones; }
  bool global() const { return original.form == Form::global; }

  RowBlocks H;          ///< global form
  Vector inverse_mass;  ///< 1/M_jj; global form
  SparseMatrix W;       ///< local form
  Vector w;             ///< ũ = H̃ᵀ v + w̃ + Ẽ r̃; in local form q̃
  Vector E;
  bool compliant = false;

  /// H with the rows' scales, as a sparse matrix. Global form.
  SparseMatrix scaled_H() const { return original.H * selection(); }
};

}  // namespace signorini::interior_point
