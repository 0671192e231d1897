#pragma once

#include <vector>

#include "signorini/math/types.h"

namespace signorini {

/// A = L Lᵀ of a symmetric positive definite matrix that is narrow: each row is stored from its first entry to the
/// diagonal, where L has all of its entries too. For matrices of a few dozen rows, which need no more than a good order
/// of these; memory is kept from one to the next.
class EnvelopeCholesky {
 public:
  /// Makes A zero. `first`: the column of the first entry of each row, at most the row.
  void shape(const std::vector<int>& first);
  void set_zero();
  /// Entry (row, k) is at [k], from the first one to the diagonal.
  double* row(int row) { return values_.data() + start_[row]; }
  /// Overwrites A by L. False when a pivot is not positive. Rows that depend on those before, whose pivot is less than
  /// the share `dependent` of the diagonal, are left out: solve() gives them 0.
  bool factorize(double dependent = 0);
  void solve(Vector& b) const;
  /// Floating point operations of a factorisation in an envelope like this.
  static double flops(const std::vector<int>& first);

 private:
  std::vector<int> first_;
  std::vector<std::ptrdiff_t> start_;  ///< where column 0 of the row would be
  std::vector<double> values_, inverse_;
};

}  // namespace signorini
