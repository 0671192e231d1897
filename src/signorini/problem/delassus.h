#pragma once

#include <optional>

#include "signorini/linalg/mass_factor.h"
#include "signorini/linalg/row_blocks.h"
#include "signorini/problem/contact_problem.h"

namespace signorini {

/// The operator W + E of u = (W + E) r + q, with W = Hᵀ M⁻¹ H never formed unless asked for.
///
/// Both forms are one mechanism. There is a state x from which the relative velocities of contact k are read as A_kᵀ x
/// + w_k + E_k r_k:
///   global form: x = v̂ (whitened velocities, see MassFactor), A = Ĥ, and an impulse change δ at contact k moves x by
///   A_k δ; local form:  x = r itself, A = Wᵀ, w = q, and r is the state. An M that is not symmetric has no such
///   whitened form: W is formed, and the operator is that of the local form.
class Delassus {
 public:
  explicit Delassus(const ContactProblem& problem);

  /// Of the operator: local where r is the state.
  Form form() const { return form_; }
  const Cones& cones() const { return cones_; }
  /// A's columns of the free rows, the positive rows and the friction cones.
  const BlockColumns& free() const { return A_.free; }
  const BlockColumns& positive() const { return A_.positive; }
  const BlockColumns& friction() const { return A_.cones; }
  /// The constant part of u as a function of the state.
  const Vector& w() const { return w_; }
  /// Compliance, one entry a row (zeros when the problem is rigid).
  const Vector& E() const { return E_; }
  /// Whether any entry of E is not zero.
  bool compliant() const { return compliant_; }

  int state_size() const { return state_size_; }
  /// The state that belongs to the impulses r.
  void state(const Vector& r, Vector& x) const;
  /// v of a state; empty in local form.
  Vector velocities(const Vector& x) const;

  /// The relative velocities when no impulse acts.
  const Vector& q() const { return q_; }
  /// y = (W + E) r.
  void apply(const Vector& r, Vector& y) const;
  /// What apply() has to move: A once for each of its two passes, r and E, the state written and read, y.
  std::size_t bytes_of_action() const;
  /// Diagonal of W + E.
  Vector diagonal() const;
  /// Diagonal blocks of W + E of the friction cones, dimension² entries each, column by column.
  std::vector<double> friction_blocks() const;
  /// W + E as a sparse matrix.
  SparseMatrix assemble() const;

 private:
  void whiten(const ContactProblem& problem);
  void form_operator(const ContactProblem& problem);
  void sort(const SparseMatrix& A, const Vector& scale = {});
  SparseMatrix sparse() const;

  Form form_;
  Cones cones_;
  std::optional<MassFactor> mass_;
  SparseMatrix H_;  ///< where M is not symmetric
  Vector f_;
  int state_size_ = 0;
  bool compliant_ = false;
  RowBlocks A_;
  Vector f_hat_, w_, E_, q_;
};

/// The same problem in local form: W assembled, v eliminated. The law, the cones and the compliance stay.
ContactProblem to_local(const ContactProblem& problem);

}  // namespace signorini
