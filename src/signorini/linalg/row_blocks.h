#pragma once

#include "signorini/linalg/block_columns.h"

namespace signorini {

/// A matrix with one column a row of r, by kinds of rows: free ones, positive ones, cones of `dimension` rows. `scale`:
/// what the rows of A are multiplied with; empty: nothing.
struct RowBlocks {
  BlockColumns free, positive, cones;

  RowBlocks() = default;
  RowBlocks(const SparseMatrix& A, int free_rows, int positive_rows, int cone_count, int dimension,
            int width = BlockColumns::leanest, const Vector& scale = {});
  /// All kinds in blocks of one width, as NormalMatrix wants them.
  static RowBlocks even(const SparseMatrix& A, int free_rows, int positive_rows, int cone_count, int dimension);

  std::vector<const BlockColumns*> parts() const { return {&free, &positive, &cones}; }

  int rows() const { return free.groups() + positive.groups() + cones.group() * cones.groups(); }
  /// What one pass over the blocks reads.
  std::size_t bytes() const { return free.bytes() + positive.bytes() + cones.bytes(); }
  /// u = Aᵀ x.
  void gather(const Vector& x, Vector& u) const;
  /// x += A r.
  void scatter(const Vector& r, Vector& x) const;
};

}  // namespace signorini
