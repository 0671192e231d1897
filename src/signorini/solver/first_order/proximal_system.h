#pragma once

#include <memory>
#include <optional>

#include "signorini/linalg/factorization.h"
#include "signorini/linalg/normal_matrix.h"
#include "signorini/linalg/row_blocks.h"
#include "signorini/problem/contact_problem.h"

namespace signorini::first_order {

/// H by kinds of rows, all in blocks of one width, as NormalMatrix wants them. Global form.
RowBlocks even_row_blocks(const ContactProblem& problem);

/// The linear system (W + E + R) x = c - q, R = diag(ρ), factorised once and solved often. Global form eliminates x:
/// with D = E + R, (M + H D⁻¹ Hᵀ) v = f + H D⁻¹ (c - w) and x = D⁻¹ (c - w - Hᵀ v). The symmetric part
/// of M, or of W in local form, is factorised; the rest acts on the v or x of the call before.
class ProximalSystem {
 public:
  /// The problem must outlive this.
  explicit ProximalSystem(const ContactProblem& problem);

  void analyze();
  Factorization::Outcome factorize(const Vector& rho);
  /// x enters as an earlier solution, or empty.
  void solve(const Vector& c, Vector& x);

  const Factorization& factorization() const { return *factorization_; }

 private:
  const ContactProblem& p_;
  std::unique_ptr<Factorization> factorization_;
  RowBlocks H_;
  std::optional<NormalMatrix> S_;
  SparseMatrix lower_;  ///< local form: the lower triangle of W's symmetric part + E
  SparseMatrix skew_;   ///< the rest of M or W
  Vector inverse_;      ///< D⁻¹
  Vector rhs_, momentum_, v_;
};

}  // namespace signorini::first_order
