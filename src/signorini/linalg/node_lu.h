#pragma once

#include <vector>

#include "signorini/math/types.h"

namespace signorini {

/// L U of a matrix of 6 × 6 blocks, one row of blocks a node, as bodies have them. Its pattern may promise many blocks
/// that are zero, as those of open contacts are: every factorisation orders and eliminates the ones that are there.
/// Their pattern is taken to be symmetric. Rows are exchanged within a block alone, so that the caller has to look at
/// what the factor is worth.
class NodeLu {
 public:
  static constexpr int width = 6;

  /// Finds the blocks that are there and those that fill in. `by_values`: zeros count for nothing; else the pattern
  /// counts. The rows of the matrix are a multiple of the width.
  void analyze(const SparseMatrix& matrix, bool by_values);
  /// After analyze by values of the same matrix. False where a block has no inverse.
  bool factorize(const SparseMatrix& matrix);
  /// Overwrites b by the solution.
  void solve(Vector& b) const;
  /// Operations of a factorisation, entries of its factor.
  double flops() const { return flops_; }
  double entries() const;

 private:
  int nodes() const { return static_cast<int>(order_.size()); }
  std::vector<std::vector<int>> neighbours(const SparseMatrix& matrix, bool by_values);
  void order(const std::vector<std::vector<int>>& neighbours);
  void find_fill(const std::vector<std::vector<int>>& neighbours);
  void assemble(const SparseMatrix& matrix);
  void eliminate(int pivot);

  std::vector<int> order_, place_;  ///< the node eliminated k-th, and when a node is
  std::vector<int> start_, later_;  ///< of each pivot, which later ones it meets, sorted
  /// Blocks, column by column: inverses of the pivots' own, those below them (L), those beside them (U).
  std::vector<double> own_, below_, beside_;
  std::vector<int> entry_;  ///< work: of a later pivot, which of its blocks belongs to another
  double flops_ = 0;
};

}  // namespace signorini
