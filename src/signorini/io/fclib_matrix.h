#pragma once

#include <span>
#include <string>
#include <vector>

#include "signorini/io/fclib.h"
#include "signorini/io/hdf5.h"
#include "signorini/math/types.h"

namespace signorini {

/// A size that a matrix must have, and the field of the file that says so.
struct RequiredSize {
  int size = 0;
  std::string source;
};

/// Columns of an fclib matrix by name: one part of a matrix that is read from several groups side by side.
struct MatrixPart {
  std::string name;
  RequiredSize columns;
};

/// Reads the matrix groups `parts` of `parent` side by side into one matrix, sorted and without duplicates. Compressed
/// columns go from the file straight into the result's arrays. A part with no columns may be missing from the file.
SparseMatrix read_fclib_matrix(const hdf5::Group& parent, const RequiredSize& rows, std::span<const MatrixPart> parts);
SparseMatrix read_fclib_matrix(const hdf5::Group& parent, const std::string& name, const RequiredSize& rows,
                               const RequiredSize& columns);

/// Some files hold one triangle of a symmetric matrix only: when every nonzero off the diagonal is on one side, mirror
/// it.
void mirror_triangle(SparseMatrix& M);

/// Compressed columns whose entries belong to somebody else.
struct MatrixView {
  int rows = 0;
  int columns = 0;
  std::vector<int> p;  ///< starts of the columns, columns + 1
  const int* i = nullptr;
  const double* x = nullptr;

  MatrixView() = default;
  /// Columns [first, last) of A, which is compressed.
  MatrixView(const SparseMatrix& A, int first, int last);
  explicit MatrixView(const SparseMatrix& A) : MatrixView(A, 0, static_cast<int>(A.cols())) {}
  int entries() const { return p.back(); }
};

void write_fclib_matrix(const hdf5::Group& parent, const std::string& name, const MatrixView& A, MatrixStorage storage);

}  // namespace signorini
