#pragma once

#include <petscmat.h>

#include <vector>

#include "signorini/distributed/part.h"
#include "signorini/linalg/row_blocks.h"

namespace signorini::distributed {

/// S = 1 + H K Hᵀ as a matrix over the ranks, for a factorisation by the parallel MUMPS. A rank holds the rows of its
/// bodies; it has all contacts that add to them, so nothing is sent.
class FormedSystem {
 public:
  FormedSystem(const RowBlocks& H, const Part& part);
  ~FormedSystem();
  FormedSystem(const FormedSystem&) = delete;
  FormedSystem& operator=(const FormedSystem&) = delete;

  /// K of free and positive rows, one number each, and of cones, dense blocks.
  void assemble(const double* free, const double* positive, const double* cones);
  Mat matrix() const { return matrix_; }

 private:
  /// f(contact, entry, i, other entry, j) for what each contact adds to the rows that the rank owns, always in one
  /// order.
  template <typename F>
  void for_entries(const BlockColumns& columns, F&& f) const;
  void add(const BlockColumns& columns, const double* K);

  const RowBlocks& H_;
  const Part& part_;
  std::vector<PetscScalar> values_;
  Mat matrix_ = nullptr;
};

}  // namespace signorini::distributed
