#pragma once

#include <memory>

#include "signorini/linalg/factorization.h"

namespace signorini::interior_point {

/// What the solver keeps from call to call: factorisations, each with the symbolic analysis of the pattern it saw last.
struct Workspace {
  Factorization& condensed() { return made(condensed_, make_cholesky_factorization); }
  Factorization& general() { return made(general_, make_lu_factorization); }
  Factorization& delassus() { return made(delassus_, make_cholesky_factorization); }
  Factorization& dense() { return made(dense_, make_dense_factorization); }
  Factorization& augmented() { return made(augmented_, make_indefinite_factorization); }

 private:
  static Factorization& made(std::unique_ptr<Factorization>& slot, std::unique_ptr<Factorization> (*make)()) {
    if (slot == nullptr) slot = make();
    return *slot;
  }
  std::unique_ptr<Factorization> condensed_, general_, delassus_, dense_, augmented_;
};

}  // namespace signorini::interior_point
