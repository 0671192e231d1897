#include "signorini/distributed/halo.h"

#include <stdexcept>

#include <fmt/format.h>

namespace signorini::distributed {

void require(PetscErrorCode code) {
  if (code != 0) throw std::runtime_error(fmt::format("PETSc reports error {}", static_cast<int>(code)));
}

Halo::Halo(const Part& part) : part_(part) {
  const auto local = static_cast<PetscInt>(part.place.size());
  require(VecCreateMPI(PETSC_COMM_WORLD, static_cast<PetscInt>(part.owned.size()), PETSC_DETERMINE, &all_));
  require(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, local, nullptr, &local_));
  IS from = nullptr;
  require(ISCreateGeneral(PETSC_COMM_SELF, local, part.place.data(), PETSC_COPY_VALUES, &from));
  require(VecScatterCreate(all_, from, local_, nullptr, &scatter_));
  require(ISDestroy(&from));
}

Halo::~Halo() {
  VecScatterDestroy(&scatter_);
  VecDestroy(&local_);
  VecDestroy(&all_);
}

Vec Halo::vector() const {
  Vec copy = nullptr;
  require(VecDuplicate(all_, &copy));
  return copy;
}

void Halo::collect(const double* local, Vec all) const {
  double* values = nullptr;
  require(VecGetArrayWrite(all, &values));
  for (const int j : part_.owned) *values++ = local[j];
  values -= part_.owned.size();
  require(VecRestoreArrayWrite(all, &values));
}

void Halo::spread(Vec all, double* local) const {
  require(VecPlaceArray(local_, local));
  require(VecScatterBegin(scatter_, all, local_, INSERT_VALUES, SCATTER_FORWARD));
  require(VecScatterEnd(scatter_, all, local_, INSERT_VALUES, SCATTER_FORWARD));
  require(VecResetArray(local_));
}

void Halo::exchange(double* local) const {
  collect(local, all_);
  spread(all_, local);
}

}  // namespace signorini::distributed
