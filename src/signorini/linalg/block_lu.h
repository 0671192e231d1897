#pragma once

#include <memory>
#include <vector>

#include "signorini/linalg/factorization.h"

namespace signorini {

/// LU of a matrix that falls into independent blocks, one by one: mass matrices with gyroscopic terms have a small one
/// a body.
class BlockLu {
 public:
  explicit BlockLu(const SparseMatrix& A);

  /// False when a block is singular.
  bool ok() const { return ok_; }
  Vector solve(const Vector& b) const;
  /// A⁻¹ B, with the rows of the blocks that a column of B touches.
  SparseMatrix solve(const SparseMatrix& B) const;

 private:
  struct Block {
    std::vector<int> rows;
    std::unique_ptr<Factorization> lu;
  };
  std::vector<Block> blocks_;
  std::vector<int> block_of_;  ///< by row
  std::vector<int> place_;     ///< by row: where in its block
  bool ok_ = true;
};

}  // namespace signorini
