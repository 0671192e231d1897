#pragma once

#include <petscvec.h>

#include <cstdint>

#include "signorini/distributed/part.h"

namespace signorini::distributed {

/// Throws std::runtime_error when PETSc reports an error.
void require(PetscErrorCode code);

/// Brings the velocities of others' bodies, by a PETSc scatter.
class Halo {
 public:
  explicit Halo(const Part& part);
  ~Halo();
  Halo(const Halo&) = delete;
  Halo& operator=(const Halo&) = delete;

  /// `local`, over the local degrees of freedom, holds what the rank owns; the rest is filled in.
  void exchange(double* local) const;
  /// The same from a vector over all ranks.
  void spread(Vec all, double* local) const;
  /// What the rank owns, into its share of a vector over all ranks.
  void collect(const double* local, Vec all) const;
  /// A new vector over all ranks; the caller destroys it.
  Vec vector() const;

 private:
  const Part& part_;
  Vec all_ = nullptr, local_ = nullptr;
  VecScatter scatter_ = nullptr;
};

}  // namespace signorini::distributed
