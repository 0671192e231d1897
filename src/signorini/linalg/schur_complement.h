#pragma once

#include <memory>
#include <vector>

#include "signorini/math/types.h"

namespace signorini {

/// A symmetric positive definite matrix seen from a few of its unknowns, the kept ones c, with all others i eliminated:
///
///     S = M_cc - M_ci M_ii⁻¹ M_ic
///
/// One Cholesky factorisation with c last does it: S = L_cc L_ccᵀ. The order of the others is found once a pattern of
/// M, whatever is kept. Needs CHOLMOD: builds without it never find that it pays.
class SchurComplement {
 public:
  SchurComplement();
  ~SchurComplement();

  /// Operations of a factorisation of M in the best order known, unless it is the pattern ordered last.
  double order(const SparseMatrix& M);
  /// Operations of one with `kept`, ascending, last; after order().
  double analyze(const std::vector<int>& kept);
  /// False when M is not positive definite.
  bool factorize(const SparseMatrix& M);

  /// Both triangles, in the order of `kept`; entries that are exact zeros are left out.
  SparseMatrix complement() const;
  /// f_c - M_ci M_ii⁻¹ f_i.
  Vector reduce(const Vector& f) const;
  /// v with v_c as given and M_ii v_i = f_i - M_ic v_c.
  Vector expand(const Vector& f, const Vector& kept_v) const;
  /// M⁻¹ b.
  Vector solve(const Vector& b) const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace signorini
