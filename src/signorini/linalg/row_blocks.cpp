#include "signorini/linalg/row_blocks.h"

namespace signorini {
namespace {

template <typename F>
void for_each_kind(const RowBlocks& rows, F&& f) {
  int first = 0;
  for (const BlockColumns* columns : {&rows.free, &rows.positive, &rows.cones}) {
    f(*columns, first);
    first += columns->group() * columns->groups();
  }
}

}  // namespace

RowBlocks::RowBlocks(const SparseMatrix& A, int free_rows, int positive_rows, int cone_count, int dimension, int width,
                     const Vector& scale)
    : free(A, 0, free_rows, 1, width, scale),
      positive(A, free_rows, positive_rows, 1, width, scale),
      cones(A, free_rows + positive_rows, cone_count, dimension, width, scale) {}

RowBlocks RowBlocks::even(const SparseMatrix& A, int free_rows, int positive_rows, int cone_count, int dimension) {
  const int scalar_rows = free_rows + positive_rows;
  const int width = cone_count > 0 ? BlockColumns(A, scalar_rows, cone_count, dimension).width()
                                   : BlockColumns(A, 0, scalar_rows, 1).width();
  return {A, free_rows, positive_rows, cone_count, dimension, width};
}

void RowBlocks::gather(const Vector& x, Vector& u) const {
  u.resize(rows());
  for_each_kind(*this, [&](const BlockColumns& columns, int first) {
    columns.gather(0, columns.groups(), x.data(), u.data() + first);
  });
}

void RowBlocks::scatter(const Vector& r, Vector& x) const {
  for_each_kind(*this, [&](const BlockColumns& columns, int first) {
    columns.scatter(0, columns.groups(), r.data() + first, x.data());
  });
}

}  // namespace signorini
