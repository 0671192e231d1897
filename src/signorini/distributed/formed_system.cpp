#include "signorini/distributed/formed_system.h"

#include "signorini/distributed/halo.h"

namespace signorini::distributed {

template <typename F>
void FormedSystem::for_entries(const BlockColumns& columns, F&& f) const {
  const int width = columns.width();
  for (int k = 0; k < columns.groups(); ++k) {
    const int begin = columns.start()[static_cast<std::size_t>(k)],
              end = columns.start()[static_cast<std::size_t>(k) + 1];
    for (int e = begin; e < end; ++e) {
      const auto row = static_cast<std::size_t>(width * columns.block()[static_cast<std::size_t>(e)]);
      if (part_.freedom_leaf[row] < 0) continue;
      for (int other = begin; other < end; ++other)
        for (int i = 0; i < width; ++i)
          for (int j = 0; j < width; ++j) f(k, e, i, other, j);
    }
  }
}

FormedSystem::FormedSystem(const RowBlocks& H, const Part& part) : H_(H), part_(part) {
  std::vector<PetscInt> rows, columns;
  for (const int j : part.owned) {
    rows.push_back(part.place[static_cast<std::size_t>(j)]);
    columns.push_back(rows.back());
  }
  for (const BlockColumns* kind : H.parts()) {
    const auto place = [&](int e, int i) {
      return part_.place[static_cast<std::size_t>(kind->width() * kind->block()[static_cast<std::size_t>(e)] + i)];
    };
    for_entries(*kind, [&](int, int e, int i, int other, int j) {
      rows.push_back(place(e, i));
      columns.push_back(place(other, j));
    });
  }
  const auto owned = static_cast<PetscInt>(part.owned.size());
  require(MatCreate(PETSC_COMM_WORLD, &matrix_));
  require(MatSetSizes(matrix_, owned, owned, PETSC_DETERMINE, PETSC_DETERMINE));
  require(MatSetType(matrix_, MATAIJ));
  require(MatSetPreallocationCOO(matrix_, static_cast<PetscCount>(rows.size()), rows.data(), columns.data()));
  require(MatSetOption(matrix_, MAT_SPD, PETSC_TRUE));
  values_.reserve(rows.size());
}

FormedSystem::~FormedSystem() { MatDestroy(&matrix_); }

void FormedSystem::add(const BlockColumns& columns, const double* K) {
  const int group = columns.group(), width = columns.width();
  for_entries(columns, [&](int k, int e, int i, int other, int j) {
    const double *weights = K + std::ptrdiff_t{group} * group * k, *h = columns.values(e),
                 *h_other = columns.values(other);
    double sum = 0;
    for (int a = 0; a < group; ++a)
      for (int b = 0; b < group; ++b) sum += h[a * width + i] * weights[a * group + b] * h_other[b * width + j];
    values_.push_back(sum);
  });
}

void FormedSystem::assemble(const double* free, const double* positive, const double* cones) {
  values_.assign(part_.owned.size(), 1.0);
  add(H_.free, free);
  add(H_.positive, positive);
  add(H_.cones, cones);
  require(MatSetValuesCOO(matrix_, values_.data(), INSERT_VALUES));
}

}  // namespace signorini::distributed
