#include "signorini/io/fclib_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

namespace signorini {
namespace {

constexpr int compressed_columns = -1;
constexpr int compressed_rows = -2;

/// A matrix group with its header read: the sizes agree with the rest of the file.
struct StoredMatrix {
  hdf5::Group group;
  int rows = 0;
  int columns = 0;
  int nz = compressed_columns;
};

bool is_finite(double value) {
  constexpr std::uint64_t exponent = 0x7ff0000000000000;
  return (std::bit_cast<std::uint64_t>(value) & exponent) != exponent;
}

void check_dimension(const hdf5::Group& group, const char* name, const char* meaning, const RequiredSize& required) {
  const std::int64_t size = group.integer(name);
  if (size < 0) group.fail(name, fmt::format("is {}, but the number of {} cannot be negative", size, meaning));
  if (size != required.size)
    group.fail(name, fmt::format("the matrix has {} {}, but {} has {} entries", size, meaning, required.source,
                                 required.size));
}

StoredMatrix read_header(const hdf5::Group& parent, const RequiredSize& rows, const MatrixPart& part) {
  StoredMatrix stored{parent.group(part.name), rows.size, part.columns.size};
  check_dimension(stored.group, "m", "rows", rows);
  check_dimension(stored.group, "n", "columns", part.columns);
  const std::int64_t nz = stored.group.integer("nz");
  if (nz < compressed_rows || nz > std::numeric_limits<int>::max())
    stored.group.fail("nz", fmt::format("is {}, but -1 (columns), -2 (rows) or a number of triplets is expected", nz));
  stored.nz = static_cast<int>(nz);
  return stored;
}

/// Reads the starts of `lines` compressed columns (or rows) and returns the number of entries, which i and x are sure
/// to hold.
int read_starts(const hdf5::Group& group, int lines, int* starts) {
  const hdf5::Dataset p = group.integers("p");
  if (p.size() != lines + 1)
    p.fail(fmt::format("has {} entries, but the matrix sizes ask for {}", p.size(), lines + 1));
  p.read(starts, 0, lines + 1);
  if (starts[0] != 0) p.fail(fmt::format("entry 0 is {}, but must be 0", starts[0]));
  for (int k = 0; k < lines; ++k)
    if (starts[k + 1] < starts[k])
      p.fail(fmt::format("entry {} is {}, smaller than the entry before it ({})", k + 1, starts[k + 1], starts[k]));
  const int count = starts[lines];
  const hdf5::Dataset arrays[] = {group.integers("i"), group.reals("x")};
  for (const hdf5::Dataset& array : arrays)
    if (array.size() < count) array.fail(fmt::format("has {} entries, but p ends at {}", array.size(), count));
  return count;
}

/// Reads `count` indices and values. Arrays may be longer (fclib calls their length nzmax), but only by zeros: a
/// nonzero left over means that p is wrong.
void read_entries(const hdf5::Group& group, int count, int* indices, double* values) {
  const hdf5::Dataset i = group.integers("i");
  const hdf5::Dataset x = group.reals("x");
  i.read(indices, 0, count);
  x.read(values, 0, count);
  std::vector<double> rest(static_cast<std::size_t>(x.size() - count));
  x.read(rest.data(), count, x.size() - count);
  for (std::size_t k = 0; k < rest.size(); ++k)
    if (rest[k] != 0.0)
      x.fail(fmt::format("has {} entries, but p ends at {} and leaves out entry {} = {}", x.size(), count,
                         static_cast<std::size_t>(count) + k, rest[k]));
}

/// Where the first index or value is wrong, for check_entries: the slow pass that finds words for what the fast pass
/// saw.
[[noreturn]] void complain(const hdf5::Group& group, int lines, int count, const int* indices, const double* values) {
  for (int k = 0; k < count; ++k) {
    if (indices[k] < 0 || indices[k] >= lines)
      group.fail("i", fmt::format("entry {} is {}, but the index must be from 0 to {}", k, indices[k], lines - 1));
    if (!is_finite(values[k])) group.fail("x", fmt::format("entry {} is {}", k, values[k]));
  }
  group.fail("is damaged");
}

/// One pass over the columns just read: indices in range, values finite. Returns whether every column is strictly
/// sorted.
bool check_entries(const hdf5::Group& group, int rows, int columns, const int* starts, const int* indices,
                   const double* values) {
  const unsigned limit = static_cast<unsigned>(rows);
  bool good = true;
  bool sorted = true;
  for (int j = 0; j < columns; ++j) {
    int previous = -1;
    for (int k = starts[j]; k < starts[j + 1]; ++k) {
      good &= static_cast<unsigned>(indices[k]) < limit;  // a negative index is a large unsigned one
      good &= is_finite(values[k]);
      sorted &= indices[k] > previous;
      previous = indices[k];
    }
  }
  if (!good) complain(group, rows, starts[columns] - starts[0], indices + starts[0], values + starts[0]);
  return sorted;
}

/// Sorts each column by row and adds up entries of the same place, in the order of the file.
void sort_columns(SparseMatrix& A) {
  std::vector<std::pair<int, double>> column;
  int* starts = A.outerIndexPtr();
  int* rows = A.innerIndexPtr();
  double* values = A.valuePtr();
  int out = 0;
  int begin = 0;
  for (int j = 0; j < A.cols(); ++j) {
    const int end = starts[j + 1];
    column.clear();
    for (int k = begin; k < end; ++k) column.emplace_back(rows[k], values[k]);
    std::stable_sort(column.begin(), column.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const int first = out;
    for (const auto& [row, value] : column) {
      if (out > first && rows[out - 1] == row) {
        values[out - 1] += value;
      } else {
        rows[out] = row;
        values[out++] = value;
      }
    }
    begin = end;
    starts[j + 1] = out;
  }
  A.resizeNonZeros(out);
}

SparseMatrix read_compressed_rows(const StoredMatrix& stored) {
  SparseMatrix transposed(stored.columns, stored.rows);
  const int count = read_starts(stored.group, stored.rows, transposed.outerIndexPtr());
  transposed.resizeNonZeros(count);
  read_entries(stored.group, count, transposed.innerIndexPtr(), transposed.valuePtr());
  if (!check_entries(stored.group, stored.columns, stored.rows, transposed.outerIndexPtr(), transposed.innerIndexPtr(),
                     transposed.valuePtr()))
    sort_columns(transposed);
  return transposed.transpose();
}

SparseMatrix read_triplets(const StoredMatrix& stored) {
  const hdf5::Dataset i = stored.group.integers("i");
  const hdf5::Dataset p = stored.group.integers("p");
  const hdf5::Dataset x = stored.group.reals("x");
  const int count = stored.nz;
  for (const hdf5::Dataset* array : {&i, &p, &x})
    if (array->size() < count)
      array->fail(fmt::format("has {} entries, but nz announces {} triplets", array->size(), count));
  const std::size_t size = static_cast<std::size_t>(count);
  std::vector<int> rows(size), columns(size);
  std::vector<double> values(size);
  i.read(rows.data(), 0, count);
  p.read(columns.data(), 0, count);
  x.read(values.data(), 0, count);

  // CSparse, and with it nearly every file, has rows in i and columns in p; fclib.h says the reverse, and some believe
  // it.
  const auto within = [](const std::vector<int>& indices, int limit) {
    return std::all_of(indices.begin(), indices.end(), [limit](int k) { return 0 <= k && k < limit; });
  };
  if (!within(rows, stored.rows) || !within(columns, stored.columns)) {
    if (within(columns, stored.rows) && within(rows, stored.columns)) {
      std::swap(rows, columns);
    } else {
      const bool in_i = !within(rows, stored.rows);
      const std::vector<int>& indices = in_i ? rows : columns;
      const int limit = in_i ? stored.rows : stored.columns;
      const auto bad = std::find_if(indices.begin(), indices.end(), [limit](int k) { return k < 0 || k >= limit; });
      stored.group.fail(in_i ? "i" : "p", fmt::format("entry {} is {}, but the {} index must be from 0 to {}",
                                                      bad - indices.begin(), *bad, in_i ? "row" : "column", limit - 1));
    }
  }
  if (const auto bad = std::find_if_not(values.begin(), values.end(), is_finite); bad != values.end())
    x.fail(fmt::format("entry {} is {}", bad - values.begin(), *bad));

  SparseMatrix A(stored.rows, stored.columns);
  A.resizeNonZeros(count);
  int* starts = A.outerIndexPtr();
  for (const int column : columns) ++starts[column + 1];
  std::partial_sum(starts, starts + stored.columns + 1, starts);
  std::vector<int> next(starts, starts + stored.columns);
  for (std::size_t k = 0; k < size; ++k) {
    const int place = next[static_cast<std::size_t>(columns[k])]++;
    A.innerIndexPtr()[place] = rows[k];
    A.valuePtr()[place] = values[k];
  }
  sort_columns(A);
  return A;
}

/// Every part in compressed columns, or brought there; then one allocation that the file's arrays are read into. One
/// return statement on purpose: Eigen's matrices would be copied on the way out of two.
SparseMatrix read_side_by_side(const std::vector<StoredMatrix>& stored, int rows, int columns) {
  SparseMatrix A(rows, columns);
  int* starts = A.outerIndexPtr();
  std::vector<SparseMatrix> converted(stored.size());
  std::vector<int> counts(stored.size());
  std::int64_t total = 0;
  int first = 0;
  for (std::size_t k = 0; k < stored.size(); ++k) {
    const StoredMatrix& part = stored[k];
    if (part.nz == compressed_columns) {
      counts[k] = read_starts(part.group, part.columns, starts + first);
    } else {
      (part.nz == compressed_rows ? read_compressed_rows(part) : read_triplets(part)).swap(converted[k]);
      counts[k] = static_cast<int>(converted[k].nonZeros());
      std::copy_n(converted[k].outerIndexPtr(), part.columns + 1, starts + first);
    }
    if (total + counts[k] > std::numeric_limits<int>::max())
      part.group.fail("has more entries than 32-bit indices can address");
    for (int j = 0; j <= part.columns; ++j) starts[first + j] += static_cast<int>(total);
    total += counts[k];
    first += part.columns;
  }
  A.resizeNonZeros(total);
  bool sorted = true;
  first = 0;
  for (std::size_t k = 0; k < stored.size(); ++k) {
    const StoredMatrix& part = stored[k];
    int* indices = A.innerIndexPtr() + starts[first];
    double* values = A.valuePtr() + starts[first];
    if (part.nz == compressed_columns) {
      read_entries(part.group, counts[k], indices, values);
      sorted &= check_entries(part.group, part.rows, part.columns, starts + first, A.innerIndexPtr(), A.valuePtr());
    } else {
      std::copy_n(converted[k].innerIndexPtr(), counts[k], indices);
      std::copy_n(converted[k].valuePtr(), counts[k], values);
    }
    first += part.columns;
  }
  if (!sorted) sort_columns(A);
  return A;
}

}  // namespace

SparseMatrix read_fclib_matrix(const hdf5::Group& parent, const RequiredSize& rows, std::span<const MatrixPart> parts) {
  std::vector<StoredMatrix> stored;
  int columns = 0;
  for (const MatrixPart& part : parts) {
    if (part.columns.size == 0 && !parent.has(part.name)) continue;
    stored.push_back(read_header(parent, rows, part));
    columns += part.columns.size;
  }
  if (stored.size() == 1 && stored[0].nz == compressed_rows) return read_compressed_rows(stored[0]);
  if (stored.size() == 1 && stored[0].nz >= 0) return read_triplets(stored[0]);
  return read_side_by_side(stored, rows.size, columns);
}

SparseMatrix read_fclib_matrix(const hdf5::Group& parent, const std::string& name, const RequiredSize& rows,
                               const RequiredSize& columns) {
  const MatrixPart part{name, columns};
  return read_fclib_matrix(parent, rows, std::span(&part, 1));
}

void mirror_triangle(SparseMatrix& M) {
  bool lower = false;
  bool upper = false;
  for (int j = 0; j < M.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(M, j); it; ++it) {
      lower |= it.row() > j && it.value() != 0.0;
      upper |= it.row() < j && it.value() != 0.0;
    }
  }
  if (lower == upper) return;
  SparseMatrix full;
  if (lower)
    full = M.selfadjointView<Eigen::Lower>();
  else
    full = M.selfadjointView<Eigen::Upper>();
  M.swap(full);
}

MatrixView::MatrixView(const SparseMatrix& A, int first, int last)
    : rows(static_cast<int>(A.rows())), columns(last - first), p(static_cast<std::size_t>(columns) + 1) {
  const int start = A.outerIndexPtr()[first];
  std::transform(A.outerIndexPtr() + first, A.outerIndexPtr() + last + 1, p.begin(),
                 [start](int k) { return k - start; });
  i = A.innerIndexPtr() + start;
  x = A.valuePtr() + start;
}

void write_fclib_matrix(const hdf5::Group& parent, const std::string& name, const MatrixView& A,
                        MatrixStorage storage) {
  const hdf5::Group group = parent.make_group(name);
  const std::size_t entries = static_cast<std::size_t>(A.entries());
  group.write("nzmax", A.entries());  // libfclib allocates by nzmax and then reads whole datasets
  group.write("m", A.rows);
  group.write("n", A.columns);
  const std::span<const int> rows(A.i, entries);
  const std::span<const double> values(A.x, entries);
  switch (storage) {
    case MatrixStorage::csc:
      group.write("nz", compressed_columns);
      group.write("p", A.p);
      group.write("i", rows);
      group.write("x", values);
      return;
    case MatrixStorage::csr: {
      const Eigen::SparseMatrix<double, Eigen::RowMajor> by_rows =
          Eigen::Map<const SparseMatrix>(A.rows, A.columns, A.entries(), A.p.data(), A.i, A.x);
      group.write("nz", compressed_rows);
      group.write("p", std::span(by_rows.outerIndexPtr(), static_cast<std::size_t>(A.rows) + 1));
      group.write("i", std::span(by_rows.innerIndexPtr(), entries));
      group.write("x", std::span(by_rows.valuePtr(), entries));
      return;
    }
    case MatrixStorage::triplet: {
      std::vector<int> columns;
      columns.reserve(entries);
      for (int j = 0; j < A.columns; ++j)
        columns.insert(
            columns.end(),
            static_cast<std::size_t>(A.p[static_cast<std::size_t>(j) + 1] - A.p[static_cast<std::size_t>(j)]), j);
      group.write("nz", A.entries());
      group.write("p", columns);
      group.write("i", rows);
      group.write("x", values);
      return;
    }
  }
}

}  // namespace signorini
