#pragma once

#include <memory>

#include "signorini/math/types.h"

namespace signorini {

/// Repeated factorisation of symmetric positive definite matrices with one pattern: the symbolic work is done once, the
/// numeric work for every new set of values. The matrices come as their lower triangle, compressed by columns, sorted.
class Factorization {
 public:
  virtual ~Factorization() = default;

  /// Orders and analyses the pattern; values are not read.
  virtual void analyze(const SparseMatrix& lower) = 0;
  /// False when a pivot was not positive.
  virtual bool factorize(const SparseMatrix& lower) = 0;
  /// Overwrites b by the solution.
  virtual void solve(Vector& b) = 0;
  /// Floating point operations of one numeric factorisation, and entries of the factor.
  virtual double flops() const = 0;
  virtual double factor_entries() const = 0;
};

/// Sparse Cholesky by CHOLMOD (supernodal where that pays, ordered by AMD or METIS, whichever needs fewer operations),
/// or by Eigen in builds without it.
std::unique_ptr<Factorization> make_cholesky_factorization();

}  // namespace signorini
