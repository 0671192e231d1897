#pragma once

#include <vector>

#include "signorini/math/types.h"

namespace signorini {

/// The pattern of a supernodal factor L, as CHOLMOD's analysis gives it: columns first_column[s] to first_column[s+1]
/// of supernode s share the rows rows[first_row[s]..first_row[s+1]), their own ones first. They are stored as a dense
/// column-major block from values[first_value[s]] on, with that many rows.
struct SupernodalPattern {
  int size = 0, supernodes = 0;
  const int *first_column = nullptr, *first_row = nullptr, *first_value = nullptr, *rows = nullptr;
};

/// A = L Lᵀ from left to right, supernode by supernode, and solves with L. Does what CHOLMOD's numerical part does,
/// with the BLAS that it uses. That opens a team of threads for each update of a supernode, one thread strong where it
/// is told to; up to some thousand contacts these take a quarter of its time.
class SupernodalCholesky {
 public:
  /// Whether the BLAS of the process has what is needed.
  static bool available();

  void analyze(const SupernodalPattern& pattern);
  /// `lower`: the lower triangle of A, in the order of the pattern; by columns. Returns the first column whose pivot is
  /// not positive, or the number of columns.
  int factorize(const int* outer, const int* inner, const double* lower, double* values);
  /// b becomes (L Lᵀ)⁻¹ b.
  void solve(const double* values, double* b);

 private:
  void take(int s, const int* outer, const int* inner, const double* lower, double* block);
  void update(int s, int from, const double* values, double* block);
  /// Hands supernode s on to the next one that it updates, which holds its row `place`.
  void hand_on(int s, int place);
  int columns(int s) const { return p_.first_column[s + 1] - p_.first_column[s]; }
  int height(int s) const { return p_.first_row[s + 1] - p_.first_row[s]; }

  SupernodalPattern p_;
  std::vector<int> supernode_of_;         ///< of each column
  std::vector<int> place_;                ///< of each row in the supernode at hand
  std::vector<int> next_, head_, start_;  ///< supernodes that update others, by these; from which of their rows on
  std::vector<int> target_;               ///< where the rows of an update go
  std::vector<double> work_;
};

}  // namespace signorini
