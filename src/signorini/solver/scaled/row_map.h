#pragma once

#include <vector>

#include "signorini/problem/contact_problem.h"

namespace signorini {

/// Which row of a problem each row of a scaled one is, and in which unit its impulse is counted: r = t r̃, ũ = t u.
struct RowMap {
  /// `units`: one a row; 0 for rows that nothing can move.
  RowMap(int original_rows_, std::vector<int> source_, const std::vector<double>& units)
      : original_rows(original_rows_),
        source(std::move(source_)),
        t(Eigen::Map<const Vector>(units.data(), static_cast<Eigen::Index>(units.size()))) {}
  RowMap() = default;

  int original_rows = 0;
  std::vector<int> source;  ///< the original's row of each row
  Vector t;
  /// r in the rows of the original, where rows that were dropped are 0; r̃ of the original's r and ũ of its u.
  Vector impulses(const Vector& scaled) const;
  Vector scaled_impulses(const Vector& r) const;
  Vector scaled_velocities(const Vector& u) const;
  /// Ẽ = t² E; zeros where there is none.
  Vector scaled_compliance(const Vector& E) const;
  /// The matrix with t[k] at (source[k], k): H̃ = H S, W̃ = Sᵀ W S.
  SparseMatrix selection() const;
};

}  // namespace signorini
