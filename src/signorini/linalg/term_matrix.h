#pragma once

#include <algorithm>
#include <vector>

#include "signorini/linalg/entry_place.h"

namespace signorini {

/// A square sparse matrix that is summed up from terms again and again. Each time `terms(add)` calls add(row, column,
/// value) for every term, in an order that is always the same.
class TermMatrix {
 public:
  /// Finds the pattern and the place of each term in it; values do not count here.
  template <typename Terms>
  void lay_out(int size, Terms&& terms) {
    std::vector<Eigen::Triplet<double>> entries;
    terms([&](int row, int column, double) { entries.emplace_back(row, column, 1.0); });
    matrix_.resize(size, size);
    matrix_.setFromTriplets(entries.begin(), entries.end());
    matrix_.makeCompressed();
    place_.reserve(entries.size());
    for (const auto& entry : entries) place_.push_back(place_of_entry(matrix_, entry.row(), entry.col()));
  }
  template <typename Terms>
  void sum(Terms&& terms) {
    std::fill_n(matrix_.valuePtr(), matrix_.nonZeros(), 0.0);
    auto place = place_.begin();
    terms([&](int, int, double value) { matrix_.valuePtr()[*place++] += value; });
  }

  const SparseMatrix& matrix() const { return matrix_; }

 private:
  SparseMatrix matrix_;
  std::vector<int> place_;  ///< of each term
};

}  // namespace signorini
