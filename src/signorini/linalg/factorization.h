#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "signorini/math/types.h"

namespace signorini {

/// Repeated factorisation of matrices with one pattern: the symbolic work is done once, the numeric work for every new
/// set of values. Symmetric matrices come as their lower triangle, those for LU whole; compressed by columns, sorted.
class Factorization {
 public:
  enum class Outcome {
    done,
    breakdown,      ///< a pivot was not positive (Cholesky), or none could be found (LDLᵀ, LU)
    out_of_memory,  ///< the factor did not fit
  };

  virtual ~Factorization() = default;

  /// Orders and analyses the pattern, unless it is the one analysed last; values are not read.
  void analyze(const SparseMatrix& matrix);
  Outcome factorize(const SparseMatrix& matrix);
  /// Overwrites b by the solution.
  void solve(Vector& b);
  /// Floating point operations of one numeric factorisation, and entries of the factor.
  virtual double flops() const = 0;
  virtual double factor_entries() const = 0;
  /// Lets go of a large factor's memory and keeps the analysis; factorize before the next solve.
  virtual void release_values() {}
  /// How often a pattern was analysed.
  int analyses() const { return analyses_; }
  /// How long the next factorisation and the solves with it will take, rather too long than too short: what the last
  /// ones took by the clock, or, before the first, what their operations take on this machine. For time limits alone:
  /// nothing else may follow the clock.
  double expected_seconds() const;

 private:
  virtual void analyze_pattern(const SparseMatrix& matrix) = 0;
  virtual Outcome factorize_values(const SparseMatrix& matrix) = 0;
  virtual void solve_with_factor(Vector& b) = 0;

  std::vector<int> outer_, inner_;  ///< the pattern analysed last
  int analyses_ = 0;
  double work_ = 0;           ///< operations of the last factorisation; 0 before the first
  double seconds_ = 0;        ///< that it took
  double solve_seconds_ = 0;  ///< that the solves with it took
  int solves_ = 0;
};

/// Sparse Cholesky by CHOLMOD (supernodal where that pays; ordered by AMD, or on large matrices by METIS where that
/// needs fewer operations), or by Eigen in builds without it.
std::unique_ptr<Factorization> make_cholesky_factorization();

/// L D Lᵀ of symmetric indefinite matrices by MUMPS; a row that depends on others, as redundant joints make, is left
/// out, its unknown near zero. In builds without MUMPS by Eigen, without pivoting: for quasi-definite matrices only.
std::unique_ptr<Factorization> make_indefinite_factorization();
/// "MUMPS 5.5.1" or "Eigen".
std::string_view indefinite_backend();

/// Cholesky of the matrix stored in full: for small matrices with few zeros, see mostly_full.
std::unique_ptr<Factorization> make_dense_factorization();
/// P A = L U of any square matrix: stored in full where it is small; body by body (node_lu.h) where its rows may be
/// theirs, that takes few operations and is accurate; else by MUMPS or, in builds without it, by Eigen.
std::unique_ptr<Factorization> make_lu_factorization();
/// Its sparse kind.
std::unique_ptr<Factorization> make_sparse_lu_factorization();
/// Whether the dense factorisation is the faster one, judged by size and share of entries that are there.
bool mostly_full(const SparseMatrix& lower);

}  // namespace signorini
