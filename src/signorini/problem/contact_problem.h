#pragma once

#include <string>
#include <vector>

#include "signorini/base/export.h"
#include "signorini/cone/cones.h"
#include "signorini/math/types.h"
#include "signorini/problem/law.h"

namespace SIGNORINI_PUBLIC signorini {

enum class Form { global, local };
std::string_view to_string(Form form);

/// One contact problem, in global form
///
///     M v = f + H r
///     u   = Hᵀ v + w + E r
///     K* ∋ u + s(u) ⟂ r ∈ K        s(u) = (μ|u_T|, 0, 0) for law coulomb, else 0
///
/// or in local form, with u = W r + q + E r in place of the first two lines. Units are SI: impulses r in N·s,
/// velocities in m/s. README.md beside this file derives the equations.
struct ContactProblem {
  Form form = Form::global;

  /// Mass (with finite elements also stiffness and damping), dof × dof, positive
  /// definite; symmetric but for gyroscopic terms, taken as given. Global form.
  SparseMatrix M;
  /// Generalised contact directions, dof × rows, one column a row of r. Global form.
  SparseMatrix H;
  /// M v_old + h · forces, dof. Global form.
  Vector f;
  /// Gap over time step and motion terms, rows, m/s. Global form.
  Vector w;

  /// Delassus matrix, rows × rows; files in the wild hold slightly non-symmetric ones, taken as given. Local form.
  SparseMatrix W;
  /// Relative velocities when no impulse acts, rows, m/s. Local form.
  Vector q;

  /// Compliance, the diagonal of E, rows, (m/s)/(N·s), ≥ 0. Empty when every contact is rigid.
  Vector E;

  Cones cones;
  Law law = Law::coulomb;
  /// Directions of the friction pyramid, for law pyramid only.
  int pyramid_sides = 8;

  int rows() const { return cones.rows(); }
  /// Generalised velocities; 0 in local form.
  int dof() const { return form == Form::global ? static_cast<int>(M.rows()) : 0; }
  /// The friction coefficient that the law applies to friction cone i.
  double friction(int i) const { return law == Law::frictionless ? 0.0 : cones.mu[i]; }

  /// Every inconsistency found, each in a line that names field, place and value; empty when the problem is sound.
  std::vector<std::string> validate() const;
};

/// A guess on the way into a solver, the answer on the way out. `v` is empty in local form.
struct Solution {
  Vector v;  ///< generalised velocities, dof
  Vector r;  ///< impulses, rows, N·s
  Vector u;  ///< relative velocities, rows, m/s

  /// The solution with r = 0 and v, u of matching sizes.
  static Solution zero(const ContactProblem& problem);
};

}  // namespace signorini
